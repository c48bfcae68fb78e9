/**
 * The working tree beside a bare repository, in which people edit files.
 *
 * Two promises: what somebody changed on disk is never overwritten (it is reported as `kept`), and nothing outside of
 * the folder is touched, whatever links are in it. Symbolic links and submodules of the repository are not checked
 * out.
 */
import { mkdir } from 'node:fs/promises'
import type { Change } from '../diff/diff.js'
import { applyChanges, isFile } from './apply-changes.js'
import type { Applied, Steps, WorktreeOptions } from './apply-changes.js'
import { forgetLost, type FormerBlobs } from './crash-recovery.js'
import { folderOfPath, splitPath } from '../objects/paths.js'
import { inFolder, readIn, statIn } from './safe-fs.js'
import { scanTree } from './scan.js'
import type { Scan } from './scan.js'
import type { Entry, Snapshot } from '../objects/snapshot.js'
import { fileSystemTime, noteInStatCache, readStatCache, writeStatCache } from './stat-cache.js'
import type { StatCache } from './stat-cache.js'
import { forEachYielding } from '../../system/yielding.js'

/** A working tree. Only one function may run at a time: callers hold the site's lock. */
export interface Worktree {
  /** Writes the files of a snapshot to disk, and removes unchanged files that it does not have. */
  checkout(snapshot: Snapshot): Promise<Applied>
  /** Applies the changes between the last checkout and the next. */
  update(changes: readonly Change[]): Promise<Applied>
  /**
   * Must be called first after a power failure. Finds files of the snapshot or of the last checkout that the disk has
   * lost; the next checkout writes them again. Whatever changed after `bootTime` (milliseconds since the Unix epoch)
   * was changed by a user. Files with a blob of `former` are ours, too: they are removed where the note of their
   * checkout is lost.
   *
   * @returns the lost paths
   */
  recover(snapshot: Snapshot, bootTime: number, former?: FormerBlobs): Promise<string[]>
  /** Compares the disk with the last checkout. */
  scan(): Promise<Scan>
  /** Content of a file on disk, without following links; null if there is none. */
  read(path: string): Promise<Buffer | null>
  /** Notes that the state on disk was committed; each entry is that of the new commit. */
  accept(entries: readonly { readonly path: string; readonly entry: Entry | null }[]): Promise<void>
}

/** Opens a working tree. The folder is created if it does not exist and nothing was checked out before. */
export function openWorktree(options: WorktreeOptions): Worktree {
  const { root, cacheFile } = options
  let loaded: Promise<StatCache> | undefined
  const load = (): Promise<StatCache> => {
    loaded ??= readStatCache(cacheFile)
    loaded.catch(() => (loaded = undefined))
    return loaded
  }
  const change = async <T>(
    work: (cache: StatCache) => Promise<T>,
    names?: readonly string[],
  ): Promise<T> => {
    const cache = await load()
    if (cache.files.size === 0) await mkdir(root, { recursive: true })
    try {
      return await work(cache)
    } finally {
      // Also after a failure: files that were written must not look like edits of a user.
      if (names) await noteInStatCache(cacheFile, cache, names)
      else await writeStatCache(cacheFile, cache)
    }
  }
  return {
    checkout: (snapshot) =>
      change(async (cache) => applyChanges(options, cache, await wanted(options, snapshot, cache))),
    async update(changes) {
      const todo = await steps(changes)
      return change((cache) => applyChanges(options, cache, todo), [...todo.keys()])
    },
    recover: (snapshot, bootTime, former = new Map()) =>
      change(async (cache) => {
        const files = (await snapshot.entries()).filter(isFile)
        const wanted = new Map(files.map((entry) => [entry.path, entry]))
        const boot = BigInt(Math.floor(bootTime)) * 1_000_000n
        return forgetLost({ ...options, cache, wanted, former, bootTime: boot })
      }),
    async scan() {
      const cache = await load()
      const time = await fileSystemTime(cacheFile)
      const { refreshed, ...found } = await scanTree(options, cache)
      if (refreshed === 0) return found
      cache.trustedBefore = time
      await writeStatCache(cacheFile, cache)
      return found
    },
    async read(path) {
      options.signal?.throwIfAborted()
      return readOne(root, path)
    },
    accept: (entries) =>
      change(
        (cache) => acceptEntries(root, cache, entries),
        entries.map(({ path }) => path),
      ),
  }
}

async function wanted(
  { signal }: WorktreeOptions,
  snapshot: Snapshot,
  cache: StatCache,
): Promise<Steps> {
  const result: Steps = new Map([...cache.files.keys()].map((path) => [path, null]))
  for await (const entry of snapshot.list()) {
    signal?.throwIfAborted()
    result.set(entry.path, entry)
  }
  return result
}

async function steps(changes: readonly Change[]): Promise<Steps> {
  const result: Steps = new Map()
  await forEachYielding(changes, ({ before }) => {
    if (before) result.set(before.path, null)
  })
  await forEachYielding(changes, ({ after }) => {
    if (after) result.set(after.path, after)
  })
  return result
}

async function readOne(root: string, path: string): Promise<Buffer | null> {
  const name = splitPath(path).pop() ?? ''
  const request = { root, folder: folderOfPath(path), create: false }
  return inFolder(request, async (folder) => (await readIn(folder, name))?.data ?? null)
}

async function acceptEntries(
  root: string,
  cache: StatCache,
  entries: readonly { readonly path: string; readonly entry: Entry | null }[],
): Promise<void> {
  for (const { path, entry } of entries) {
    const name = splitPath(path).pop() ?? ''
    const request = { root, folder: folderOfPath(path), create: false }
    // The state stays unknown, so that the next scan compares the content: it may have changed by now.
    const there = await inFolder(request, (folder) => statIn(folder, name))
    if (isFile(entry)) cache.files.set(path, { oid: entry.oid, mode: entry.mode, state: '' })
    else if (there === null) cache.files.delete(path)
  }
}
