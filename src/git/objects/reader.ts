/**
 * Reading objects: the interface that both readers fulfil, and the cache above them.
 *
 * A reader throws `not_found` only for an object that is certainly absent.
 */
import { GitError } from '../program/git-error.js'
import { parseCommit } from './commit-object.js'
import type { Commit } from './commit-object.js'
import type { ObjectType, Oid } from './oid.js'

/** An object's type and content. The bytes are shared with the cache: never write into them. */
export interface GitObject {
  readonly type: ObjectType
  readonly data: Buffer
}

/** What is known of an object without its content. Size in bytes. */
export interface ObjectInfo {
  readonly type: ObjectType
  readonly size: number
}

/** The beginning of an object; `size` is that of the whole content. */
interface ObjectStart extends GitObject {
  readonly size: number
}

/** Reads the objects of one repository. */
export interface ObjectReader {
  /** @throws GitError `not_found`, `corrupt`, `io`, `too_large` */
  read(oid: Oid): Promise<GitObject>
  /** As `read`, but of the content at most its first bytes; however large, it needs no more memory. */
  start(oid: Oid, bytes: number): Promise<ObjectStart>
  /** As `read`, without the content. */
  info(oid: Oid): Promise<ObjectInfo>
  /** Lets go of processes and memory; a later read takes them again. */
  close(): Promise<void>
}

/** Content of an object that must be of one type. @throws GitError `corrupt` if it is another */
export async function readTyped(reader: ObjectReader, type: ObjectType, oid: Oid): Promise<Buffer> {
  const object = await reader.read(oid)
  requireType(object, type, oid)
  return object.data
}

/** @throws GitError `not_found`, `corrupt` if it is no commit */
export async function readCommit(reader: ObjectReader, oid: Oid): Promise<Commit> {
  return parseCommit(oid, await readTyped(reader, 'commit', oid))
}

/** First bytes of the content of a file. @throws GitError `corrupt` if it is something else */
export async function readStart(
  reader: ObjectReader,
  oid: Oid,
  bytes: number,
): Promise<{ readonly data: Buffer; readonly size: number }> {
  const object = await reader.start(oid, bytes)
  requireType(object, 'blob', oid)
  return object
}

function requireType(object: GitObject, type: ObjectType, oid: Oid): void {
  if (object.type === type) return
  throw new GitError('corrupt', `${oid} is a ${object.type}, not a ${type}.`)
}

/** The beginning of an object that is there as a whole. */
export function startOf({ type, data }: GitObject, bytes: number): ObjectStart {
  return { type, data: data.subarray(0, bytes), size: data.length }
}

/** Objects kept in memory up to a number of bytes, the least recently used given up first. */
export interface ObjectCache {
  get(key: string): GitObject | undefined
  set(key: string, object: GitObject): void
  /** Forgets every key that begins so. */
  forget(prefix: string): void
}

/** Rough cost of an entry beside its bytes. */
const OVERHEAD = 300

/** Makes a cache of at most `maxBytes`; one object may take an eighth of it. */
export function createObjectCache(maxBytes: number): ObjectCache {
  const held = new Map<string, GitObject>()
  let bytes = 0
  const cost = (object: GitObject): number => object.data.length + OVERHEAD
  const drop = (key: string): void => {
    const object = held.get(key)
    if (object) bytes -= cost(object)
    held.delete(key)
  }
  return {
    get(key) {
      const object = held.get(key)
      if (object) {
        // A Map keeps the order of insertion: what is used goes to the end.
        held.delete(key)
        held.set(key, object)
      }
      return object
    },
    set(key, object) {
      if (cost(object) > maxBytes / 8) return
      drop(key)
      held.set(key, object)
      bytes += cost(object)
      for (const oldest of held.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
    forget(prefix) {
      for (const key of held.keys()) if (key.startsWith(prefix)) drop(key)
    },
  }
}

/** A reader with memory, that can also be told what has just been written. */
export interface CachedReader extends ObjectReader {
  /** Keeps an object that was written a moment ago, as it will soon be read. */
  remember(oid: Oid, object: GitObject): void
}

/** Blobs above this size are read again rather than kept: they would push out the trees. */
const BLOB_KEPT = 256 * 1024

interface CacheOptions {
  readonly cache: ObjectCache
  /** Namespace within the cache; two repositories never share an object. */
  readonly space: string
}

/** Puts a cache above a reader. */
export function cachedReader(reader: ObjectReader, options: CacheOptions): CachedReader {
  const { cache, space } = options
  const keyOf = (oid: Oid): string => `${space}\0${oid}`
  const remember = (oid: Oid, object: GitObject): void => {
    if (object.type === 'blob' && object.data.length > BLOB_KEPT) return
    cache.set(keyOf(oid), object)
  }
  return {
    remember,
    async read(oid) {
      const known = cache.get(keyOf(oid))
      if (known) return known
      const object = await reader.read(oid)
      remember(oid, object)
      return object
    },
    async start(oid, bytes) {
      const known = cache.get(keyOf(oid))
      if (known) return startOf(known, bytes)
      const found = await reader.start(oid, bytes)
      if (found.data.length === found.size) remember(oid, { type: found.type, data: found.data })
      return found
    },
    async info(oid) {
      const known = cache.get(keyOf(oid))
      return known ? { type: known.type, size: known.data.length } : reader.info(oid)
    },
    close() {
      cache.forget(`${space}\0`)
      return reader.close()
    },
  }
}
