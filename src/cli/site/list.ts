/** `galley site list`: lists the sites, or the deleted ones that can be restored. */

import { dataFolders } from '../../service/branch/folders.js'
import { listTrash } from '../../service/sites/trash.js'
import { printJson, printTable } from '../output.js'
import { configOf } from '../settings.js'
import type { SiteFlags } from './flags.js'
import { allSites } from './json.js'
import { withServer } from '../with-server.js'

export async function listSites(flags: SiteFlags): Promise<void> {
  const config = configOf({ ...flags })
  if (flags.trash === true) return listDeleted(config.data, flags)
  const sites = await withServer(config, allSites)
  if (flags.json === true) return printJson(sites)
  const rows = sites.map((site) => [site.id, site.domain, site.live_url ?? '-', site.title])
  printTable([['ID', 'DOMAIN', 'LIVE', 'TITLE'], ...rows])
}

async function listDeleted(data: string, flags: SiteFlags): Promise<void> {
  const trash = await listTrash({ folders: dataFolders(data) })
  const sites = trash.map(({ siteId, domain, deletedAt }) => ({
    id: siteId,
    domain,
    deleted_at: new Date(deletedAt).toISOString(),
  }))
  if (flags.json === true) return printJson(sites)
  const rows = sites.map((site) => [site.id, site.domain, site.deleted_at])
  printTable([['ID', 'DOMAIN', 'DELETED'], ...rows])
}
