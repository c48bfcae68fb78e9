/** Opens the preview of the site in a tab of its own, after bringing it up to date. */

import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/queries.js'
import type { FullEntry, Site } from '../api/types.js'
import { liveAddress } from '../text/live-address.js'
import { isExpired, isScheduled } from '../text/moments.js'
import { t } from '../text/text.js'
import { showToast } from '../ui/toast.js'
import { useSiteJobs } from './jobs.js'

/**
 * A function that opens the preview at the page of the text with an id; at the home page for an empty one, and for what no
 * build shows. The text may be read while the preview is made.
 */
export function useOpenPreview(): (id: string) => Promise<void> {
  const { site, run } = useSiteJobs()
  const cache = useQueryClient()
  return async (id) => {
    // Open the tab at once: browsers block pop-ups that are not opened by a click.
    const tab = window.open('about:blank', '_blank')
    // Scripts of the site must not lead this tab elsewhere.
    if (tab) tab.opener = null
    const isDone = await run('preview')
    const fresh = cache.getQueryData<Site>(keys.site(site.id))
    const entry = cache.getQueryData<FullEntry>(keys.entry(id))
    if (isDone && tab && fresh?.preview_url) tab.location.replace(pageOf(fresh.preview_url, entry))
    else tab?.close()
    const failure = fresh?.jobs.preview.last_error ?? null
    if (!isDone && failure !== null) showToast('bad', t('preview.failed', { text: failure }))
  }
}

function pageOf(preview: string, entry: FullEntry | undefined): string {
  return entry && isBuilt(entry) ? liveAddress(preview, entry.url).href : preview
}

/** Whether builds have a page of a text now. */
export function isBuilt(entry: FullEntry): boolean {
  const { visibility, url } = entry
  return visibility === 'visible' && url !== '' && !isScheduled(entry) && !isExpired(entry)
}
