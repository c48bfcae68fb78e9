/**
 * Writes commits: blobs, the changed trees, and the commit itself. Moves no ref.
 *
 * Edits are sorted by folder; each affected tree is changed, from the leaves up. When the result is returned, all
 * objects are durable.
 */
import { formatCommit } from './objects/commit-object.js'
import type { Signature } from './objects/commit-object.js'
import { mapLimited } from '../system/parallel.js'
import { createYielder, forEachYielding } from '../system/yielding.js'
import { GitError, ioError } from './program/git-error.js'
import type { ObjectBatch, ObjectWriter } from './objects/object-store.js'
import { EMPTY_TREE } from './objects/oid.js'
import { packBatch } from './pack/pack-batch.js'
import type { ObjectType, Oid } from './objects/oid.js'
import { finderIn } from './objects/lookup.js'
import { splitPath } from './objects/paths.js'
import { readTyped } from './objects/reader.js'
import type { CachedReader } from './objects/object-cache.js'
import { treeOf } from './objects/snapshot.js'
import { spliceTree } from './objects/tree.js'
import type { Mode, TreeEdit, TreeEntry } from './objects/tree.js'

/** New content of a file: bytes, or a file on disk that is streamed. The mode stays, or is 100644 for a new file. */
type BlobEdit =
  | { readonly data: Uint8Array; readonly mode?: Mode }
  | { readonly file: string; readonly mode?: Mode }

/** An object that the repository has already, for example of a file that is moved. */
interface ObjectEdit {
  readonly oid: Oid
  readonly mode: Mode
}

/** What happens at a path. Null removes it, with everything below it if it is a folder. */
export type Edit = BlobEdit | ObjectEdit | null

/** A commit to be made. */
export interface CommitRequest {
  readonly parents: readonly Oid[]
  /** Commit whose tree the edits start from, usually the first parent; null for no files. */
  readonly base: Oid | null
  /** By path. A file replaces a folder of the same name, and the other way round. */
  readonly edits: ReadonlyMap<string, Edit>
  readonly author: Signature
  readonly committer: Signature
  /** A text, or a function that makes it from the tree of the new commit. */
  readonly message: string | ((tree: Oid) => string)
}

/** A commit that was made. */
export interface MadeCommit {
  readonly commit: Oid
  readonly tree: Oid
  /** False if the tree is that of `base`: the edits changed nothing, and the commit may be dropped. */
  readonly changed: boolean
}

/** Reader and writer of the repository. */
interface CommitStore {
  readonly reader: CachedReader
  readonly writer: ObjectWriter
  /** Folder of the repository if large commits may be written as packs; null if not. */
  readonly packsIn: string | null
}

const PARALLEL = 16
/** Largest blob that is cached after writing, in bytes: the index reads texts at once. */
const TEXT_KEPT = 64 * 1024
/** Most bytes of one commit that are cached so; more would displace what others read. */
const TEXTS_KEPT = 1024 * 1024
/**
 * From this number of new contents on, a commit is written as a pack. A loose object takes two fsyncs (file and
 * folder), a pack four in all.
 */
const PACKED_FROM = 40

/**
 * Writes a commit and the objects that it needs.
 *
 * @throws GitError `invalid` for a path that a tree must not contain or edits that contradict each other, `not_found`
 *   for an object that the repository does not have, `io`
 */
export async function makeCommit(store: CommitStore, request: CommitRequest): Promise<MadeCommit> {
  await forEachYielding(request.edits.keys(), splitPath)
  const base = (await treeOf(store.reader, request.base)) ?? EMPTY_TREE
  const contents = [...request.edits.values()].filter((edit) => edit !== null && !('oid' in edit))
  const packs = contents.length >= PACKED_FROM
  return inBatch(store, { packs }, async (batch) => {
    const root = await sortEdits(await placeBlobs(store, batch, request.edits))
    const work = { store, batch, yieldIfDue: createYielder() }
    const tree = (await editFolder(work, base, root)) ?? EMPTY_TREE
    if (tree === EMPTY_TREE) await batch.write('tree', Buffer.alloc(0))
    const message = typeof request.message === 'string' ? request.message : request.message(tree)
    const commit = await batch.write('commit', formatCommit({ ...request, tree, message }))
    return { commit, tree, changed: tree !== base }
  })
}

/** Writes one blob, durable when its oid is returned. */
export async function writeBlob(
  store: CommitStore,
  content: Uint8Array | { readonly file: string },
): Promise<Oid> {
  return inBatch(store, { packs: false }, (batch) =>
    'file' in content ? batch.writeFile(content.file) : batch.write('blob', content),
  )
}

/** Finishes a batch: everything is durable, or nothing is running any more when the error is thrown. */
async function inBatch<T>(
  store: CommitStore,
  { packs }: { readonly packs: boolean },
  work: (batch: ObjectBatch) => Promise<T>,
): Promise<T> {
  const loose = store.writer.batch()
  const written = packs && store.packsIn !== null ? packBatch(store.packsIn, loose) : loose
  const batch = rememberingBatch(store, written)
  try {
    const result = await work(batch)
    await batch.finish()
    return result
  } catch (error) {
    await batch.settle()
    throw ioError(error, 'Writing objects')
  }
}

/**
 * A batch that puts trees, commits and small texts into the reader's cache: the next edit needs the trees, the index
 * the texts.
 */
