/** `galley site delete`: moves a site to the trash, from which it can be restored. */

import { printJson } from '../output.js'
import { configOf } from '../settings.js'
import type { SiteFlags } from './flags.js'
import { findSite } from './json.js'
import { withServer } from '../with-server.js'

export async function deleteSite(name: string, flags: SiteFlags): Promise<void> {
  const config = configOf({ ...flags })
  const site = await withServer(config, async (api) => {
    const found = await findSite(api, name)
    await api.call('deleteSite', { path: { site_id: found.id } })
    return found
  })
  if (flags.json === true) return printJson({ deleted: site.id, domain: site.domain })
  console.log(`Deleted ${site.domain}. Its repository is kept for ${config.trashDays} days:`)
  console.log(`  galley site restore ${site.id}`)
}
