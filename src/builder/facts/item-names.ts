/** Names of items that are the same in the next build. */

import type { Document } from '../items/document.js'
import type { Item } from '../items/item.js'
import type { Page } from '../items/page.js'

/** How names of documents begin. */
const DOCUMENT = 'document '

/** The name of the document of a path; of several the first has it. */
function documentName(sourcePath: string): string {
  return DOCUMENT + sourcePath
}

function pageName({ isGenerated, url, path }: Page): string {
  return isGenerated ? `made ${url}` : `page ${path}`
}

/** The name of each item of one build. */
export class ItemNames {
  readonly #ids = new WeakMap<Item, string>()

  /** Names an item, uniquely in a build; the same name in the next build is the same item. */
  set(item: Item, id: string): void {
    this.#ids.set(item, id)
  }

  of(item: Item): string | null {
    return this.#ids.get(item) ?? null
  }

  /** The name of an item, but for the number of those with one name. */
  static ofOne(item: Document | Page): string {
    return 'collection' in item ? documentName(item.sourcePath) : pageName(item)
  }

  /** Names documents, in their order. */
  nameDocuments(documents: readonly Document[]): Map<string, Item> {
    return this.#nameAll(documents, ({ sourcePath }) => documentName(sourcePath))
  }

  /** Names pages, in their order. */
  namePages(pages: readonly Page[]): Map<string, Item> {
    return this.#nameAll(pages, pageName)
  }

  /** Of those with one name the later get a number. */
  #nameAll<Kind extends Item>(
    items: readonly Kind[],
    nameOf: (item: Kind) => string,
  ): Map<string, Item> {
    const byName = new Map<string, Item>()
    for (const item of items) {
      const name = nameOf(item)
      let id = name
      for (let number = 2; byName.has(id); number++) id = `${name}#${number}`
      this.set(item, id)
      byName.set(id, item)
    }
    return byName
  }
}
