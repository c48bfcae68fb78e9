/**
 * Maintains repositories: repacks in the background, removes leftovers of killed processes, and examines sites for
 * `galley doctor`.
 *
 * It never holds a site's lock for long: git's repacking works at the same time as readers and writers.
 */

import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { missingIsNull } from '../../system/errno.js'
import { checkObjects } from '../../git/lfs/objects.js'
import { findLeftovers, fsck, measureStorage, needsRepack, repack } from '../../git/maintenance.js'
import { REFUSED } from '../../git/refs/new-commits.js'
import { createToldErrors } from '../branch/told-errors.js'
import { findWorkLeftovers, removeWorkLeftovers, type OpenJob } from '../branch/work-leftovers.js'
import type { Settings } from '../../store/records/settings.js'
import type { Advance } from '../branch/advance.js'
import type { DataFolders } from '../branch/folders.js'
import type { Locks } from '../branch/locks.js'
import type { Repositories } from '../branch/repositories.js'
import type { SiteSpace } from '../space/site-space.js'
import type { Worktrees } from '../worktree/worktrees.js'
import { removeTree } from '../../system/remove-tree.js'

export type FindingKind =
  | 'missing_repository'
  | 'stale_lock'
  | 'temporary_file'
  | 'unsound_object'
  | 'missing_working_tree'
  | 'index_behind'
  | 'needs_repack'
  | 'refused_commit'
  | 'unfinished_work'

/** A problem that was found. */
export interface MaintenanceFinding {
  readonly siteId: string
  readonly kind: FindingKind
  /** A sentence for the operator. */
  readonly message: string
  /** True if it was repaired. */
  readonly repaired: boolean
}

export interface Maintenance {
  /** Starts repacking in the background, one repository at a time. */
  start(): void
  stop(): Promise<void>
  /** Removes locks and files of killed processes. Must run before anything is written. */
  clean(siteId: string): Promise<void>
  /** Checks the objects of one site that was not checked for a month, if there is one. */
  check(): Promise<void>
  /** Examines a site; with `repair`, repairs what it can. Slow: reads every object. */
  examine(siteId: string, options: { readonly repair: boolean }): Promise<MaintenanceFinding[]>
}

interface MaintenanceDependencies {
  readonly advance: Pick<Advance, 'catchUp'>
  readonly locks: Locks
  readonly worktrees: Pick<Worktrees, 'followNow'>
  readonly repositories: Repositories
  readonly folders: DataFolders
  readonly native: boolean
  readonly siteIds: () => readonly string[]
  readonly indexedCommit: (siteId: string) => string | null
  readonly isPushing: (siteId: string) => boolean
  readonly settings: Pick<Settings, 'find' | 'set'>
  /** Waiting and running jobs of a site. */
  readonly unfinishedJobs: (siteId: string) => readonly (OpenJob & { readonly state: string })[]
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  readonly onError: (error: unknown, siteId: string) => void
  /** Told of sites whose repository was packed. */
  readonly space: Pick<SiteSpace, 'changed'>
}

/** Time between two rounds over all sites. */
const ROUND_MS = 10 * 60_000
/** A temporary file of another process is a leftover at this age. */
const TEMPORARY_SECONDS = 60 * 60
/** If no server runs, a ref lock of this age is a leftover: git holds them for moments. */
const LOCK_MS = 2000
/** The same for locks of git's long work (`gc`, `pack-refs`, settings). */
const LONG_LOCK_SECONDS = 10 * 60
/** How often stored objects are read again to find damage. */
const CHECK_MS = 30 * 24 * 60 * 60_000

export function createMaintenance(dependencies: MaintenanceDependencies): Maintenance {
  const ending = new AbortController()
  /** The last measurement: an unchanged site need not be measured again. */
  const measured = new Map<string, string | null>()
  const told = createToldErrors()
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()
  const run = async (): Promise<void> => {
    for (const siteId of dependencies.siteIds()) {
      if (ending.signal.aborted) return
      try {
        await tend(dependencies, siteId, { measured, signal: ending.signal })
        told.settled(siteId)
      } catch (error) {
        const isTold = ending.signal.aborted || !told.isNew(error, siteId)
        if (!isTold) dependencies.onError(error, siteId)
      }
    }
    await check()
  }
  const check = async (): Promise<void> => {
    const siteId = dependencies.native ? findDue(dependencies) : null
    if (siteId !== null && !ending.signal.aborted)
      await checkSite(dependencies, siteId, ending.signal)
  }
  return {
    start: () => {
      if (!dependencies.native) return
      timer = setInterval(() => {
        round = round.then(run)
      }, ROUND_MS)
    },
    stop: async () => {
      clearInterval(timer)
      ending.abort()
      await round
    },
    check,
    clean: async (siteId) => {
      await cleanUp(dependencies, siteId, { isAlone: true })
      const { work } = dependencies.folders.site(siteId)
      const open = dependencies.unfinishedJobs(siteId)
      await removeWorkLeftovers(work, await findWorkLeftovers(work, open))
    },
    examine: (siteId, { repair }) => examine(dependencies, siteId, repair),
  }
}

