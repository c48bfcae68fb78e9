/**
 * Caches recently read entries, until anything in the index changes, of any site. Callers share the entries, so they
 * must not change them.
 */

import type { Entry } from '../model/entry.js'
import { createChangeWatch } from './change-watch.js'
import type { Connection } from './connection.js'

/** An entry as it was read. */
export interface ReadEntry {
  readonly entry: Entry
  /** Bytes of what is stored of its text, at least of its file: defaults and YAML aliases make a short file long. */
  readonly bytes: number
}

/** By row number and by id. */
type Known = Map<number | string, ReadEntry>

/** Size of the cache. An entry counts as the bytes of its text and `FACTS_BYTES`. */
const MAX_BYTES = 16 * 1024 * 1024
/** Largest entry in the cache. */
const MAX_ENTRY_BYTES = 256 * 1024
const FACTS_BYTES = 2048

/** Calls must be made in the turn of the event loop in which the keys were found: rows may change afterwards. */
export interface EntryCache {
  /** The entry of a key; calls `read` if it is not in the cache. */
  read(key: number | string, read: () => ReadEntry | null): Entry | null
  /** Several entries, with one check for changes. Missing entries are left out. */
  readAll(keys: readonly number[], read: (key: number) => ReadEntry | null): Entry[]
  /** Sizes in bytes; calls `sizeOf` for entries that are not in the cache. */
  sizesOf(keys: readonly number[], sizeOf: (key: number) => number): number[]
}

/** A cache over the connection that writes the index. */
export function createEntryCache(db: Connection): EntryCache {
  const known: Known = new Map()
  const changes = createChangeWatch(db)
  let seen = 0
  let bytes = 0
  const forget = (): void => {
    known.clear()
    bytes = 0
  }
  /** The valid entries. Null in a transaction, whose changes may be rolled back: nothing may be cached then. */
  const current = (): Known | null => {
    if (db.inTransaction) return null
    const now = changes()
    if (now !== seen) forget()
    seen = now
    return known
  }
  const keep = (key: number | string, found: ReadEntry): void => {
    const size = found.bytes + FACTS_BYTES
    if (size > MAX_ENTRY_BYTES) return
    if (bytes + size > MAX_BYTES) forget()
    bytes += size
    known.set(key, found)
  }
  const find = <Key extends number | string>(
    cache: Known | null,
    key: Key,
    read: (key: Key) => ReadEntry | null,
  ): Entry | null => {
    const before = cache?.get(key)
    if (before !== undefined) return before.entry
    const found = read(key)
    if (found !== null && cache !== null) keep(key, found)
    return found && found.entry
  }
  return {
    read: (key, read) => find(current(), key, read),
    readAll: (keys, read) => {
      const cache = current()
      return keys.map((key) => find(cache, key, read)).filter((entry) => entry !== null)
    },
    sizesOf: (keys, sizeOf) => {
      const cache = current()
      return keys.map((key) => cache?.get(key)?.bytes ?? sizeOf(key))
    },
  }
}