function rememberingBatch(store: CommitStore, batch: ObjectBatch): ObjectBatch {
  let left = TEXTS_KEPT
  const isKept = (type: ObjectType, { length }: Uint8Array): boolean => {
    if (type !== 'blob') return true
    if (length > TEXT_KEPT || length > left) return false
    left -= length
    return true
  }
  const fresh: { oid: Oid; type: ObjectType; data: Buffer }[] = []
  return {
    ...batch,
    async write(type, data) {
      const oid = await batch.write(type, data)
      if (isKept(type, data))
        fresh.push({ oid, type, data: Buffer.isBuffer(data) ? data : Buffer.from(data) })
      return oid
    },
    async finish() {
      await batch.finish()
      for (const { oid, type, data } of fresh) store.reader.remember(oid, { type, data })
    },
  }
}

type Placed = { readonly oid: Oid; readonly mode: Mode | null } | null

async function placeBlobs(
  store: CommitStore,
  batch: ObjectBatch,
  edits: ReadonlyMap<string, Edit>,
): Promise<Map<string, Placed>> {
  const place = async ([path, edit]: [string, Edit]): Promise<[string, Placed]> => [
    path,
    await placeBlob(store, batch, edit),
  ]
  return new Map(await mapLimited([...edits], PARALLEL, place))
}

async function placeBlob(store: CommitStore, batch: ObjectBatch, edit: Edit): Promise<Placed> {
  if (edit === null) return null
  if ('data' in edit) return { oid: await batch.write('blob', edit.data), mode: edit.mode ?? null }
  if ('file' in edit) return { oid: await batch.writeFile(edit.file), mode: edit.mode ?? null }
  // The commit of a submodule is in another repository.
  if (edit.mode !== '160000') {
    const { type } = await store.reader.info(edit.oid)
    if (type !== 'blob') throw new GitError('invalid', `${edit.oid} is not the content of a file.`)
  }
  return edit
}

/** The edits of one folder. */
interface Folder {
  readonly files: Map<string, Placed>
  readonly folders: Map<string, Folder>
}

async function sortEdits(edits: ReadonlyMap<string, Placed>): Promise<Folder> {
  const root = emptyFolder()
  await forEachYielding(edits, ([path, placed]) => {
    const names = splitPath(path)
    const last = names.pop() ?? ''
    let folder = root
    for (const name of names) {
      const next = folder.folders.get(name) ?? emptyFolder()
      folder.folders.set(name, next)
      folder = next
    }
    folder.files.set(last, placed)
  })
  return root
}

function emptyFolder(): Folder {
  return { files: new Map(), folders: new Map() }
}

interface Work {
  readonly store: CommitStore
  readonly batch: ObjectBatch
  /** Called between two folders. */
  readonly yieldIfDue: () => Promise<void>
}

/** Id of the changed tree; null if it is empty now. */
async function editFolder(work: Work, tree: Oid, folder: Folder): Promise<Oid | null> {
  const bytes = await readTree(work, tree)
  const edits = new Map<string, TreeEdit>()
  const find = await finderIn(bytes, folder.files.size + folder.folders.size)
  await forEachYielding(folder.files, ([name, placed]) => {
    edits.set(
      name,
      withMode(placed, () => find(name)),
    )
  })
  for (const [name, inner] of folder.folders) {
    await work.yieldIfDue()
    const edit = await editChild(work, find(name), { name, inner, file: folder.files.get(name) })
    if (edit !== undefined) edits.set(name, edit)
  }
  const edited = await spliceTree(bytes, edits)
  if (edited.equals(bytes) && bytes.length > 0) return tree
  return edited.length === 0 ? null : work.batch.write('tree', edited)
}

function readTree(work: Work, tree: Oid): Promise<Buffer> | Buffer {
  return tree === EMPTY_TREE ? Buffer.alloc(0) : readTyped(work.store.reader, 'tree', tree)
}

/** A file that gets new content keeps its executable bit. */
function withMode(placed: Placed, find: () => TreeEntry | null): TreeEdit {
  if (placed === null) return null
  if (placed.mode !== null) return { oid: placed.oid, mode: placed.mode }
  const executable = find()?.mode === '100755'
  return { oid: placed.oid, mode: executable ? '100755' : '100644' }
}

interface ChildEdit {
  readonly name: string
  readonly inner: Folder
  /** An edit of the same name as a file: null removes what was there; a file stays only alone. */
  readonly file: Placed | undefined
}

/** What happens to a folder's entry in its parent; undefined for no change. */
async function editChild(
  work: Work,
  found: TreeEntry | null,
  child: ChildEdit,
): Promise<TreeEdit | undefined> {
  const { name, inner, file } = child
  if (file) {
    if (holdsFiles(inner)) throw new GitError('invalid', `${name} cannot be a file and a folder.`)
    return undefined
  }
  const wasFolder = found?.mode === '040000'
  const start = found && wasFolder && file === undefined ? found.oid : EMPTY_TREE
  const oid = await editFolder(work, start, inner)
  if (oid !== null) return { mode: '040000', oid }
  // Removing `a/b` where `a` is a file removes nothing.
  return wasFolder || file === null ? null : undefined
}

function holdsFiles(folder: Folder): boolean {
  const files = [...folder.files.values()]
  return files.some((placed) => placed !== null) || [...folder.folders.values()].some(holdsFiles)
}
