/**
 * Writes the files of a snapshot into a folder for a build, so that the build request is plain data. In place of a pointer of
 * Git LFS, it writes the object, if the repository has it.
 *
 * The folder is kept between builds, and only changed files are written. A note beside it names its commit. While it
 * is being changed there is no note; after a crash, everything is written again.
 *
 * @see src/service/README.md
 */

import { randomUUID } from 'node:crypto'
import {
  constants,
  copyFile,
  mkdir,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { isConflictCopy } from '../../content/paths.js'
import { findObject } from '../../git/lfs/objects.js'
import { isPointer, parsePointer, type PointerAt } from '../../git/lfs/pointer.js'
import { folderOfPath } from '../../git/objects/paths.js'
import type { Entry } from '../../git/objects/snapshot.js'
import type { Repository } from '../../git/repository.js'
import { startFreshFiles, type FreshFile } from '../../git/worktree/bulk-writer.js'
import type { Withheld } from '../branch/withheld.js'
import { forEachYielding } from '../../system/yielding.js'

interface MaterializeRequest {
  readonly commit: string
  /** Folder for the files; the note is beside it. */
  readonly folder: string
  readonly signal: AbortSignal
  /** Identifies the start of the machine: files that were written before a power failure are not trusted. */
  readonly boot: string
  /**
   * Time of the last change of a path in seconds since the Unix epoch, for its file; null for the time of writing.
   */
  readonly changedAt?: (path: string) => number | null
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Paths that are not written; asked for only if something may be. */
  readonly withheld?: () => Promise<Withheld>
}

const PARALLEL = 32

/** What the folder holds now, and what it held. */
export interface Materialized {
  /** Names exactly these files: whenever the folder is changed, it gets another name. */
  readonly state: string
  /** The state before, which is the same if nothing was changed; null if unknown. */
  readonly before: string | null
  /** The paths that differ between the two; null if unknown. */
  readonly changed: readonly string[] | null
  /** When a file will be withheld that is not yet, in milliseconds since the Unix epoch; null for never. */
  readonly until: number | null
  /** Files that are pointers of Git LFS, since the repository does not have their objects. */
  readonly missing: readonly PointerAt[]
}

/**
 * Makes a folder equal to a commit, without links, submodules and copies of conflicts. Files can get the time of
 * their last commit, which pages show (`last_modified_at`, `modified_time`).
 */
export async function materialize(
  repository: Repository,
  request: MaterializeRequest,
): Promise<Materialized> {
  const { commit, folder, signal, boot, now } = request
  const note = `${folder}.commit`
  const noted = noteIn(await readFile(note, 'utf8').catch(() => ''), boot)
  if (noted?.commit === commit && isStillSo(noted, now)) return retry(repository, request, noted)
  const { paths: withheld, until } = (await request.withheld?.()) ?? NOTHING_WITHHELD
  await rm(note, { force: true })
  const changes = noted && (await changesSince(repository, noted, { commit, withheld }))
  const missing: PointerAt[] = []
  const write = async (entry: Entry) => {
    missing.push(...(await writeEntry(repository, request, entry)))
  }
  let arrived: readonly PointerAt[] = []
  if (changes) {
    await inParallel(
      changes.removed,
      (gone) => rm(path.join(folder, gone), { force: true }),
      signal,
    )
    await inParallel(changes.written, write, signal)
    const touched = new Set(pathsOf(changes))
    const others = noted.missing.filter((file) => !touched.has(file.path))
    arrived = await takeObjects(repository, request, others)
    missing.push(...others.filter((file) => !arrived.includes(file)))
  } else {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const all = await repository.snapshot(commit).entries()
    const entries = all.filter((entry) => !withheld.has(entry.path))
    await inParallel(await writeMany(repository, request, entries), write, signal)
  }
  const state = randomUUID()
  await writeNote(folder, { commit, boot, state, withheld, at: now, until, missing })
  if (noted === null || changes === null) {
    return { state, before: null, changed: null, until, missing }
  }
  const changed = [...pathsOf(changes), ...arrived.map((file) => file.path)]
  return { state, before: noted.state, changed: [...new Set(changed)], until, missing }
}

/** For a folder that has the commit already: takes the objects that have come since. */
async function retry(
  repository: Repository,
  request: MaterializeRequest,
  noted: Note,
): Promise<Materialized> {
  const { state: before, until } = noted
  if (noted.missing.length === 0) return { state: before, before, changed: [], until, missing: [] }
  const { folder, boot } = request
  // Of a folder that is left half changed nothing is known.
  await rm(`${folder}.commit`, { force: true })
  const arrived = await takeObjects(repository, request, noted.missing)
  const missing = noted.missing.filter((file) => !arrived.includes(file))
  const state = arrived.length > 0 ? randomUUID() : before
  await writeNote(folder, { ...noted, boot, state, missing })
  return { state, before, changed: arrived.map((file) => file.path), until, missing }
}

function pathsOf({ removed, written }: Changes): string[] {
  return [...removed, ...written.map((entry) => entry.path)]
}

/** The paths that differ from a state, if they are known; null otherwise. */
export function changedSince(
  { state, before, changed }: Materialized,
  known: string | null,
): readonly string[] | null {
  if (known === null) return null
  if (known === state) return []
  return known === before ? changed : null
}

const NOTHING_WITHHELD: Withheld = { paths: new Set(), until: null }

/** Whether nothing has expired since, and the clock was not set back to before. */
function isStillSo({ at, until }: Note, now: number): boolean {
  return at <= now && (until === null || now < until)
}

/** What was written, as the note beside the folder has it. */
interface Note {
  readonly commit: string
  /** @see Materialized */
  readonly state: string
  readonly withheld: ReadonlySet<string>
  /** When it was written, and until when the same is withheld, in milliseconds since the Unix epoch. */
  readonly at: number
  readonly until: number | null
  readonly missing: readonly PointerAt[]
}

async function writeNote(folder: string, note: Note & { readonly boot: string }): Promise<void> {
  const file = `${folder}.commit`
  await writeFile(`${file}.new`, JSON.stringify({ ...note, withheld: [...note.withheld] }))
  await rename(`${file}.new`, file)
}

/** Null for a note of another form, and for one from before the start of the machine. */
function noteIn(note: string, boot: string): Note | null {
  try {
    const { commit, state, withheld, at, until, missing, ...more } = JSON.parse(note) as Record<
      string,
      unknown
    >
    if (more['boot'] !== boot || typeof commit !== 'string' || typeof state !== 'string')
      return null
    if (!Array.isArray(withheld)) return null
    if (typeof at !== 'number' || (typeof until !== 'number' && until !== null)) return null
    if (!Array.isArray(missing) || !missing.every(isPointerAt)) return null
    return { commit, state, withheld: new Set(withheld.map(String)), at, until, missing }
  } catch {
    return null
  }
}

function isPointerAt(value: unknown): value is PointerAt {
  if (typeof value !== 'object' || value === null) return false
  if (!('path' in value && 'sha256' in value && 'size' in value)) return false
  const { path: name, sha256, size } = value
  return typeof name === 'string' && typeof sha256 === 'string' && typeof size === 'number'
}

interface Changes {
  readonly removed: readonly string[]
  readonly written: readonly Entry[]
}

/**
 * Null if the earlier commit is missing, or if a file became a folder or the reverse: then everything is written
 * again.
 */
async function changesSince(
  repository: Repository,
  before: Note,
  { commit, withheld }: Pick<Note, 'commit' | 'withheld'>,
): Promise<Changes | null> {
  const changes = await repository.diff(before.commit, commit).catch(() => null)
  if (!changes) return null
  const gone = changes.flatMap((change) => (change.before ? [change.before.path] : []))
  const fresh = changes.flatMap((change) => (change.after ? [change.after] : []))
  // The configuration decides as well, so a file may be withheld, or no longer, without a change of its own.
  const removed = [...gone, ...withheld].filter((path) => !before.withheld.has(path))
  const shown = [...before.withheld].filter((path) => !withheld.has(path))
  const snapshot = repository.snapshot(commit)
  const found = await Promise.all(shown.map((path) => snapshot.entry(path)))
  const entries = [...fresh, ...found.filter((entry) => entry !== null)]
  const written = new Map(entries.map((entry) => [entry.path, entry]))
  for (const path of withheld) written.delete(path)
  const clashes =
    isAnyBelow(written.keys(), new Set(removed)) || isAnyBelow(removed, new Set(written.keys()))
  return clashes ? null : { removed, written: [...written.values()] }
}

function isAnyBelow(paths: Iterable<string>, others: ReadonlySet<string>): boolean {
  for (const one of paths) {
    for (let above = folderOfPath(one); above !== ''; above = folderOfPath(above)) {
      if (others.has(above)) return true
    }
  }
  return false
}

/** From this number of files on, a thread is used. */
const MANY = 500

/** Writes new files in a thread, if there are many. @returns the files that are not written yet */
async function writeMany(
  repository: Repository,
  { folder, changedAt, signal }: MaterializeRequest,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  if (entries.length < MANY) return entries
  const fresh = startFreshFiles({ reader: repository.reader, leaves: isPointer, signal })
  const left: Entry[] = []
  try {
    for (const [below, list] of await byFolder(entries)) {
      const at = path.join(folder, below)
      await mkdir(at, { recursive: true })
      const files: FreshFile[] = []
      await forEachYielding(list, ({ path: name, oid }) => {
        const modifiedAt = changedAt?.(name) ?? null
        const file = { name: path.basename(name), oid, executable: false }
        files.push(modifiedAt === null ? file : { ...file, modifiedAt })
      })
      const done = await fresh.write({ at: (name) => path.join(at, name) }, files)
      await forEachYielding(list, (entry) => {
        if (!done.has(path.basename(entry.path))) left.push(entry)
      })
    }
  } finally {
    await fresh.close()
  }
  return left
}

/** The files to write, by folder. */
async function byFolder(entries: readonly Entry[]): Promise<Map<string, Entry[]>> {
  const folders = new Map<string, Entry[]>()
  await forEachYielding(entries, (entry) => {
    if (!isWritten(entry)) return
    const folder = folderOfPath(entry.path)
    const list = folders.get(folder)
    if (list === undefined) folders.set(folder, [entry])
    else list.push(entry)
  })
  return folders
}

function isWritten({ mode, path: name }: Entry): boolean {
  return (mode === '100644' || mode === '100755') && !isConflictCopy(name)
}

/** @returns the file if it is a pointer whose object is missing */
async function writeEntry(
  repository: Repository,
  request: MaterializeRequest,
  entry: Entry,
): Promise<PointerAt[]> {
  if (!isWritten(entry)) return []
  const file = path.join(request.folder, entry.path)
  await mkdir(path.dirname(file), { recursive: true })
  const content = await repository.readBlob(entry.oid)
  const pointer = parsePointer(content)
  const missing = pointer === null ? [] : [{ ...pointer, path: entry.path }]
  if ((await takeObjects(repository, request, missing)).length > 0) return []
  await writeFile(file, content)
  await setTime(request, entry.path)
  return missing
}

/** Writes the objects of pointers in their place. @returns those that the repository has */
async function takeObjects(
  repository: Repository,
  request: MaterializeRequest,
  pointers: readonly PointerAt[],
): Promise<PointerAt[]> {
  const taken: PointerAt[] = []
  for (const pointer of pointers) {
    request.signal.throwIfAborted()
    const object = await findObject(repository.gitDir, pointer)
    if (object === null) continue
    // A link to the object would let whoever writes to the file change it.
    const file = path.join(request.folder, pointer.path)
    await copyFile(object, file, constants.COPYFILE_FICLONE)
    await setTime(request, pointer.path)
    taken.push(pointer)
  }
  return taken
}

async function setTime({ folder, changedAt }: MaterializeRequest, name: string): Promise<void> {
  const seconds = changedAt?.(name) ?? null
  if (seconds !== null) await utimes(path.join(folder, name), seconds, seconds)
}

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      signal.throwIfAborted()
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
}
