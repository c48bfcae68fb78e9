/** `galley site read-only`: keeps a site from being changed while it moves to another server, and when it has moved. */

import { CommandError } from '../command-error.js'
import { printJson } from '../output.js'
import { configOf } from '../settings.js'
import { withServer } from '../with-server.js'
import type { SiteFlags } from './flags.js'
import { findSite } from './json.js'

export async function setReadOnly(name: string, flags: SiteFlags): Promise<void> {
  const { seconds, movedTo, end } = flags
  if ([seconds, movedTo, end].filter((flag) => flag !== undefined).length > 1) {
    throw new CommandError('--seconds, --moved-to and --end exclude each other.')
  }
  if (seconds !== undefined && !/^\d+$/.test(seconds)) {
    throw new CommandError(`--seconds must be a whole number, not ${seconds}.`)
  }
  const config = configOf({ ...flags })
  const { site, data: state } = await withServer(config, async (api) => {
    const found = await findSite(api, name)
    const path = { site_id: found.id }
    if (end === true) return { site: found, ...(await api.call('endReadOnly', { path })) }
    const body =
      movedTo === undefined
        ? { ...(seconds !== undefined && { seconds: Number(seconds) }) }
        : { moved_to: movedTo }
    return { site: found, ...(await api.call('setReadOnly', { path, body })) }
  })
  if (flags.json === true) return printJson({ id: site.id, domain: site.domain, ...state })
  if (!state.read_only) console.log(`${site.domain} can be changed again.`)
  else if (state.moved_to !== null) console.log(`${site.domain} has moved to ${state.moved_to}.`)
  else console.log(`${site.domain} can't be changed until ${state.until}.`)
}
