/**
 * Pointers of Git LFS: a few lines that a repository has in place of a file. They name the file's SHA-256 and size; the
 * file itself is an object on a server of its own.
 *
 * @see https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md (The Pointer)
 */
import { mapLimited } from '../../system/parallel.js'
import type { Oid } from '../objects/oid.js'
import type { Repository } from '../repository.js'

/** What a pointer names. */
export interface LfsPointer {
  /** SHA-256 in hexadecimal. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
}

/** A pointer at a path of a site. */
export interface PointerAt extends LfsPointer {
  readonly path: string
}

/** By the specification a pointer is smaller, and has at least these lines. */
const MAX_BYTES = 1024
const MIN_BYTES = 120
const READ_AT_ONCE = 16

const BEGINNING = /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\r?\n/
const LINES = /^oid sha256:([0-9a-f]{64})\r?\nsize ([1-9]\d{0,14})\r?\n?$/

/** True if a file of this size may be a pointer. */
export function mayBePointer(size: number): boolean {
  return size >= MIN_BYTES && size < MAX_BYTES
}

/** True if a file begins as a pointer does, whether it can be read or not. */
export function isPointer(content: Buffer): boolean {
  return mayBePointer(content.length) && BEGINNING.test(content.toString('latin1'))
}

/** Null for other files, and for pointers that an extension of Git LFS has made: its object is not the file. */
export function parsePointer(content: Buffer): LfsPointer | null {
  if (!isPointer(content)) return null
  const found = LINES.exec(content.toString('latin1').replace(BEGINNING, ''))
  const [, sha256 = '', size = ''] = found ?? []
  return found === null ? null : { sha256, size: Number(size) }
}

interface Blob {
  readonly oid: Oid
  /** Bytes, where they are known. */
  readonly size?: number
}

/** The pointer that a blob is; null for others. Reads only what may be one. */
export async function readPointer(
  { reader, readBlob }: Pick<Repository, 'reader' | 'readBlob'>,
  { oid, size }: Blob,
): Promise<LfsPointer | null> {
  const isShort = mayBePointer(size ?? (await reader.info(oid)).size)
  return isShort ? parsePointer(await readBlob(oid)) : null
}

/** The pointers among files of a commit, in their order. */
export async function pointersAmong(
  repository: Pick<Repository, 'reader' | 'readBlob'>,
  entries: readonly (Blob & { readonly path: string; readonly mode: string })[],
): Promise<PointerAt[]> {
  const files = entries.filter(({ mode }) => mode.startsWith('100'))
  const found = await mapLimited(files, READ_AT_ONCE, async (entry) => {
    const pointer = await readPointer(repository, entry)
    return pointer === null ? [] : [{ ...pointer, path: entry.path }]
  })
  return found.flat()
}
