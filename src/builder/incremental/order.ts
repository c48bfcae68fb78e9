/** Where a file stands among others, as reading the whole site would put it. */

import type { Document } from '../items/document.js'
import type { Collection } from '../items/collection.js'
import { compareText } from '../items/document.js'
import type { Page } from '../items/page.js'

/** Puts an item before the first one that comes after it. */
export function inserted<Kind>(
  items: readonly Kind[],
  fresh: Kind,
  compare: (a: Kind, b: Kind) => number,
): Kind[] {
  const at = items.findIndex((item) => compare(item, fresh) > 0)
  return at < 0 ? [...items, fresh] : items.toSpliced(at, 0, fresh)
}

/** By name; those of one name as the walk over the folders finds them. */
export function comparePages(a: Page, b: Page): number {
  const byName = compareText(a.name, b.name)
  return byName === 0 ? compareWalk(a.path, b.path, 'folders first') : byName
}

/** The order in which a walk over folders comes to two files: folders before files, or each in its place by name. */
export function compareWalk(a: string, b: string, style: 'folders first' | 'by name'): number {
  const [left, right] = [a.split('/'), b.split('/')]
  const at = left.findIndex((name, i) => name !== right[i])
  const [isFileA, isFileB] = [at === left.length - 1, at === right.length - 1]
  if (isFileA !== isFileB && style === 'folders first') return isFileA ? 1 : -1
  return (left[at] ?? '') < (right[at] ?? '') ? -1 : 1
}

/**
 * Gives a collection its documents in another order or number, and links the neighbours.
 *
 * @returns documents with another neighbour than before
 */
export function arrange(
  collection: Collection,
  docs: readonly Document[],
  replaced: ReadonlyMap<Document, Document>,
): { readonly previous: Document[]; readonly next: Document[] } {
  const moved = { previous: [] as Document[], next: [] as Document[] }
  const isSame = (before: Document | null, now: Document | null) =>
    before === now || (before !== null && replaced.get(before) === now)
  const originals = new Map([...replaced].map(([old, fresh]) => [fresh, old]))
  for (const [i, doc] of docs.entries()) {
    const before = originals.get(doc) ?? doc
    const [previous, next] = [docs[i - 1] ?? null, docs[i + 1] ?? null]
    if (!isSame(before.previous, previous)) moved.previous.push(doc)
    if (!isSame(before.next, next)) moved.next.push(doc)
    doc.previous = previous
    doc.next = next
  }
  collection.docs = [...docs]
  return moved
}
