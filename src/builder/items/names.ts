/**
 * Names of items that are the same in the next build.
 */

import type { Item } from './item.js'

/** How names of documents begin. */
export const DOCUMENT = 'document '

/** Items by a name that is each one's own; of those with one name the later get a number. */
export function named<Kind extends Item>(
  items: readonly Kind[],
  log: { name(item: Item, id: string): void },
  nameOf: (item: Kind) => string,
): Map<string, Item> {
  const byName = new Map<string, Item>()
  for (const item of items) {
    const name = nameOf(item)
    let id = name
    for (let twin = 2; byName.has(id); twin++) id = `${name}#${twin}`
    log.name(item, id)
    byName.set(id, item)
  }
  return byName
}
