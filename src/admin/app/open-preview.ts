/** Opens the preview of the site in a tab of its own, after bringing it up to date. */

import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.js'
import { previewSet } from '../api/job.js'
import type { EntryName } from '../api/entries.js'
import { entryQuery, keys } from '../api/queries.js'
import type { FullEntry, Site } from '../api/types.js'
import { SET } from '../api/view.js'
import { liveAddress } from '../text/live-address.js'
import { isExpired, isScheduled } from '../text/moments.js'
import { messageOf, t } from '../text/text.js'
import { showToast } from '../ui/toast.js'
import { useSiteJobs } from './jobs.js'

/**
 * A function that opens the preview of the site, or of the change set that this page shows, at the page of a text; at
 * the home page for null, and for what no build shows. The text may be read while the preview is made.
 */
export function useOpenPreview(): (name: EntryName | null) => Promise<void> {
  const { site, run } = useSiteJobs()
  const cache = useQueryClient()
  const openSet = useOpenSetPreview()
  // Without a text that is gone meanwhile.
  const read = async (name: EntryName | null) =>
    name === null ? undefined : cache.ensureQueryData(entryQuery(name)).catch(() => undefined)
  return async (name) => {
    if (SET !== null) return openSet(SET, () => read(name))
    const tab = openTab()
    const isDone = await run('preview')
    const fresh = cache.getQueryData<Site>(keys.site(site.id))
    const entry = await read(name)
    if (isDone && tab && fresh?.preview_url) tab.location.replace(pageOf(fresh.preview_url, entry))
    else tab?.close()
    const failure = fresh?.jobs.preview.last_error ?? null
    if (!isDone && failure !== null) showToast('bad', t('preview.failed', { text: failure }))
  }
}

/** A function that opens the preview of a change set. */
export function useOpenSetPreview(): (
  setId: string,
  read?: () => Promise<FullEntry | undefined>,
) => Promise<void> {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  return async (setId, read) => {
    const tab = openTab()
    try {
      const failure = await previewSet(site.id, setId)
      const path = { site_id: site.id, change_set_id: setId }
      const { preview_url: url } = await call('getChangeSet', { path })
      await cache.invalidateQueries({ queryKey: keys.sets(site.id) })
      const entry = await read?.()
      if (failure === null && tab && url !== null) return tab.location.replace(pageOf(url, entry))
      if (failure !== null) showToast('bad', t('preview.failed', { text: failure }))
    } catch (error) {
      showToast('bad', messageOf(error))
    }
    tab?.close()
  }
}

/** A tab for what is yet to be made: browsers block pop-ups that are not opened by a click. */
function openTab(): Window | null {
  const tab = window.open('about:blank', '_blank')
  // Scripts of the site must not lead this tab elsewhere.
  if (tab) tab.opener = null
  return tab
}

function pageOf(preview: string, entry: FullEntry | undefined): string {
  return entry && isBuilt(entry) ? liveAddress(preview, entry.url).href : preview
}

type Built = Pick<FullEntry, 'visibility' | 'url' | 'live_from' | 'live_until'>

/** Whether builds have a page of a text now. */
export function isBuilt(entry: Built): boolean {
  const { visibility, url } = entry
  return visibility === 'visible' && url !== '' && !isScheduled(entry) && !isExpired(entry)
}
