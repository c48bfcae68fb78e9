/** `galley site restore`: restores a site from the trash, while no server runs. */

import { toHostName } from '../../model/host-name.js'
import { restoreSite } from '../../service/sites/site-restorer.js'
import { CommandError } from '../command-error.js'
import { whileStopped } from '../offline.js'
import { printJson } from '../output.js'
import { configOf } from '../settings.js'
import type { SiteFlags } from './flags.js'
import { firstAdmin } from '../with-server.js'
import { randomBytes } from 'node:crypto'

export async function restore(name: string, flags: SiteFlags): Promise<void> {
  const config = configOf({ ...flags })
  const site = await whileStopped(config, async ({ application, store, folders, now }) => {
    const trash = await application.remover.listTrash()
    const wanted = toHostName(name)
    const trashed = trash.find(({ siteId, domain }) => siteId === name || domain === wanted)
    if (!trashed) {
      throw new CommandError(
        `${JSON.stringify(name)} is not in the trash: galley site list --trash shows what is.`,
      )
    }
    const { records } = store
    const heir = firstAdmin(records.users).id
    const newId = () => randomBytes(12).toString('hex')
    const parts = { folders, records, advance: application.advance, now, newId }
    return restoreSite(parts, { trashed, domain: flags.domain, heir })
  })
  if (flags.json === true) return printJson({ id: site.id, domain: site.domain })
  console.log(`Restored ${site.domain} (${site.id}); set its roles and hosting again.`)
}
