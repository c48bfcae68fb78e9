/** `galley site create`: a site with the default theme, or empty. */

import type { Api } from '../api.js'
import { printJson } from '../output.js'
import { configOf } from '../settings.js'
import type { SiteFlags } from './flags.js'
import { parseSite } from './json.js'
import { withServer } from '../with-server.js'

export async function createSite(flags: SiteFlags): Promise<void> {
  const { title, domain, timezone, empty } = flags
  const config = configOf({ ...flags })
  const create = async (api: Api) =>
    parseSite(await api.call('POST', '/v2/sites', { title, domain, timezone, empty }))
  const site = await withServer(config, create, flags.as)
  if (flags.json === true) printJson(site)
  else console.log(site.id)
}
