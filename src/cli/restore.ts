/** `galley restore FILE`: restores a backup into an empty data folder. @see src/http/README.md (Running) */

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Command } from 'commander'
import type { Config } from '../config.js'
import type { Restored } from '../service/operations/restoring.js'
import { whileStopped } from './offline.js'
import { counted, printJson } from './output.js'
import { createProgress } from './progress.js'
import { requireReadable } from './regular-file.js'
import { addOneSite, oneSiteOf, restoreOneSite, type OneSiteFlags } from './restore-site.js'
import { addDataFolder, configOf } from './settings.js'

export function addRestore(program: Command): void {
  const description = 'restore a backup into an empty data folder, or one site of it into another'
  addOneSite(addDataFolder(program.command('restore').description(description)))
    .argument('<file>', 'ZIP written by galley backup')
    .option('--json', 'print JSON')
    .action((file: string, flags: OneSiteFlags) => restore(file, flags))
}

async function restore(name: string, flags: OneSiteFlags): Promise<void> {
  const config = configOf({ ...flags })
  const only = oneSiteOf(flags)
  if (only !== null) return restoreSite(config, name, only)
  const { restoreBackup } = await import('../service/operations/restoring.js')
  const { update: report, clear } = createProgress({ quiet: flags.json === true })
  const newId = () => randomBytes(12).toString('hex')
  const file = path.resolve(name)
  requireReadable(file)
  const request = { file, data: config.data, newId, report }
  const { sites, notes, at } = await restoreBackup(request).finally(clear)
  await finishRestoring({ sites, notes, at }, { ...flags, report }).finally(clear)
}

async function restoreSite(
  config: Config,
  name: string,
  flags: OneSiteFlags & { readonly site: string },
): Promise<void> {
  const { restoreSiteOfBackup } = await import('../service/operations/site-restoring.js')
  const file = path.resolve(name)
  requireReadable(file)
  await restoreOneSite(config, flags, (request) => restoreSiteOfBackup({ ...request, file }))
}

interface Finishing {
  readonly data?: string
  readonly json?: true
  readonly report: (message: string) => void
}

/** Indexes what was restored, and says what it was. */
export async function finishRestoring(
  { sites, notes, at }: Restored,
  { report, ...flags }: Finishing,
): Promise<void> {
  // `galley.yml` came with it, so the settings are read again.
  const config = configOf({ ...flags })
  await whileStopped(config, async ({ application }) => {
    for (const [index, id] of sites.entries()) {
      report(`Indexing site ${index + 1} of ${sites.length}`)
      await application.advance.reindex(id)
      application.worktrees.follow(id)
    }
  })
  for (const note of notes) console.error(`galley: ${note}`)
  if (flags.json === true) return printJson({ data: config.data, sites: sites.length, at, notes })
  const restored = counted(sites.length, 'site')
  console.log(`Restored ${restored} into ${config.data}, as they were at ${at}.`)
}
