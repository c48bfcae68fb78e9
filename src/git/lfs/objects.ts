/**
 * The objects of Git LFS that a repository has, each named by its SHA-256, where git's own extension would keep them. git
 * knows nothing of them. An object is verified and on disk before it has its name, and never changes.
 *
 * @see https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md (Local storage)
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rename, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder, syncPath, temporaryName, writeTemporary } from '../../system/durable.js'
import { missingIsNull } from '../../system/errno.js'
import type { BlobReader, ByteRange } from '../objects/blob-stream.js'
import { GitError, ioError } from '../program/git-error.js'
import type { Oid } from '../objects/oid.js'
import type { Repository } from '../repository.js'
import { readPointer, type LfsPointer } from './pointer.js'

/** Paths of the objects below a repository. */
export const OBJECT_PATH = 'lfs/objects/[0-9a-f]{2}/[0-9a-f]{2}/[0-9a-f]{64}'

function fileOf(gitDir: string, sha256: string): string {
  return join(gitDir, 'lfs', 'objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
}

/** The file of an object; null if the repository does not have it. */
export async function findObject(
  gitDir: string,
  { sha256, size }: LfsPointer,
): Promise<string | null> {
  const file = fileOf(gitDir, sha256)
  const found = await stat(file).catch(missingIsNull)
  return found?.isFile() === true && found.size === size ? file : null
}

interface Keeping extends LfsPointer {
  /** Folder for what is being received, on the same file system. */
  readonly folder: string
}

/**
 * Keeps an object that is what its pointer names.
 *
 * @throws GitError `corrupt` if the content is another one; `io` for a failure of the disk; what reading it throws
 */
export async function keepObject(
  gitDir: string,
  { folder, ...pointer }: Keeping,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const goal = fileOf(gitDir, pointer.sha256)
  const temporary = join(folder, temporaryName('lfs-'))
  const reading: { error?: unknown } = {}
  const fill = async (file: FileHandle) => {
    for await (const piece of checked(content, pointer, reading)) await file.appendFile(piece)
  }
  try {
    await writeTemporary({ path: temporary, mode: 0o644 }, fill)
    await makeFolder(dirname(goal))
    await rename(temporary, goal)
    await syncPath(dirname(goal))
  } catch (error) {
    throw error === reading.error ? error : ioError(error, `Keeping ${goal}`)
  }
}

/** @param reading gets the error that is thrown */
async function* checked(
  content: AsyncIterable<Uint8Array>,
  { sha256, size }: LfsPointer,
  reading: { error?: unknown },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let received = 0
  try {
    for await (const piece of content) {
      received += piece.length
      if (received > size) throw wrong(`is longer than the ${size} bytes that its pointer says`)
      hash.update(piece)
      yield piece
    }
    if (received < size) throw wrong(`has ${received} bytes, and its pointer says ${size}`)
    if (hash.digest('hex') !== sha256) throw wrong('has another content than its pointer names')
  } catch (error) {
    reading.error = error
    throw error
  }
}

function wrong(what: string): GitError {
  return new GitError('corrupt', `what the server sent ${what}`)
}

/** Paths of all objects, from the repository. */
export async function listObjects(gitDir: string): Promise<string[]> {
  const isObject = new RegExp(`^${OBJECT_PATH}$`)
  const below = await readdir(join(gitDir, 'lfs'), { recursive: true }).catch(missingIsNull)
  return (below ?? []).map((name) => `lfs/${name}`).filter((name) => isObject.test(name))
}

/** A sentence for each object whose content is not what its name says. */
export async function checkObjects(gitDir: string, signal?: AbortSignal): Promise<string[]> {
  const wrong: string[] = []
  for (const name of await listObjects(gitDir)) {
    signal?.throwIfAborted()
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(gitDir, name)), hash)
    if (name.endsWith(`/${hash.digest('hex')}`)) continue
    const help = 'without the file, the next publish fetches it again'
    wrong.push(`the content of ${name} is not what its name says; ${help}`)
  }
  return wrong
}

/** The content of a file of a commit. */
export interface BlobContent {
  /** Bytes. */
  readonly size: number
  /** True if the file is a pointer whose object is not here: then this is the content of the pointer. */
  readonly isMissing: boolean
  /** The first bytes, or all where there are fewer. */
  readonly start: (bytes: number) => Promise<Buffer>
  readonly open: (range: ByteRange, reader?: BlobReader) => Readable
}

/** What a blob is to a visitor: its own bytes, or those of the object if it is a pointer and the object is here. */
export async function openContent(
  repository: Repository,
  blob: { readonly oid: Oid; readonly size: number },
): Promise<BlobContent> {
  const pointer = await readPointer(repository, blob)
  const file = pointer && (await findObject(repository.gitDir, pointer))
  if (pointer === null || file === null) {
    return {
      size: blob.size,
      isMissing: pointer !== null,
      start: async (bytes) => (await repository.readBlobStart(blob.oid, bytes)).data,
      open: (range, reader) => repository.streamBlob(blob, range, reader),
    }
  }
  const open = ({ start, end }: ByteRange) => createReadStream(file, { start, end: end - 1 })
  return {
    size: pointer.size,
    isMissing: false,
    start: async (bytes) =>
      Buffer.concat(await open({ start: 0, end: Math.min(bytes, pointer.size) }).toArray()),
    open,
  }
}
