/** Brings one site back, of a backup or a copy, into a server that runs or not. */

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Config } from '../config.js'
import type { RestoredSite, SiteRequest } from '../service/operations/site-restoring.js'
import { withAccounts } from './accounts.js'
import { CommandError } from './command-error.js'
import { printJson } from './output.js'
import { createProgress } from './progress.js'
import { requireAbsent, requireWritable } from './regular-file.js'
import { findServer } from './running.js'
import { version } from './version.js'
import { firstAdmin, withServer } from './with-server.js'

/** Options of the commands that can restore one site. */
export interface OneSiteFlags {
  readonly site?: string
  readonly keep?: string
  readonly domain?: string
  readonly json?: true
}

export function addOneSite(command: Command): Command {
  return command
    .option('--site <site>', 'only this site, by id or domain, into a data folder with others')
    .option('--keep <file>', 'with --site: ZIP for the site as it is now, if it still exists')
    .option('--domain <host>', 'with --site: a new domain for it')
}

/** The flags if only one site is wanted, or null. @throws CommandError for flags that need it */
export function oneSiteOf<Flags extends OneSiteFlags>(
  flags: Flags,
): (Flags & { readonly site: string }) | null {
  const { site, keep, domain } = flags
  if (site !== undefined) return { ...flags, site }
  if (keep === undefined && domain === undefined) return null
  throw new CommandError('--keep and --domain are for one site: name it with --site.')
}

/**
 * @param site id or domain
 * @param fetch restores, by one of the functions that take such a request
 */
export async function restoreOneSite(
  config: Config,
  { site, keep, domain, json }: OneSiteFlags & { readonly site: string },
  fetch: (request: SiteRequest) => Promise<RestoredSite>,
): Promise<void> {
  if (keep !== undefined) {
    requireWritable(keep)
    requireAbsent(keep)
  }
  const { apiHostOf } = await import('../service/sites/free-domain.js')
  const { checkDomain } = await import('../service/sites/site-input.js')
  const { update: report, clear } = createProgress({ quiet: json === true })
  const restored = await withAccounts(config, (accounts) =>
    fetch({
      accounts,
      data: config.data,
      site,
      domain: domain && checkDomain(domain),
      apiHost: apiHostOf(config),
      heir: firstAdmin(accounts.records.users).id,
      keep: keep && path.resolve(keep),
      remove: (id) => removeSite(config, id),
      version: version(),
      now: Date.now,
      newId: () => randomBytes(12).toString('hex'),
      report,
    }),
  ).finally(clear)
  for (const note of restored.notes) console.error(`galley: ${note}`)
  if (json === true) printJson(restored)
  else console.log(`Restored ${restored.domain} (${restored.id}), as it was at ${restored.at}.`)
  await untilServed(config, restored)
}

async function removeSite(config: Config, id: string): Promise<void> {
  await withServer(config, (api) => api.call('deleteSite', { path: { site_id: id } }))
}

const LOOK_MS = 500

/** A running server looks every ten seconds for sites that nobody has told it of; others index it when they start. */
async function untilServed(config: Config, { id }: RestoredSite): Promise<void> {
  if (findServer(config.data) === null) return
  await withServer(config, async (api) => {
    for (;;) {
      const query = { page: 1, per_page: 1 }
      const { data } = await api.call('listCommits', { path: { site_id: id }, query })
      if (data.length > 0) return
      await sleep(LOOK_MS)
    }
  })
}
