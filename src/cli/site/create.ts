/** `galley site create`: creates a site with the default theme, or an empty one. */

import type { Api } from '../api.js'
import { printJson } from '../output.js'
import { configOf } from '../settings.js'
import type { SiteFlags } from './flags.js'
import { withServer } from '../with-server.js'

export async function createSite(flags: SiteFlags): Promise<void> {
  const { title = '', domain = '', timezone, empty } = flags
  const config = configOf({ ...flags })
  const create = async (api: Api) =>
    (await api.call('createSite', { body: { title, domain, timezone, empty } })).data
  const site = await withServer(config, create, flags.as)
  if (flags.json === true) printJson(site)
  else console.log(site.id)
}
