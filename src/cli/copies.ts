/**
 * `galley copies`: lists, checks and restores the copies that a running server makes off its machine.
 *
 * @see src/cli/README.md (Copies off the machine)
 */

import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import type { Command } from 'commander'
import type { Config } from '../config.js'
import type { CopyStore } from '../service/copies/copy-store.js'
import { CommandError } from './command-error.js'
import { counted, printJson } from './output.js'
import { createProgress } from './progress.js'
import { finishRestoring } from './restore.js'
import { addOneSite, oneSiteOf, restoreOneSite, type OneSiteFlags } from './restore-site.js'
import { addDataFolder, configOf } from './settings.js'

export function addCopies(program: Command): void {
  const copies = program
    .command('copies')
    .description('list, check and restore the copies off the machine')
  addPlace(copies.command('list').description('list the points in time that can be restored'))
    .option('--json', 'print JSON')
    .action((flags: Flags) => list(flags))
  addPlace(copies.command('check').description('check that the newest copy can be restored'))
    .option('--at <time>', AT)
    .option('--all', 'read the pieces of all copies, and restore the newest one')
    .option('--json', 'print JSON')
    .action((flags: Flags) => check(flags))
  const restoring = 'restore a copy into an empty data folder, or one site of it into another'
  addOneSite(addPlace(copies.command('restore').description(restoring)))
    .option('--at <time>', AT)
    .option('--json', 'print JSON')
    .action((flags: Flags) => restore(flags))
}

const AT = 'the newest copy that is not later, such as 2026-05-31T12:00Z'

interface Flags extends OneSiteFlags {
  readonly at?: string
  readonly all?: true
  readonly data?: string
}

/** After a lost disk, there is no `galley.yml` any more that says where the copies are. */
function addPlace(command: Command): Command {
  return addDataFolder(command)
    .option('--copies-to <value>', 'where the copies are')
    .option('--copies-key-file <value>', 'file with their key')
}

/**
 * Opens the store of the copies.
 *
 * @throws CommandError if there is none; DeployError and GalleyError, one sentence each
 */
export async function withConfiguredCopies<T>(
  config: Config,
  work: (store: CopyStore) => Promise<T>,
): Promise<T> {
  if (config.copiesTo === '') {
    throw new CommandError(
      'There are no copies: --copies-to (or the setting copies_to) says where.',
    )
  }
  const { openSealing } = await import('../service/copies/sealing.js')
  const { withCopyStore } = await import('../service/copies/copy-store.js')
  const sealing = await openSealing(config.copiesKeyFile)
  const target = { address: config.copiesTo, sealing, now: Date.now }
  return withCopyStore(target, new AbortController().signal, work)
}

/** @throws CommandError unless it is a time that `Date.parse` reads */
function timeOf(text: string | undefined): number {
  if (text === undefined) return Infinity
  const time = Date.parse(text)
  if (!Number.isNaN(time)) return time
  throw new CommandError(`--at must be a time such as 2026-05-31T12:00Z, not "${text}".`)
}

async function list(flags: Flags): Promise<void> {
  const { listPoints } = await import('../service/copies/restoring-copy.js')
  const times = await withConfiguredCopies(configOf({ ...flags }), listPoints)
  const points = times.map((time) => new Date(time).toISOString())
  if (flags.json === true) return printJson({ points })
  for (const point of points) console.log(point)
  if (points.length === 0) console.error('galley: There are no copies yet.')
}

async function check(flags: Flags): Promise<void> {
  const { checkPieces, findPoint, listPoints, tryRestoring } =
    await import('../service/copies/restoring-copy.js')
  const { update: report, clear } = createProgress({ quiet: flags.json === true })
  const until = timeOf(flags.at)
  const found = await withConfiguredCopies(configOf({ ...flags }), async (store) => {
    const at = await findPoint(store, until)
    const times = flags.all === true ? await listPoints(store) : [at]
    const { points, pieces, wrong } = await checkPieces(store, times, report)
    if (wrong.length > 0) return { at, points, pieces, wrong }
    const fault = await tryRestoring(store, { at, data: tmpdir(), newId, report })
    return { at, points, pieces, wrong: fault === null ? [] : [fault] }
  }).finally(clear)
  const { points, pieces, wrong } = found
  const at = new Date(found.at).toISOString()
  if (wrong.length > 0) process.exitCode = 1
  if (flags.json === true) return printJson({ at, points, pieces, wrong })
  for (const line of wrong) console.log(line)
  const size = `${counted(points, 'copy').replace(/copys$/, 'copies')} in ${counted(pieces, 'piece')}`
  if (wrong.length === 0) console.log(`All is well: ${size}; that of ${at} was restored for a try.`)
  else console.log(DAMAGED)
}

const DAMAGED =
  'Copies that need these pieces are lost. Remove a damaged piece from the store: within an hour the running server sees ' +
  'that it is missing and copies everything anew.'

async function restore(flags: Flags): Promise<void> {
  const { findPoint, restoreCopy } = await import('../service/copies/restoring-copy.js')
  const config = configOf({ ...flags })
  const until = timeOf(flags.at)
  const only = oneSiteOf(flags)
  if (only !== null) return restoreSite(config, until, only)
  const { update: report, clear } = createProgress({ quiet: flags.json === true })
  const restored = await withConfiguredCopies(config, async (store) => {
    const at = await findPoint(store, until)
    return restoreCopy(store, { at, data: config.data, newId, report })
  }).finally(clear)
  await finishRestoring(restored, { ...flags, report }).finally(clear)
}

async function restoreSite(
  config: Config,
  until: number,
  flags: OneSiteFlags & { readonly site: string },
): Promise<void> {
  const { findPoint, restoreSiteOfCopy } = await import('../service/copies/restoring-copy.js')
  await restoreOneSite(config, flags, (request) =>
    withConfiguredCopies(config, async (store) => {
      const at = await findPoint(store, until)
      return restoreSiteOfCopy(store, { ...request, at })
    }),
  )
}

function newId(): string {
  return randomBytes(12).toString('hex')
}
