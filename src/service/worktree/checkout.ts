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
  const before = commitIn(await readFile(note, 'utf8').catch(() => ''), boot)
  if (before === commit) return { before, changed: [] }
  await rm(note, { force: true })
  const changes = before === null ? null : await changesSince(repository, before, commit)
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
    const entries = await repository.snapshot(commit).entries()
    await inParallel(await writeMany(repository, request, entries), write, signal)
  }
  await writeFile(`${note}.new`, `${commit} ${boot}`)
  await rename(`${note}.new`, note)
  if (changes === null) return { before: null, changed: null }
  const changed = [...changes.removed, ...changes.written.map((entry) => entry.path)]
  return { before, changed: [...new Set(changed)] }
}

/** The commit of a note; null if it is from before the start of the machine. */
function commitIn(note: string, boot: string): string | null {
  const [commit = '', at] = note.split(' ')
  return at === boot && commit !== '' ? commit : null
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
  before: string,
  commit: string,
): Promise<Changes | null> {
  const changes = await repository.diff(before, commit).catch(() => null)
  if (!changes) return null
  const removed = changes.flatMap((change) => (change.before ? [change.before.path] : []))
  const written = changes.flatMap((change) => (change.after ? [change.after] : []))
  const isNested = (a: string, b: string) => a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
  const clashes = written.some(({ path: fresh }) => removed.some((gone) => isNested(gone, fresh)))
  return clashes ? null : { removed, written }
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
