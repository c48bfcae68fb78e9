/** Leads from the path of a file, and a line of it, to where it is edited, e.g. from an error of the build. */

import { useEffect, useState } from 'react'
import { listEntries } from '../api/entries.js'
import { useBuildProblems, type Problem } from '../api/build-problems.js'
import { useCollections, usePeople } from '../api/queries.js'
import type { Site } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { navigate, useParameter } from '../app/router.js'
import { t } from '../text/text.js'
import { Card, Empty, Screen, Waiting } from '../ui/page.js'
import { CodeLine } from './connection.js'

export function FindScreen() {
  const { site } = useSiteJobs()
  const [path] = useParameter('path')
  const [line] = useParameter('line')
  const { data: collections } = useCollections(site.id)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (!collections) return
    const places = [null, ...collections.map((collection) => collection.path)]
    void findPlace(site, places, path).then((place) => {
      if (place === null) setMissing(true)
      else navigate(withLine(place, line), { replace: true })
    })
  }, [site, collections, path, line])
  const { problems } = useBuildProblems(site)
  if (!isMissing) return <Waiting />
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

/** A template or a style stops the build, which whoever publishes may not change: whom to tell, and what. */
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

/** The editor of a text; for whoever may, the one of the source, where layouts and styles are. */
async function findPlace(
  site: Site,
  places: readonly (string | null)[],
  path: string,
): Promise<string | null> {
  const entry = await findEntry(site.id, places, path)
  if (entry) return `/sites/${site.id}/${entry.type}s/${entry.id}`
  if (!site.can.edit_source) return null
  return `/sites/${site.id}/source?path=${encodeURIComponent(path)}`
}

async function findEntry(siteId: string, places: readonly (string | null)[], path: string) {
  const name = path.split('/').at(-1) ?? path
  for (const collection of places) {
    const list = await listEntries({ siteId, collection }, { q: name }).catch(() => null)
    const found = list?.items.find(({ filename }) => filename === path || filename.endsWith(path))
    if (found) return found
  }
  return null
}
