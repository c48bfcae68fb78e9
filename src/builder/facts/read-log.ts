/**
 * What rendering reads, as facts.
 *
 * A fact is a field of an item, a list of the site, a layout, an include, a file …; its owner and its key
 * name it. `record/` keeps who read it and what its value was. Too much may be told,
 * never too little: the key `*` stands for every field.
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
/** Texts that pages remember for each other. */
export const REMEMBERED = 'remembered'

/** Counters, by name. */
export const COUNTED = 'counted'

/** Fields that are other ones before an item is rendered and after. */
export const RENDERED_FIELDS: ReadonlySet<string> = new Set(['content', 'output'])

/** Fields that may be other ones though the item's own file is the same. */
export const FIELDS_OF_OTHERS: readonly string[] = ['next', 'previous', 'excerpt']

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
  /** A counter that goes on from page to page, or the name of one that may, was read or is another now. */
  counted(name: string, how: 'read' | 'changed'): void
  /** What a page before has left as `content` was read. */
  carried(): void
  /** Runs an excerpt's rendering, whose reads are its own. */
  asExcerpt<Result>(owner: Item, run: () => Result): Result
}

/** A watch on a time that is another in each build. */
export function watchTime(owner: string, log: () => ReadLog | null): TimeWatch {
  return {
    used: () => log()?.fact(owner, '*'),
    formatted: (pattern) => log()?.fact(owner, pattern),
  }
}
