/**
 * Writes changes of the repository into a working tree, and leaves alone what somebody has edited there.
 *
 * A file is examined before it is replaced or removed; edits that come too late for that are found by `late-edits.ts`.
 */
import { forEachParallel, mapLimited } from '../../system/parallel.js'
import { createYielder, forEachYielding } from '../../system/yielding.js'
import { startFreshFiles } from './bulk-writer.js'
import type { FreshFiles } from './bulk-writer.js'
import { foldersAbove } from './folders-above.js'
import { createLateEdits } from './late-edits.js'
import type { LateEdits, NameCopy } from './late-edits.js'
import { GitError } from '../program/git-error.js'
import { hashObject } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'
import { folderOfPath, splitPath } from '../objects/paths.js'
import type { ObjectReader } from '../objects/reader.js'
import { readTyped } from '../objects/reader.js'
import {
  inFolder,
  readIn,
  removeFolderIn,
  removeUnlessEdited,
  statNow,
  writeIn,
} from './safe-fs.js'
import type { HeldFile, OpenFolder } from './safe-fs.js'
import type { Entry } from '../objects/snapshot.js'
import { stateOf } from './stat-cache.js'
import type { CachedFile, StatCache } from './stat-cache.js'

/** A file that was not written, because somebody has changed it on disk. */
interface KeptFile {
  readonly path: string
  /** The blob that was last checked out, as the base of a merge; null if none was. */
  readonly base: Oid | null
}

/** The result of a checkout. */
export interface Applied {
  readonly kept: readonly KeptFile[]
  /** Paths that are never checked out, or that lead over a link. */
  readonly skipped: readonly string[]
}

/** Where the working tree is. */
export interface WorktreeOptions {
  readonly root: string
  /** File for the stat cache: beside the tree, on the same file system, not in it. */
  readonly cacheFile: string
  readonly reader: ObjectReader
  /**
   * When aborted, work stops at the next file, with the signal's reason. Files that were written are noted, and the
   * next checkout continues from there.
   */
  readonly signal?: AbortSignal
  /** If left out, `.conflict-` and the first eight digits of the blob are appended. */
  readonly nameCopy?: NameCopy
}

const PARALLEL_FOLDERS = 4
const PARALLEL_STEPS = 4

/** By path: the new file; null to remove it. */
export type Steps = Map<string, Entry | null>

interface Work {
  readonly options: WorktreeOptions
  readonly cache: StatCache
  /** By path. */
  readonly kept: Map<string, KeptFile>
  readonly skipped: string[]
  /** Writes new files in a thread; null if there are few. */
  readonly fresh: FreshFiles | null
  readonly late: LateEdits
}

/** From this number of new files on, a thread is used. */
const MIN_FOR_THREAD = 500

/** Applies steps, and updates the cache; removals come first. */
export async function applyChanges(
  options: WorktreeOptions,
  cache: StatCache,
  todo: Steps,
): Promise<Applied> {
  const removals = [...todo].filter(([, entry]) => !isFile(entry))
  const writes = [...todo].filter(([, entry]) => isFile(entry))
  const isNew = ([path]: readonly [string, unknown]) => !cache.files.has(path)
  const fresh = writes.filter(isNew).length >= MIN_FOR_THREAD ? startFreshFiles(options) : null
  const kept = new Map<string, KeptFile>()
  const late = createLateEdits({
    root: options.root,
    nameCopy: options.nameCopy ?? ((path, oid) => `${path}.conflict-${oid.slice(0, 8)}`),
    onBack({ path, known }) {
      // Compared with the version that it was made from, so that the next scan finds it.
      if (known) cache.files.set(path, { ...known, state: '' })
      else cache.files.delete(path)
      kept.set(path, { path, base: known?.oid ?? null })
    },
  })
  const work: Work = { options, cache, kept, skipped: [], fresh, late }
  try {
    // Removals come first: a folder must be gone before a file takes its name.
    await eachFolder(work, removals, runSteps(work, removeStep))
    await removeEmpty(work, removals)
    await eachFolder(work, writes, (folder, list) => writeAll(work, folder, list))
  } finally {
    await fresh?.close()
    await late.settle()
  }
  const inOrder = [...kept.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  return { kept: inOrder, skipped: work.skipped.sort() }
}

/** True for what is checked out. */
export function isFile(entry: Entry | null): entry is Entry {
  return entry?.mode === '100644' || entry?.mode === '100755'
}

interface Step {
  readonly path: string
  readonly name: string
  readonly entry: Entry | null
}

type StepWork = (work: Work, folder: OpenFolder, step: Step) => Promise<void>
type FolderWork = (folder: OpenFolder, list: readonly Step[]) => Promise<void>

/** Opens each folder once, for all steps in it. When it ends, also with an error, no step is under way any more. */
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
  await forEachParallel(folders, PARALLEL_FOLDERS, async ([folder, list]) => {
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
    const yieldIfDue = createYielder()
    const outcomes = await mapLimited(list, PARALLEL_STEPS, async (step) => {
      // Much of a step is synchronous.
      await yieldIfDue()
      return run(work, folder, step).then(
        () => null,
        (error: unknown) => ({ error }),
      )
    })
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
  const stats = statNow(folder, step.name)
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
  work.kept.set(path, { path, base: work.cache.files.get(path)?.oid ?? null })
}

async function removeStep(work: Work, folder: OpenFolder, step: Step): Promise<void> {
  work.options.signal?.throwIfAborted()
  if (step.entry) work.skipped.push(step.path)
  const known = work.cache.files.get(step.path)
  if (!known) return
  const isUnedited = async () =>
    (await lookAt(work, folder, { ...step, entry: null })) !== 'changed'
  const removed = await removeUnlessEdited(folder, step.name, isUnedited)
  if (removed === null) {
    keep(work, step.path)
    return
  }
  work.cache.files.delete(step.path)
  await watchOld(work, step.path, { held: removed.old, known, now: null })
}

interface Left {
  readonly held: HeldFile | null
  readonly known: CachedFile | null
  readonly now: string | null
}

async function watchOld(work: Work, path: string, { held, ...left }: Left): Promise<void> {
  if (held) await work.late.watch({ path, held, ...left })
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
  const written = await writeIn(folder, {
    name: step.name,
    data: await readTyped(work.options.reader, 'blob', entry.oid),
    executable: entry.mode === '100755',
    mayReplace: async () => !isEdited(await lookAt(work, folder, step)),
  })
  if (written === null) {
    keep(work, path)
    return
  }
  const now = written.stats && stateOf(written.stats)
  work.cache.files.set(path, { oid: entry.oid, mode: entry.mode, state: now ?? '' })
  await watchOld(work, path, { held: written.old, known: known ?? null, now })
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
