/**
 * What was read while something was rendered, so that a later build renders only what a change reaches.
 *
 * A reader is an item or an excerpt; a fact is a field of an item, a list of the site, a layout, an
 * include or a file. Too much may be recorded, never too little: `*` stands for every field.
 */

import type { Item } from '../items/item.js'
import type { TimeWatch } from '../../liquid/value.js'

/** The site itself as the owner of facts. */
export const SITE = 'site'
/** Data files, by their keys in `site.data`. */
export const DATA = 'data'
/** The present, by the formats in which it was shown; `*` for the moment itself. */
export const NOW = 'now'
/** `site.time`, by the formats in which it was shown. */
export const TIME = 'time'
/** Style sheets and what they import, all of them as one. */
export const STYLES = 'styles'

const OWN = new Set(['next', 'previous', 'excerpt'])
const ORDERED = new Set(['content', 'output', 'excerpt', '*'])

/** Is told of everything that rendering reads. */
export interface ReadLog {
  /** A field of an item was read. */
  item(item: Item, key: string): void
  /** Anything else was read. */
  fact(owner: string, key: string): void
  /** Where a path or a name leads was asked for. */
  target(kind: 'link' | 'post', name: string): void
  /** Text that is remembered between pages was taken, or is made now. */
  remembered(key: string, how: 'taken' | 'made'): void
  /** Runs an excerpt's rendering, whose reads are its own. */
  asExcerpt<Result>(owner: Item, run: () => Result): Result
}

/** Readers by fact; one a session. */
export class Reads implements ReadLog {
  /** True when something was read whose value depends on what was rendered before it. */
  isUnsafe = false
  readonly #readers = new Map<string, Map<string, Set<string>>>()
  readonly #ids = new WeakMap<Item, string>()
  #reader: string | null = null

  /** Names an item, uniquely in a build; the same name in the next build is the same item. */
  name(item: Item, id: string): void {
    this.#ids.set(item, id)
  }

  idOf(item: Item): string | null {
    return this.#ids.get(item) ?? null
  }

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
    const id = this.idOf(owner)
    this.#reader = id === null ? before : excerptReader(id)
    try {
      return run()
    } finally {
      this.#reader = before
    }
  }

  /** A field of an item was read. */
  item(item: Item, key: string): void {
    const owner = this.#ids.get(item)
    if (owner === undefined || this.#reader === null) return
    if (this.#reader.startsWith(EXCERPT) && ORDERED.has(key)) {
      if (this.#reader !== excerptReader(owner)) this.isUnsafe = true
    }
    // An item that changes is rendered anyway; these may change without it.
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

  // A site with such texts is built whole.
  remembered(): void {}

  /** Who read a fact. */
  readersOf(owner: string, key: string): ReadonlySet<string> {
    return this.#readers.get(owner)?.get(key) ?? NOBODY
  }

  /** Who read anything of an owner. */
  *readersOfAny(owner: string): Iterable<string> {
    for (const readers of this.#readers.get(owner)?.values() ?? []) yield* readers
  }
}

/** A watch on a time that is another in each build. */
export function watchTime(owner: string, log: () => ReadLog | null): TimeWatch {
  return {
    used: () => log()?.fact(owner, '*'),
    formatted: (pattern) => log()?.fact(owner, pattern),
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
