/** The files of a repository at one commit. Immutable: the answers are always the same. */
import { expectGit } from '../program/run.js'
import { GitError } from '../program/git-error.js'
import { treeInCommit } from './commit-object.js'
import { isOid } from './oid.js'
import type { Oid } from './oid.js'
import { joinPath } from './paths.js'
import { readCommitBytes, readTyped } from './reader.js'
import type { ObjectReader } from './reader.js'
import { createLookup } from './lookup.js'
import type { Lookup } from './lookup.js'
import { namesInTree, namesLikeIn, parseTree } from './tree.js'
import type { Mode, NamesAlike, TreeEntry, TreeMode, TreeName } from './tree.js'
import { nextTurn } from '../../system/yielding.js'

/** A file, link or submodule in a snapshot. */
export interface Entry {
  /** From the root, with slashes, as stored. */
  readonly path: string
  readonly mode: Mode
  readonly oid: Oid
  /** Size in bytes, if it was requested. */
  readonly size?: number
}

/** An entry of a folder; mode `040000` is a folder. */
interface Child {
  readonly name: string
  readonly path: string
  readonly mode: TreeMode
  readonly oid: Oid
}

/** The files at one commit. An empty repository has a snapshot too; its commit is null. */
export interface Snapshot {
  readonly commit: Oid | null
  /** Entries in or below a folder (the root if left out), in git's order. */
  list(prefix?: string): AsyncIterable<Entry>
  /** Like `list`, as an array; with `sizes`, each file has its size. */
  entries(prefix?: string, options?: { readonly sizes?: boolean }): Promise<Entry[]>
  /** The entry at a path; null for a folder and if there is nothing. */
  entry(path: string): Promise<Entry | null>
  /** Entries of a folder, in git's order; null if there is no such folder. */
  children(folder?: string): Promise<Child[] | null>
  /** Like `children`, only the names: much faster for large folders. */
  names(folder?: string): Promise<readonly TreeName[] | null>
  /** The names in a folder that match another name: faster still. */
  namesLike(folder: string, alike: NamesAlike): Promise<readonly TreeName[] | null>
  /** Content of a file (for a symbolic link, its target). @throws GitError `not_found` */
  read(path: string): Promise<Buffer>
  /** Content of a blob, whatever its path; null if it has more than `most` bytes. @throws GitError `not_found` */
  blob(oid: Oid, most: number): Promise<Buffer | null>
}

/** How a snapshot reads. */
export interface SnapshotSource {
  readonly gitDir: string
  readonly reader: ObjectReader
  /** True if git is installed: it lists 100,000 files in a tenth of a second. */
  readonly native: boolean
}

/** @throws GitError on first use if the commit does not exist */
export function openSnapshot(source: SnapshotSource, commit: Oid | null): Snapshot {
  let root: Promise<Oid | null> | undefined
  const lookup = createLookup(source.reader)
  const rootTree = (): Promise<Oid | null> => (root ??= treeOf(source.reader, commit))
  const find = async (path: string): Promise<TreeEntry | null> => {
    const tree = await rootTree()
    return tree === null ? null : findPath(lookup, tree, path)
  }
  const folder = async (path: string): Promise<Oid | null> => {
    if (path === '') return rootTree()
    const found = await find(path)
    return found?.mode === '040000' ? found.oid : null
  }
  const entry = async (path: string): Promise<Entry | null> => toEntry(path, await find(path))
  const entries = async (prefix = '', options: { readonly sizes?: boolean } = {}) => {
    const path = prefix.replace(/\/$/, '')
    const tree = await folder(path)
    if (tree === null) return fileAlone(await entry(path))
    const found = source.native
      ? await listNative(source, { tree, prefix: path, sizes: options.sizes ?? false })
      : await listByReading(source.reader, tree, path)
    return options.sizes && !source.native ? addSizes(source.reader, found) : found
  }
  return {
    commit,
    entry,
    entries,
    async *list(prefix) {
      yield* await entries(prefix)
    },
    async children(path = '') {
      const tree = await folder(path.replace(/\/$/, ''))
      return tree === null ? null : childrenOf(source.reader, tree, path.replace(/\/$/, ''))
    },
    async names(path = '') {
      const tree = await folder(path.replace(/\/$/, ''))
      return tree === null ? null : namesInTree(await readTyped(source.reader, 'tree', tree))
    },
    async namesLike(path, alike) {
      const tree = await folder(path)
      return tree === null ? null : namesLikeIn(await readTyped(source.reader, 'tree', tree), alike)
    },
    async read(path) {
      const found = await entry(path)
      if (!found) throw new GitError('not_found', `There is no file ${path}.`)
      return readTyped(source.reader, 'blob', found.oid)
    },
    async blob(oid, most) {
      const { size } = await source.reader.info(oid)
      return size > most ? null : readTyped(source.reader, 'blob', oid)
    },
  }
}

