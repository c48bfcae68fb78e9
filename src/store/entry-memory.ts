/**
 * Entries that were read a moment ago, exactly as long as they hold: until anything in the index changes,
 * of whichever site. What is remembered is shared: nobody may write into it.
 */

import type { Entry } from '../model/entry.js'
import { createChangeWatch } from './change-watch.js'
import type { Connection } from './connection.js'

/** By row number and by id. */
type Known = Map<number | string, Entry>

/** Bytes that are kept at most, each entry counted as its text and `FACTS_BYTES`. */
const MAX_BYTES = 16 * 1024 * 1024
/** A larger entry is not kept. */
const MAX_ENTRY_BYTES = 256 * 1024
const FACTS_BYTES = 2048

/** What can be asked, within one turn of the event loop: rows change between two. */
export interface EntryMemory {
  /** The entry of a key, read where it is not remembered. */
  read(key: number | string, read: () => Entry | null): Entry | null
  /** Several of one turn: it is looked once whether they still hold. */
  readAll(keys: readonly number[], read: (key: number) => Entry | null): Entry[]
  /** Bytes of their files, read where they are not remembered. */
  sizesOf(keys: readonly number[], sizeOf: (key: number) => number): number[]
}

/** A memory over the connection that writes the index. */
export function createEntryMemory(db: Connection): EntryMemory {
  const known: Known = new Map()
  const changes = createChangeWatch(db)
  let seen = 0
  let bytes = 0
  const forget = (): void => {
    known.clear()
    bytes = 0
  }
  /** What still holds; null where nothing may be remembered: what a transaction sees may be undone. */
  const current = (): Known | null => {
    if (db.inTransaction) return null
    const now = changes()
    if (now !== seen) forget()
    seen = now
    return known
  }
  const keep = (key: number | string, entry: Entry): void => {
    const size = (entry.text === null ? 0 : entry.size) + FACTS_BYTES
    if (size > MAX_ENTRY_BYTES) return
    if (bytes + size > MAX_BYTES) forget()
    bytes += size
    known.set(key, entry)
  }
  const find = <Key extends number | string>(
    memory: Known | null,
    key: Key,
    read: (key: Key) => Entry | null,
  ): Entry | null => {
    const before = memory?.get(key)
    if (before !== undefined) return before
    const entry = read(key)
    if (entry !== null && memory !== null) keep(key, entry)
    return entry
  }
  return {
    read: (key, read) => find(current(), key, read),
    readAll: (keys, read) => {
      const memory = current()
      return keys.map((key) => find(memory, key, read)).filter((entry) => entry !== null)
    },
    sizesOf: (keys, sizeOf) => {
      const memory = current()
      return keys.map((key) => memory?.get(key)?.size ?? sizeOf(key))
    },
  }
}
