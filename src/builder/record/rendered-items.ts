/** What a build has rendered, in the memory of its process. */

import type { Document } from '../items/document.js'
import type { Item } from '../items/item.js'
import type { Page } from '../items/page.js'
import { ItemNames } from '../facts/item-names.js'

/** What a build has rendered; the next one changes it to what that has rendered. */
export interface RenderedItems {
  readonly names: ItemNames
  readonly items: Map<string, Item>
  /** In the order of rendering. */
  readonly texts: readonly RenderedTexts[]
}

/** What an item was rendered to. */
export interface RenderedTexts {
  readonly id: string
  readonly item: Item
  readonly content: string
  readonly output: string | null
  /** What it has left as `content` of pages behind it; null for nothing. */
  readonly left: string | null
  /** Whether a build of another process has rendered it: the texts are read when they are asked for. */
  readonly isFormer?: true
}

/** The names of the build before, if there are items of the same names in the same order; null otherwise. */
export function knownNames(
  order: readonly (Document | Page)[],
  { names, items, texts }: RenderedItems,
): ItemNames | null {
  if (order.length !== texts.length) return null
  const others: { readonly item: Item; readonly id: string }[] = []
  for (const [at, item] of order.entries()) {
    const before = texts[at]
    if (before === undefined || before.item === item) continue
    if (ItemNames.ofOne(item) !== before.id) return null
    others.push({ item, id: before.id })
  }
  for (const { item, id } of others) {
    names.set(item, id)
    items.set(id, item)
  }
  return names
}
