/**
 * The working tree beside a bare repository, in which people edit files.
 *
 * Two promises: what somebody changed on disk is never overwritten (it is reported as `kept`), and nothing outside of
 * the folder is touched, whatever links are in it. Symbolic links and submodules of the repository are not checked
 * out.
 */
import { mkdir } from 'node:fs/promises'
import { mapLimited } from '../../system/parallel.js'
import { forEachYielding } from '../../system/yielding.js'
import type { Change } from '../diff/diff.js'
import { startFreshFiles } from './bulk-writer.js'
import type { FreshFiles } from './bulk-writer.js'
import { foldersAbove } from './folders-above.js'
import { GitError } from '../program/git-error.js'
import { forgetLost, type FormerBlobs } from './crash-recovery.js'
import { hashObject } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'
import { folderOfPath, splitPath } from '../objects/paths.js'
import type { ObjectReader } from '../objects/reader.js'
import { readTyped } from '../objects/reader.js'
import { inFolder, readIn, removeFolderIn, removeIn, statIn, writeIn } from './safe-fs.js'
import type { OpenFolder } from './safe-fs.js'
import { scanTree } from './scan.js'
import type { Scan } from './scan.js'
import type { Entry, Snapshot } from '../objects/snapshot.js'
import {
  fileSystemTime,
  noteInStatCache,
  readStatCache,
  stateOf,
  writeStatCache,
} from './stat-cache.js'
import type { StatCache } from './stat-cache.js'

/** A file that was not written, because somebody has changed it on disk. */
interface KeptFile {
  readonly path: string
  /** The blob that was last checked out, as the base of a merge; null if none was. */
  readonly base: Oid | null
}

/** The result of a checkout. */
interface Applied {
  readonly kept: readonly KeptFile[]
  /** Paths that are never checked out, or that lead over a link. */
  readonly skipped: readonly string[]
}

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

/** Where the working tree is. */
interface WorktreeOptions {
  readonly root: string
  /** File for the stat cache: beside the tree, on the same file system, not in it. */
  readonly cacheFile: string
  readonly reader: ObjectReader
  /**
   * When aborted, work stops at the next file, with the signal's reason. Files that were written are noted, and the
   * next checkout continues from there.
   */
  readonly signal?: AbortSignal
}

