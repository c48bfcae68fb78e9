/**
 * Who read each fact while something was rendered, so that a later build renders only what a change reaches.
 *
 * A reader is an item or an excerpt, by its name.
 */

import { FIELDS_OF_OTHERS, RENDERED_FIELDS, SITE, type ReadLog } from '../facts/read-log.js'
import { ItemNames } from '../facts/item-names.js'
import type { Item } from '../items/item.js'

// An item that changes is rendered anyway; these may change without it.
const OWN = new Set(FIELDS_OF_OTHERS)
const ORDERED = new Set([...RENDERED_FIELDS, 'excerpt', '*'])

/** Readers by fact; one a session. */
export class Readers implements ReadLog {
  /** True when something was read whose value depends on what was rendered before it. */
  isUnsafe = false
  readonly names = new ItemNames()
  readonly #readers = new Map<string, Map<string, Set<string>>>()
  #reader: string | null = null

  /** Runs with another reader. */
  async as<Result>(reader: string | null, run: () => Promise<Result>): Promise<Result> {
    const before = this.#reader
    this.#reader = reader
    try {
      return await run()
    } finally {
      this.#reader = before
    }
  }

  /** Runs an excerpt's rendering, whose reads are its own. */
  asExcerpt<Result>(owner: Item, run: () => Result): Result {
    const before = this.#reader
    const id = this.names.of(owner)
    this.#reader = id === null ? before : excerptReader(id)
    try {
      return run()
    } finally {
      this.#reader = before
    }
  }

  /** A field of an item was read. */
  item(item: Item, key: string): void {
    const owner = this.names.of(item)
    if (owner === null || this.#reader === null) return
    if (this.#reader.startsWith(EXCERPT) && ORDERED.has(key)) {
      if (this.#reader !== excerptReader(owner)) this.isUnsafe = true
    }
    if (owner === this.#reader && !OWN.has(key)) return
    this.fact(owner, key)
  }

  /** Anything else was read. */
  fact(owner: string, key: string): void {
    if (this.#reader === null) return
    const facts = entry(this.#readers, owner, () => new Map<string, Set<string>>())
    entry(facts, key, () => new Set<string>()).add(this.#reader)
  }

  target(): void {
    this.fact(SITE, 'urls')
  }

  // A site with such texts, with counters, or whose pages read the content of others before them, is built whole.
  remembered(): void {}
  counted(): void {}
  carried(): void {}

  /** Who read a fact. */
  readersOf(owner: string, key: string): ReadonlySet<string> {
    return this.#readers.get(owner)?.get(key) ?? NOBODY
  }

  /** Who read anything of an owner. */
  *readersOfAny(owner: string): Iterable<string> {
    for (const readers of this.#readers.get(owner)?.values() ?? []) yield* readers
  }
}

const NOBODY: ReadonlySet<string> = new Set()
const EXCERPT = 'excerpt of '

/** The reader that an item's excerpt is. */
function excerptReader(id: string): string {
  return EXCERPT + id
}

/** The item whose excerpt a reader is, null for other readers. */
export function excerptOwner(reader: string): string | null {
  return reader.startsWith(EXCERPT) ? reader.slice(EXCERPT.length) : null
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
