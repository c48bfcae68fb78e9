/** Saves a part of a site's settings. */

import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.js'
import { keys } from '../api/queries.js'
import type { Hash, Site } from '../api/types.js'
import { t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { useSending } from '../ui/form.js'
import { showToast } from '../ui/toast.js'

/**
 * Sends the settings that `input` returns.
 *
 * @param onSaved called with the saved site
 */
export function useSaving(site: Site, input: () => Hash, onSaved?: (saved: Site) => void) {
  const cache = useQueryClient()
  return useSending(async () => {
    const saved = await call('updateSite', { path: { site_id: site.id }, body: input() })
    cache.setQueryData(keys.site(site.id), saved)
    onSaved?.(saved)
    await cache.invalidateQueries({ queryKey: keys.sites })
    showToast('good', t('saved'))
  })
}

export function SaveRow({ isBusy }: { isBusy: boolean }) {
  return (
    <div className="row-end">
      <Button type="submit" busy={isBusy}>
        {t('save')}
      </Button>
    </div>
  )
}