const PARALLEL_FOLDERS = 4
const PARALLEL_STEPS = 4

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
    update(changes) {
      const todo = steps(changes)
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

/** By path: the new file; null to remove it. */
type Steps = Map<string, Entry | null>

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

function steps(changes: readonly Change[]): Steps {
  const result: Steps = new Map()
  for (const { before } of changes) if (before) result.set(before.path, null)
  for (const { after } of changes) if (after) result.set(after.path, after)
  return result
}

interface Work {
  readonly options: WorktreeOptions
  readonly cache: StatCache
  readonly kept: KeptFile[]
  readonly skipped: string[]
  /** Writes new files in a thread; null if there are few. */
  readonly fresh: FreshFiles | null
}

/** From this number of new files on, a thread is used. */
const MIN_FOR_THREAD = 500

async function applyChanges(
  options: WorktreeOptions,
  cache: StatCache,
  todo: Steps,
): Promise<Applied> {
  const removals = [...todo].filter(([, entry]) => !isFile(entry))
  const writes = [...todo].filter(([, entry]) => isFile(entry))
  const isNew = ([path]: readonly [string, unknown]) => !cache.files.has(path)
  const fresh = writes.filter(isNew).length >= MIN_FOR_THREAD ? startFreshFiles(options) : null
  const work: Work = { options, cache, kept: [], skipped: [], fresh }
  try {
    // Removals come first: a folder must be gone before a file takes its name.
    await eachFolder(work, removals, runSteps(work, removeStep))
    await removeEmpty(work, removals)
    await eachFolder(work, writes, (folder, list) => writeAll(work, folder, list))
  } finally {
    await fresh?.close()
  }
  work.kept.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { kept: work.kept, skipped: work.skipped.sort() }
}

function isFile(entry: Entry | null): entry is Entry {
  return entry?.mode === '100644' || entry?.mode === '100755'
}

interface Step {
  readonly path: string
  readonly name: string
  readonly entry: Entry | null
}

type StepWork = (work: Work, folder: OpenFolder, step: Step) => Promise<void>
type FolderWork = (folder: OpenFolder, list: readonly Step[]) => Promise<void>

/** Opens each folder once, for all steps in it. */
async function eachFolder(
  work: Work,
  todo: readonly [string, Entry | null][],
  run: FolderWork,
): Promise<void> {
  const folders = new Map<string, Step[]>()
  await forEachYielding(todo, ([path, entry]) => {
    const folder = folderOfPath(path)
    const step = { path, name: path.slice(folder.length && folder.length + 1), entry }
    if (!isSafePath(path)) work.skipped.push(path)
    else if (folders.get(folder)?.push(step) === undefined) folders.set(folder, [step])
  })
  await mapLimited([...folders], PARALLEL_FOLDERS, async ([folder, list]) => {
    const request = {
      root: work.options.root,
      folder,
      // If all these files existed before, a user has removed the folder: do not create it again.
      create: list.some(({ path, entry }) => isFile(entry) && !work.cache.files.has(path)),
    }
    const runAll = async (open: OpenFolder): Promise<true> => {
      await run(open, list)
      return true
    }
    const done = await inFolder(request, runAll).catch((error: unknown) =>
      skipUnsafe(work, list, error),
    )
    if (done === null) for (const step of list) skipMissingFolder(work, step)
  })
}

/** For a folder that a user has removed: removals are done, and files to be written count as deleted by the user. */
function skipMissingFolder(work: Work, { path, entry }: Step): void {
  if (isFile(entry)) keep(work, path)
  else work.cache.files.delete(path)
}

/** Runs several steps at a time. When it ends, none is running any more, because the folder is closed then. */
function runSteps(work: Work, run: StepWork): FolderWork {
  return async (folder, list) => {
    const outcomes = await mapLimited(list, PARALLEL_STEPS, (step) =>
      run(work, folder, step).then(
        () => null,
        (error: unknown) => ({ error }),
      ),
    )
    for (const outcome of outcomes) if (outcome) throw outcome.error
  }
}

/** A tree from elsewhere may contain a path that is not safe to write. */
function isSafePath(path: string): boolean {
  try {
    return splitPath(path).length > 0
  } catch {
    return false
  }
}

function skipUnsafe(work: Work, list: readonly Step[], error: unknown): true {
  if (!(error instanceof GitError) || error.code !== 'unsafe_path') throw error
  for (const { path } of list) work.skipped.push(path)
  return true
}

/** The state on disk: absent, equal to the last checkout, equal to the new version already, or changed. */
type Disk = 'absent' | 'clean' | 'next' | 'changed'

async function lookAt(work: Work, folder: OpenFolder, step: Step): Promise<Disk> {
  const stats = await statIn(folder, step.name)
  if (stats === null) return 'absent'
  const known = work.cache.files.get(step.path)
  if (!stats.isFile()) return 'changed'
  const trusted = stats.mtimeNs < work.cache.trustedBefore
  if (known && trusted && known.state === stateOf(stats)) return 'clean'
  const read = await readIn(folder, step.name)
  if (read === null) return 'changed'
  const oid = await hashObject('blob', read.data)
  const mode = (read.stats.mode & 0o100n) !== 0n ? '100755' : '100644'
  if (step.entry?.oid === oid) return step.entry.mode === mode ? 'next' : 'clean'
  return known?.oid === oid && known.mode === mode ? 'clean' : 'changed'
}

function keep(work: Work, path: string): void {
  work.kept.push({ path, base: work.cache.files.get(path)?.oid ?? null })
}

async function removeStep(work: Work, folder: OpenFolder, step: Step): Promise<void> {
  work.options.signal?.throwIfAborted()
  if (step.entry) work.skipped.push(step.path)
  if (!work.cache.files.has(step.path)) return
  const disk = await lookAt(work, folder, { ...step, entry: null })
  if (disk === 'changed') {
    keep(work, step.path)
    return
  }
  if (disk === 'clean') await removeIn(folder, step.name)
  work.cache.files.delete(step.path)
}

async function writeStep(work: Work, folder: OpenFolder, step: Step): Promise<void> {
  const { entry, path } = step
  work.options.signal?.throwIfAborted()
  if (!isFile(entry)) return
  const known = work.cache.files.get(path)
  // A file that is missing was deleted by a user, which is an edit as well.
  const isEdited = (disk: Disk): boolean => disk === 'changed' || (disk === 'absent' && !!known)
  const disk = await lookAt(work, folder, step)
  if (isEdited(disk)) {
    keep(work, path)
    return
  }
  if (disk === 'next') {
    work.cache.files.set(path, { oid: entry.oid, mode: entry.mode, state: '' })
    return
  }
  if (disk === 'clean' && known?.oid === entry.oid && known.mode === entry.mode) return
  const stats = await writeIn(folder, {
    name: step.name,
    data: await readTyped(work.options.reader, 'blob', entry.oid),
    executable: entry.mode === '100755',
    mayReplace: async () => !isEdited(await lookAt(work, folder, step)),
  })
  if (stats === null) keep(work, path)
  else work.cache.files.set(path, { oid: entry.oid, mode: entry.mode, state: stateOf(stats) })
}

/** First the files for the thread, then all that it did not write. */
async function writeAll(work: Work, folder: OpenFolder, list: readonly Step[]): Promise<void> {
  const { fresh, cache } = work
  const written = new Set<string>()
  if (fresh) {
    const files = list.flatMap(({ name, path, entry }) =>
      isFile(entry) && !cache.files.has(path)
        ? [{ name, path, oid: entry.oid, mode: entry.mode, executable: entry.mode === '100755' }]
        : [],
    )
    const states = await fresh.write(folder, files)
    for (const { name, path, oid, mode } of files) {
      const state = states.get(name)
      if (state === undefined) continue
      cache.files.set(path, { oid, mode, state })
      written.add(path)
    }
  }
  const left = list.filter(({ path }) => !written.has(path))
  await runSteps(work, writeStep)(folder, left)
}

/** Removes empty folders, deepest first: git has no empty folders. */
async function removeEmpty(work: Work, removals: readonly [string, unknown][]): Promise<void> {
  for (const folder of await foldersAbove(removals.map(([path]) => path))) {
    if (!isSafePath(folder)) continue
    const parent = folderOfPath(folder)
    const name = folder.slice(parent.length && parent.length + 1)
    const request = { root: work.options.root, folder: parent, create: false }
    await inFolder(request, (open) => removeFolderIn(open, name)).catch((error: unknown) =>
      skipUnsafe(work, [], error),
    )
  }
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
