/**
 * Compares a working tree with the last checkout: which files were changed, added or deleted on disk. Contents are
 * read only if the state on disk does not prove that a file is unchanged.
 */
import type { BigIntStats } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { forEachYielding } from '../../system/yielding.js'
import { GitError, ioError } from '../program/git-error.js'
import { hashObject } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'
import { isDotGit, joinPath } from '../objects/paths.js'
import { inFolder, readIn, removeIn, statAllIn, statIn, TEMPORARY } from './safe-fs.js'
import type { OpenFolder } from './safe-fs.js'
import { stateOf } from './stat-cache.js'
import type { CachedFile, StatCache } from './stat-cache.js'

/** A file that differs from the last checkout. */
export interface DiskChange {
  readonly path: string
  readonly kind: 'added' | 'changed' | 'deleted'
  /** The blob that was last checked out; null for a new file. */
  readonly base: Oid | null
  /** Id of the content on disk; null for a deleted file. The object need not exist. */
  readonly oid: Oid | null
  readonly mode: '100644' | '100755'
}

/** The result of a scan. */
export interface Scan {
  /** Sorted by path. */
  readonly changes: readonly DiskChange[]
  /** Files that were being written; scan again a little later. */
  readonly unsettled: readonly string[]
  /** Files that cannot be committed: symbolic links, devices, names that are not UTF-8. */
  readonly skipped: readonly string[]
}

/**
 * Temporary names of editors and systems, which are ignored for new files: `x~`, `.x.swp`, `#x#`, `.#x`, `4913`,
 * `.goutputstream-…`, `x___jb_tmp___`, `~$x`, `.~lock.x#`, `.DS_Store`, `Thumbs.db`, `desktop.ini`, `.nfs…`,
 * `.fuse_hidden…`.
 */