/** Id of a commit's tree; null for null. */
export async function treeOf(reader: ObjectReader, commit: Oid | null): Promise<Oid | null> {
  if (commit === null) return null
  return treeInCommit(commit, await readCommitBytes(reader, commit))
}

async function findPath(lookup: Lookup, root: Oid, path: string): Promise<TreeEntry | null> {
  let found: TreeEntry | null = { name: '', mode: '040000', oid: root }
  for (const name of path.split('/')) {
    if (found.mode !== '040000') return null
    found = await lookup(found.oid, name)
    if (found === null) return null
  }
  return found
}

/** Converts a tree entry; null for a folder. */
export function toEntry(path: string, found: TreeEntry | null): Entry | null {
  if (found === null || found.mode === '040000') return null
  return { path, mode: found.mode, oid: found.oid }
}

function fileAlone(entry: Entry | null): Entry[] {
  return entry === null ? [] : [entry]
}

async function childrenOf(reader: ObjectReader, tree: Oid, folder: string): Promise<Child[]> {
  const entries = parseTree(await readTyped(reader, 'tree', tree))
  return entries.map((entry) => ({ ...entry, path: joinPath(folder, entry.name) }))
}

interface Listing {
  readonly tree: Oid
  readonly prefix: string
  readonly sizes: boolean
}

const LISTED_AT_ONCE = 2000

async function listNative(source: SnapshotSource, listing: Listing): Promise<Entry[]> {
  // Listing the folder's own tree needs no pathspec, in which some characters of names have a meaning.
  const args = ['ls-tree', '-r', '-z', ...(listing.sizes ? ['-l'] : []), listing.tree]
  const output = await expectGit({ gitDir: source.gitDir, args })
  const entries: Entry[] = []
  for (let at = 0; at < output.length;) {
    const tab = output.indexOf(9, at)
    const end = output.indexOf(0, tab)
    const name = output.toString('utf8', tab + 1, end)
    const [mode = '', , oid = '', size] = output.toString('latin1', at, tab).split(/ +/)
    if (!isMode(mode) || !isOid(oid)) throw new GitError('corrupt', 'ls-tree said the unexpected.')
    const path = joinPath(listing.prefix, name)
    const bytes = size === undefined || size === '-' ? {} : { size: Number(size) }
    entries.push({ path, mode, oid, ...bytes })
    at = end + 1
    // Yields to the event loop: a site may have 100,000 files.
    if (entries.length % LISTED_AT_ONCE === 0) await nextTurn()
  }
  return entries
}

function isMode(text: string): text is Mode {
  return text === '100644' || text === '100755' || text === '120000' || text === '160000'
}

async function listByReading(reader: ObjectReader, tree: Oid, folder: string): Promise<Entry[]> {
  const found: Entry[] = []
  for (const child of await childrenOf(reader, tree, folder)) {
    if (child.mode === '040000') found.push(...(await listByReading(reader, child.oid, child.path)))
    else found.push({ path: child.path, mode: child.mode, oid: child.oid })
  }
  return found
}

async function addSizes(reader: ObjectReader, entries: Entry[]): Promise<Entry[]> {
  const sized: Entry[] = []
  for (const entry of entries) {
    if (entry.mode === '160000') sized.push(entry)
    else sized.push({ ...entry, size: (await reader.info(entry.oid)).size })
  }
  return sized
}
