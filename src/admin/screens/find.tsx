/** Redirects from a file and line, such as those of a build error, to the editor for the file. */

import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listEntries } from '../api/entries.js'
import { useBuildProblems, type Problem } from '../api/build-problems.js'
import { useCollections, usePeople } from '../api/queries.js'
import type { Entry, Site } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { navigate, useParameter } from '../app/router.js'
import { t } from '../text/text.js'
import { LoadError } from '../ui/load-error.js'
import { Card, Empty, Screen, Waiting } from '../ui/page.js'
import { CodeLine } from '../ui/code-line.js'

export function FindScreen() {
  const { site } = useSiteJobs()
  const [path] = useParameter('path')
  const [line] = useParameter('line')
  const { place, error } = usePlace(site, path)
  useEffect(() => {
    if (place) navigate(withLine(place, line), { replace: true })
  }, [place, line])
  const { problems } = useBuildProblems(site)
  if (error) return <LoadError error={error} />
  if (place !== null) return <Waiting />
  const own = problems.filter((problem) => problem.path === path)
  return (
    <Screen title={t('find')}>
      {own.length === 0 ? (
        <Empty icon="search" title={t('find.none')}>
          {t('find.none.text', { path })}
        </Empty>
      ) : (
        <ForAdmins path={path} problems={own} />
      )}
    </Screen>
  )
}

interface ForAdminsProps {
  readonly path: string
  readonly problems: readonly Problem[]
}

/** Shown to publishers if a template or style sheet stops the build: whom to tell, and what. */
function ForAdmins({ path, problems }: ForAdminsProps) {
  const { site } = useSiteJobs()
  const { data: people = [] } = usePeople(site.id)
  const admins = people.filter(({ role }) => role === 'admin')
  const names = admins.map(({ fullname, email }) => fullname || email).join(', ')
  const report = problems.map(({ line, message }) => `${path}:${line ?? ''} ${message}`)
  return (
    <Card title={t('find.template')} lead={t('find.template.text', { path })}>
      <p>{names === '' ? t('error.not-yours.text') : t('find.template.admins', { names })}</p>
      <CodeLine label={t('find.template.tell')} copy={t('copy')} text={report.join('\n')} />
    </Card>
  )
}

function withLine(place: string, line: string): string {
  return line === '' ? place : `${place}${place.includes('?') ? '&' : '?'}line=${line}`
}

/**
 * The path of the editor for a file: that of the document, or the source editor for users who may use it; null if
 * there is none.
 */
function usePlace(site: Site, path: string) {
  const { data: collections, error } = useCollections(site.id)
  const found = useQuery({
    queryKey: ['find', site.id, path],
    enabled: collections !== undefined,
    queryFn: ({ signal }) => {
      const places = [null, ...(collections ?? []).map((collection) => collection.path)]
      return findEntry({ siteId: site.id, places, path }, signal)
    },
  })
  return {
    place: found.data === undefined ? undefined : placeOf(site, found.data, path),
    error: error ?? found.error,
  }
}

function placeOf(site: Site, entry: Entry | null, path: string): string | null {
  if (entry) return `/sites/${site.id}/${entry.type}s/${entry.id}`
  return site.can.edit_source ? `/sites/${site.id}/source?path=${encodeURIComponent(path)}` : null
}

interface Search {
  readonly siteId: string
  readonly places: readonly (string | null)[]
  readonly path: string
}

/** Finds the document or page with a path; null if there is none. @throws ApiError */
async function findEntry(
  { siteId, places, path }: Search,
  signal: AbortSignal,
): Promise<Entry | null> {
  const name = path.split('/').at(-1) ?? path
  for (const collection of places) {
    const { items } = await listEntries({ siteId, collection }, { q: name }, signal)
    const found = items.find(({ filename }) => filename === path || filename.endsWith(path))
    if (found) return found
  }
  return null
}