const PASSING =
  /^(.*~|\..*\.sw[a-z]|#.*#|\.#.*|4913|\.goutputstream-.*|.*___jb_(tmp|old)___|~\$.*|\.~lock\..*#|\.DS_Store|Thumbs\.db|desktop\.ini|\.nfs[0-9a-f]+|\.fuse_hidden.*)$/

/** True if a new file of this name is ignored. */
function isPassingName(name: string): boolean {
  return PASSING.test(name)
}

interface Scanned {
  readonly root: string
  /** When aborted, the scan stops at the next file, with the signal's reason. */
  readonly signal?: AbortSignal
}

interface Walk extends Scanned {
  readonly cache: StatCache
  readonly seen: Set<string>
  readonly fresh: Map<string, CachedFile>
  readonly changes: DiskChange[]
  readonly unsettled: string[]
  readonly skipped: string[]
}

/**
 * Scans the tree. For unchanged files, the cache gets the new state. For changed files it keeps the old one, so that
 * a change is reported until it is committed. `refreshed` counts the files with a new state.
 *
 * @throws GitError `io` if the root is missing or a folder cannot be read; it never reports all files as deleted then
 */
export async function scanTree(
  scanned: Scanned,
  cache: StatCache,
): Promise<Scan & { readonly refreshed: number }> {
  const lists = { changes: [], unsettled: [], skipped: [] }
  const walk: Walk = { ...scanned, cache, seen: new Set(), fresh: new Map(), ...lists }
  await scanFolder(walk, '')
  await forEachYielding(cache.files, ([path, { oid, mode }]) => {
    if (walk.seen.has(path)) return
    const base = { path, base: oid, oid: null }
    walk.changes.push({ ...base, kind: 'deleted', mode: mode === '100755' ? mode : '100644' })
  })
  for (const [path, file] of walk.fresh) cache.files.set(path, file)
  walk.changes.sort((a, b) => (a.path < b.path ? -1 : 1))
  const { changes, unsettled, skipped, fresh } = walk
  return { changes, unsettled: unsettled.sort(), skipped: skipped.sort(), refreshed: fresh.size }
}

async function scanFolder(walk: Walk, folder: string): Promise<void> {
  const inner: string[] = []
  const request = { root: walk.root, folder, create: false }
  const done = await inFolder(request, async (open) => {
    const all = await namesIn(open)
    for (const name of all.filter((one) => LEFT_BEHIND.test(one))) {
      await clearLeftover(walk, { open, name, path: joinPath(folder, name) })
    }
    const names: string[] = []
    await forEachYielding(all, (name) => {
      if (!isDotGit(name) && !name.startsWith(TEMPORARY)) names.push(name)
    })
    const states = await statAllIn(open, names, () => walk.signal?.throwIfAborted())
    const others: Seen[] = []
    await forEachYielding(names.entries(), ([at, name]) => {
      const named = { name, path: joinPath(folder, name), stats: states[at] ?? null }
      if (!isAsKnown(walk, named)) others.push(named)
    })
    for (const named of others) {
      walk.signal?.throwIfAborted()
      if (await isFolder(walk, open, named)) inner.push(named.path)
    }
    return true
  }).catch((error: unknown) => passUnsafe(walk, folder, error))
  if (done === null && folder === '') throw new GitError('io', `${walk.root} is not there.`)
  for (const path of inner) await scanFolder(walk, path)
}

/** A temporary file of Galley, with the process id of its writer. */
const LEFT_BEHIND = /^\.galley-tmp-(\d+)_[0-9a-f]{16}$/
/** Tolerance for clocks that are set back. */
const SLACK_MS = 60_000

/**
 * Removes a temporary file of a killed process. There is only one writer, so it belongs to a killed one if its
 * process id is another, or if it is older than this process (ids are reused, especially in containers).
 */
async function clearLeftover(walk: Walk, named: Unlisted): Promise<void> {
  const { open, name, path } = named
  const stats = await statIn(open, name)
  if (!stats?.isFile() || walk.cache.files.has(path)) return
  const isOfUs = LEFT_BEHIND.exec(name)?.[1] === String(process.pid)
  const isOld = Number(stats.mtimeMs) < performance.timeOrigin - SLACK_MS
  if (!isOfUs || isOld) await removeIn(open, name)
}

interface Unlisted extends Named {
  readonly open: OpenFolder
}

/** A folder that became a link between listing and opening is treated as a link. */
function passUnsafe(walk: Walk, folder: string, error: unknown): true {
  walk.signal?.throwIfAborted()
  if (!(error instanceof GitError) || error.code !== 'unsafe_path') {
    throw ioError(error, `Scanning ${folder || walk.root}`)
  }
  keepBelow(walk, folder)
  return true
}

async function namesIn(open: OpenFolder): Promise<string[]> {
  return (await readdir(open.at('.'))).sort()
}

interface Named {
  readonly name: string
  readonly path: string
}

interface Seen extends Named {
  /** Null if it was deleted meanwhile. */
  readonly stats: BigIntStats | null
}

/** True if the state proves that the file is unchanged. */
function isAsKnown(walk: Walk, { path, stats }: Seen): boolean {
  const known = walk.cache.files.get(path)
  if (known === undefined || !stats?.isFile()) return false
  if (known.state !== stateOf(stats) || stats.mtimeNs >= walk.cache.trustedBefore) return false
  walk.seen.add(path)
  return true
}

/** Examines one name. @returns whether it is a folder to scan */
async function isFolder(walk: Walk, open: OpenFolder, named: Seen): Promise<boolean> {
  const { name, path, stats } = named
  if (stats?.isDirectory()) return true
  if (stats?.isFile()) {
    await scanFile(walk, open, named)
  } else if (stats !== null || name.includes('\ufffd')) {
    keepBelow(walk, path)
  }
  return false
}

/** Files that cannot be examined count neither as changed nor as deleted. */
function keepBelow(walk: Walk, path: string): void {
  walk.skipped.push(path)
  for (const known of walk.cache.files.keys()) {
    if (known === path || known.startsWith(`${path}/`)) walk.seen.add(known)
  }
}

async function scanFile(walk: Walk, open: OpenFolder, { name, path }: Named): Promise<void> {
  const known = walk.cache.files.get(path)
  if (!known && isPassingName(name)) return
  walk.seen.add(path)
  const read = await readSettled(open, name)
  if (read === 'gone') walk.seen.delete(path)
  if (read === 'moving') walk.unsettled.push(path)
  if (typeof read === 'string') return
  const { oid, mode } = read
  if (known?.oid === oid && known.mode === mode)
    walk.fresh.set(path, { oid, mode, state: read.state })
  else {
    const base = known?.oid ?? null
    walk.changes.push({ path, kind: known ? 'changed' : 'added', base, oid, mode })
  }
}

interface Content {
  readonly oid: Oid
  readonly mode: '100644' | '100755'
  readonly state: string
}

/** Reads a file, and compares its state before and after. A file that changes meanwhile is not settled. */
async function readSettled(open: OpenFolder, name: string): Promise<Content | 'gone' | 'moving'> {
  const read = await readIn(open, name)
  const after = await statIn(open, name)
  if (read === null || after === null) return after === null ? 'gone' : 'moving'
  const state = stateOf(read.stats)
  if (stateOf(after) !== state || read.data.length !== Number(read.stats.size)) return 'moving'
  const executable = (read.stats.mode & 0o100n) !== 0n
  const oid = await hashObject('blob', read.data)
  return { oid, mode: executable ? '100755' : '100644', state }
}