interface Tending {
  readonly measured: Map<string, string | null>
  readonly signal: AbortSignal
}

async function tend(
  dependencies: MaintenanceDependencies,
  siteId: string,
  { measured, signal }: Tending,
): Promise<void> {
  const commit = dependencies.indexedCommit(siteId)
  if (measured.get(siteId) === commit || dependencies.isPushing(siteId)) return
  const { repository } = dependencies.folders.site(siteId)
  // Who watches the refs tells of it.
  if (!existsSync(repository)) return
  if (needsRepack(await measureStorage(repository))) {
    await repack(repository, signal)
    dependencies.space.changed(siteId)
  }
  measured.set(siteId, commit)
}

/** A new site is due in a month. */
function findDue({ siteIds, isPushing, settings, now }: MaintenanceDependencies): string | null {
  for (const siteId of siteIds()) {
    const last = settings.find(checkedKey(siteId))
    if (last === null) settings.set(checkedKey(siteId), String(now()))
    else if (now() - Number(last) >= CHECK_MS && !isPushing(siteId)) return siteId
  }
  return null
}

function checkedKey(siteId: string): string {
  return `checked ${siteId}`
}

/** A problem is reported once a month until it is repaired. */
async function checkSite(
  dependencies: MaintenanceDependencies,
  siteId: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (const { message } of await examineObjects(dependencies, siteId, signal)) {
      dependencies.onError(new Error(message), siteId)
    }
  } catch (error) {
    if (signal.aborted) return
    dependencies.onError(error, siteId)
  }
  dependencies.settings.set(checkedKey(siteId), String(dependencies.now()))
}

/**
 * Removes what killed processes have left. `isAlone` means that this server does not write yet: then even a new
 * temporary file of Galley is a leftover.
 */
async function cleanUp(
  dependencies: MaintenanceDependencies,
  siteId: string,
  { isAlone }: { readonly isAlone: boolean },
): Promise<MaintenanceFinding[]> {
  const { repository } = dependencies.folders.site(siteId)
  const found: MaintenanceFinding[] = []
  for (const { path: name, kind, age } of await findLeftovers(
    repository,
    leftoverOptions(dependencies),
  )) {
    const file = path.join(repository, name)
    const isStale =
      kind === 'lock'
        ? await isStaleLock(file, age)
        : (isAlone && isOurs(name)) || age > TEMPORARY_SECONDS
    if (!isStale) continue
    await removeTree(file)
    const what = kind === 'lock' ? 'A lock that nobody holds' : 'A file that nobody needs'
    const finding = kind === 'lock' ? 'stale_lock' : 'temporary_file'
    found.push({ siteId, kind: finding, message: `${what}: ${name}`, repaired: true })
  }
  return found
}

function leftoverOptions({ now }: MaintenanceDependencies) {
  return { now: now(), olderThan: 0 }
}

/** Names of temporary files of Galley. While this server starts, no other writer is at work. */
function isOurs(name: string): boolean {
  return /(?:_|(?<!\d))\d+_[0-9a-f]{16}$/.test(path.basename(name))
}

/** Ref locks are held for moments; one that is unchanged for two seconds is stale. */
async function isStaleLock(file: string, age: number): Promise<boolean> {
  if (!file.includes(`${path.sep}refs${path.sep}`)) return age > LONG_LOCK_SECONDS
  const before = await inodeOf(file)
  await delay(LOCK_MS)
  return before !== null && before === (await inodeOf(file))
}

async function inodeOf(file: string): Promise<string | null> {
  const found = await stat(file).catch(missingIsNull)
  return found && `${found.ino} ${found.mtimeMs}`
}

