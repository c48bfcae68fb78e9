/**
 * Writes the files of a snapshot into a folder for a build, so that the build request is plain data.
 *
 * The folder is kept between builds, and only changed files are written. A note beside it names its commit. While it
 * is being changed there is no note; after a crash, everything is written again.
 *
 * @see src/service/README.md
 */

import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isConflictCopy } from '../../content/paths.js'
import { folderOfPath } from '../../git/objects/paths.js'
import type { Entry } from '../../git/objects/snapshot.js'
import type { Repository } from '../../git/repository.js'
import { startFreshFiles, type FreshFile } from '../../git/worktree/bulk-writer.js'
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
  /** Paths that are not written; asked for only if something is. */
  readonly withheld?: () => Promise<ReadonlySet<string>>
}

const PARALLEL = 32

/** The earlier state of the folder. */
export interface Materialized {
  /** The commit that it was equal to; null if unknown. */
  readonly before: string | null
  /** The paths that differ between then and now; null if unknown. */
  readonly changed: readonly string[] | null
}

/**
 * Makes a folder equal to a commit, without links, submodules and copies of conflicts. Files can get the time of
 * their last commit, which pages show (`last_modified_at`, `modified_time`).
 */
export async function materialize(
  repository: Repository,
  request: MaterializeRequest,
): Promise<Materialized> {
  const { commit, folder, signal, boot } = request
  const write = (entry: Entry) => writeEntry(repository, request, entry)
  const note = `${folder}.commit`
  const noted = noteIn(await readFile(note, 'utf8').catch(() => ''), boot)
  if (noted?.commit === commit) return { before: commit, changed: [] }
  const withheld = (await request.withheld?.()) ?? new Set<string>()
  await rm(note, { force: true })
  const changes = noted && (await changesSince(repository, noted, { commit, withheld }))
  if (changes) {
    await inParallel(
      changes.removed,
      (gone) => rm(path.join(folder, gone), { force: true }),
      signal,
    )
    await inParallel(changes.written, write, signal)
  } else {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const all = await repository.snapshot(commit).entries()
    const entries = all.filter((entry) => !withheld.has(entry.path))
    await inParallel(await writeMany(repository, request, entries), write, signal)
  }
  await writeFile(`${note}.new`, JSON.stringify({ commit, boot, withheld: [...withheld] }))
  await rename(`${note}.new`, note)
  if (noted === null || changes === null) return { before: null, changed: null }
  const changed = [...changes.removed, ...changes.written.map((entry) => entry.path)]
  return { before: noted.commit, changed: [...new Set(changed)] }
}

/** What was written, as the note beside the folder has it. */
interface Note {
  readonly commit: string
  readonly withheld: ReadonlySet<string>
}

/** Null for a note of another form, and for one from before the start of the machine. */
function noteIn(note: string, boot: string): Note | null {
  try {
    const { commit, withheld, ...at } = JSON.parse(note) as Record<string, unknown>
    if (at['boot'] !== boot || typeof commit !== 'string' || !Array.isArray(withheld)) return null
    return { commit, withheld: new Set(withheld.map(String)) }
  } catch {
    return null
  }
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
  { commit, withheld }: Note,
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
  const fresh = startFreshFiles({ reader: repository.reader, signal })
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

async function writeEntry(
  repository: Repository,
  { folder, changedAt }: MaterializeRequest,
  entry: Entry,
): Promise<void> {
  if (!isWritten(entry)) return
  const file = path.join(folder, entry.path)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, await repository.readBlob(entry.oid))
  const seconds = changedAt?.(entry.path) ?? null
  if (seconds !== null) await utimes(file, seconds, seconds)
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
