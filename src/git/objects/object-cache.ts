/** Caches objects in memory, and wraps a reader with that cache. */

import type { Oid } from './oid.js'
import { startOf } from './reader.js'
import type { GitObject, ObjectReader } from './reader.js'

/** A cache limited in bytes. The least recently used object is dropped first. */
export interface ObjectCache {
  get(key: string): GitObject | undefined
  set(key: string, object: GitObject): void
  /** Removes every key with this prefix. */
  forget(prefix: string): void
}

/** Approximate size of an entry without its bytes. */
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

/** A reader with a cache, to which written objects can be added. */
export interface CachedReader extends ObjectReader {
  /** Adds an object that was just written, because it will soon be read. */
  remember(oid: Oid, object: GitObject): void
}

/** Larger blobs are not cached: they would displace the trees. */
const BLOB_KEPT = 256 * 1024

interface CacheOptions {
  readonly cache: ObjectCache
  /** Prefix within the cache, different for each repository. */
  readonly space: string
}

/** Wraps a reader with a cache. */
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