async function examine(
  dependencies: MaintenanceDependencies,
  siteId: string,
  repair: boolean,
): Promise<MaintenanceFinding[]> {
  const { repository, tree } = dependencies.folders.site(siteId)
  if (!existsSync(repository)) {
    const message = `The repository ${repository} is missing.`
    return [{ siteId, kind: 'missing_repository', message, repaired: false }]
  }
  return [
    ...(await examineLeftovers(dependencies, siteId, repair)),
    ...(await examineObjects(dependencies, siteId)),
    ...(await examineSize(dependencies, siteId, repair)),
    ...(await examineIndex(dependencies, siteId, repair)),
    ...(await examineRefused(dependencies, siteId)),
    ...(await examineWork(dependencies, siteId, repair)),
    ...(existsSync(tree) ? [] : [await remakeTree(dependencies, siteId, repair)]),
  ]
}

async function examineLeftovers(
  dependencies: MaintenanceDependencies,
  siteId: string,
  repair: boolean,
): Promise<MaintenanceFinding[]> {
  if (repair) return cleanUp(dependencies, siteId, { isAlone: false })
  const { repository } = dependencies.folders.site(siteId)
  const options = { now: dependencies.now(), olderThan: LOCK_MS / 1000 }
  return (await findLeftovers(repository, options)).map(({ path: name, kind, age }) => ({
    siteId,
    kind: kind === 'lock' ? 'stale_lock' : 'temporary_file',
    message: `${name} was left behind ${age} seconds ago.`,
    repaired: false,
  }))
}

async function examineObjects(
  { native, folders }: MaintenanceDependencies,
  siteId: string,
  signal?: AbortSignal,
): Promise<MaintenanceFinding[]> {
  const { repository } = folders.site(siteId)
  const lines = native ? await fsck(repository, signal) : []
  // If a branch moved while git checked, git reports missing commits: check again.
  const again = new Set(lines.length > 0 ? await fsck(repository, signal) : [])
  const lasting = lines.filter((line) => again.has(line))
  return [...lasting, ...(await checkObjects(repository, signal))].map((line) => ({
    siteId,
    kind: 'unsound_object',
    message: `The repository is damaged: ${line}.`,
    repaired: false,
  }))
}

async function examineSize(
  dependencies: MaintenanceDependencies,
  siteId: string,
  repair: boolean,
): Promise<MaintenanceFinding[]> {
  const { repository } = dependencies.folders.site(siteId)
  const report = await measureStorage(repository)
  if (!dependencies.native || !needsRepack(report)) return []
  if (repair) await repack(repository)
  const message = `The repository has ${report.looseObjects} loose objects and ${report.packs} packs and should be repacked.`
  return [{ siteId, kind: 'needs_repack', message, repaired: repair }]
}

async function examineIndex(
  dependencies: MaintenanceDependencies,
  siteId: string,
  repair: boolean,
): Promise<MaintenanceFinding[]> {
  const repository = await dependencies.repositories.get(siteId)
  // With the lock, because a write between its commit and the index update would look like damage.
  const { head, indexed } = await dependencies.locks.run(siteId, async () => ({
    head: await repository.head(),
    indexed: dependencies.indexedCommit(siteId),
  }))
  if (head === indexed) return []
  if (repair) await dependencies.advance.catchUp(siteId)
  const message = `The index describes commit ${indexed ?? '(none)'}, but main is at ${head ?? '(none)'}.`
  return [{ siteId, kind: 'index_behind', message, repaired: repair }]
}

/** No job runs during an examination; waiting ones must stay. */
async function examineWork(
  { folders, unfinishedJobs }: MaintenanceDependencies,
  siteId: string,
  repair: boolean,
): Promise<MaintenanceFinding[]> {
  const { work } = folders.site(siteId)
  const waiting = unfinishedJobs(siteId).filter(({ state }) => state === 'queued')
  const names = await findWorkLeftovers(work, waiting)
  if (repair) await removeWorkLeftovers(work, names)
  return names.map((name) => ({
    siteId,
    kind: 'unfinished_work',
    message: `work/${name} was left by a build or an import that was killed.`,
    repaired: repair,
  }))
}

/** Refused commits of users are not removed here, even if they are useless. */
async function examineRefused(
  { repositories }: MaintenanceDependencies,
  siteId: string,
): Promise<MaintenanceFinding[]> {
  const repository = await repositories.get(siteId)
  const refs = await repository.listRefs(`${REFUSED}/`)
  return refs.map(({ name, oid }) => ({
    siteId,
    kind: 'refused_commit',
    message: `Commit ${oid} was refused and set aside as ${name}.`,
    repaired: false,
  }))
}

async function remakeTree(
  dependencies: MaintenanceDependencies,
  siteId: string,
  repair: boolean,
): Promise<MaintenanceFinding> {
  if (repair) await dependencies.worktrees.followNow(siteId)
  const message = 'The working tree is missing.'
  return { siteId, kind: 'missing_working_tree', message, repaired: repair }
}
