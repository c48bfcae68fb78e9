/** Leads from the path of a file to where it is edited, e.g. from an error of the build. */

import { useEffect, useState } from 'react'
import { listEntries } from '../api/entries.js'
import { useCollections } from '../api/queries.js'
import { useSiteJobs } from '../app/jobs.js'
import { navigate, useParameter } from '../app/router.js'
import { t } from '../text/text.js'
import { Empty, Screen, Waiting } from '../ui/page.js'

export function FindScreen() {
  const { site } = useSiteJobs()
  const [path] = useParameter('path')
  const { data: collections } = useCollections(site.id)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (!collections) return
    const places = [null, ...collections.map((collection) => collection.path)]
    void findEntry(site.id, places, path).then((entry) => {
      if (!entry) setMissing(true)
      else navigate(`/sites/${site.id}/${entry.type}s/${entry.id}`, { replace: true })
    })
  }, [site.id, collections, path])
  if (!isMissing) return <Waiting />
  return (
    <Screen title={t('find')}>
      <Empty icon="search" title={t('find.none')}>
        {t('find.none.text', { path })}
      </Empty>
    </Screen>
  )
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
