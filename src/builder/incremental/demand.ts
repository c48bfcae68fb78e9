/**
 * Renders one item of a site of which nothing is rendered yet, and with it only what it shows of others.
 *
 * Items are rendered in an order, in which each finds those before it rendered and those behind it as they were read. So when
 * a template reads what another item is rendered to, that one is rendered first if it comes before, and is as it was read if
 * it comes behind. What was rendered for one page is kept for the next, with the names of what it has read.
 */

import { BuildError } from '../base/build-error.js'
import { excerptOf } from '../generate/excerpts.js'
import type { Excerpt } from '../items/excerpt.js'
import type { Item } from '../items/item.js'
import { Document } from '../items/document.js'
import { documentsOf } from '../items/site.js'
import { RENDERED_FIELDS, SITE, type ReadLog } from '../facts/read-log.js'
import type { SiteHost } from '../render/site-host.js'
import { renderOne } from '../render/site-renderer.js'

/** What a text was made of. */
interface Reads {
  readonly items: Set<Item>
  /** Whether a list of the site was read. */
  lists: boolean
}

interface Texts {
  readonly content: string
  readonly output: string | null
}

interface Rendered {
  /** As it was read. */
  readonly raw: Texts
  readonly reads: Reads
}

/** The item whose turn it is, and the later ones that are as they were read meanwhile. */
interface Turn {
  readonly item: Item
  readonly at: number
  readonly hidden: Map<Item, Texts>
  /** How often something had to be rendered first. */
  demands: number
}

/** What may be another because of an item that is not saved. */
interface Unsettled {
  /** The item, and the one in whose place it stands. */
  readonly items: readonly Item[]
  /** Whether lists have other items, or in another order. */
  readonly lists: boolean
}

/** One a site in memory. */
export class Demand implements ReadLog {
  readonly #rendered = new Map<Item, Rendered>()
  readonly #excerpts = new Map<Excerpt, Reads>()
  #order: readonly Item[] = []
  #places = new Map<Item, number>()
  #turn: Turn | null = null
  #reads: Reads = noReads()

  constructor(private readonly host: SiteHost) {}

  /** Forgets everything: the site is another. */
  clear(): void {
    for (const excerpt of this.#excerpts.keys()) this.host.forgetExcerpt(excerpt)
    this.#excerpts.clear()
    this.#rendered.clear()
  }

  /**
   * Renders an item in its turn.
   *
   * @throws BuildError for a text that cannot be rendered
   */
  async render(item: Item, unsettled: Unsettled): Promise<void> {
    const { site } = this.host
    this.#order = [...documentsOf(site), ...site.pages]
    this.#places = new Map(this.#order.map((one, at) => [one, at]))
    this.#forget(unsettled)
    try {
      await this.host.aside(this, () => this.#inTurn(item, noReads()))
    } finally {
      this.#forget(unsettled)
    }
  }

  /** Forgets what was made of what is unsettled. */
  #forget({ items, lists }: Unsettled): void {
    const isLost = (reads: Reads) =>
      (lists && reads.lists) || items.some((item) => reads.items.has(item))
    for (const [excerpt, reads] of this.#excerpts) {
      if (!isLost(reads)) continue
      this.host.forgetExcerpt(excerpt)
      this.#excerpts.delete(excerpt)
    }
    for (const [item, { raw, reads }] of this.#rendered) {
      if (!isLost(reads)) continue
      become(item, raw)
      this.#rendered.delete(item)
    }
  }

  async #inTurn(item: Item, reads: Reads): Promise<void> {
    const outer = { turn: this.#turn, reads: this.#reads }
    const turn = { item, at: this.#places.get(item) ?? Infinity, hidden: new Map(), demands: 0 }
    this.#turn = turn
    this.#reads = reads
    reads.items.add(item)
    try {
      await renderOne(this.host, item)
    } finally {
      for (const [one, texts] of turn.hidden) become(one, texts)
      this.#turn = outer.turn
      this.#reads = outer.reads
    }
  }

  async #renderFirst(items: readonly Item[]): Promise<void> {
    for (const item of items) {
      if (this.#rendered.has(item)) continue
      const raw = textsOf(item)
      const reads = noReads()
      try {
        await this.#inTurn(item, reads)
      } catch (error) {
        // It stays as it was read: this is not the page that is looked at.
        if (!(error instanceof BuildError)) throw error
        become(item, raw)
      }
      this.#rendered.set(item, { raw, reads })
    }
  }

  /** With an item those that will be asked for next: lists are read from their end. */
  #batch(item: Item, count: number): Item[] {
    const at = this.#places.get(item) ?? 0
    const batch = [item]
    for (let i = at - 1; i >= 0 && batch.length < count; i--) {
      const next = this.#order[i]
      if (!isBeside(item, next)) break
      if (!this.#rendered.has(next)) batch.push(next)
    }
    return batch
  }

  item(item: Item, key: string): void {
    this.#reads.items.add(item)
    const excerpt = key === 'excerpt' ? excerptOf(item) : null
    if (excerpt !== null) this.#add(this.#excerpts.get(excerpt))
    if (RENDERED_FIELDS.has(key)) this.#readText(item)
  }

  #readText(item: Item): void {
    const turn = this.#turn
    const at = this.#places.get(item)
    if (turn === null || at === undefined || item === turn.item) return
    const known = this.#rendered.get(item)
    if (at > turn.at) {
      if (known === undefined || turn.hidden.has(item)) return
      turn.hidden.set(item, textsOf(item))
      become(item, known.raw)
    } else if (known === undefined) {
      const batch = this.#batch(item, 2 ** turn.demands++)
      // When this rendering has ended.
      throw this.host.needs(Promise.resolve().then(() => this.#renderFirst(batch)))
    } else this.#add(known.reads)
  }

  #add(reads: Reads | undefined): void {
    if (reads === undefined) return
    for (const item of reads.items) this.#reads.items.add(item)
    this.#reads.lists ||= reads.lists
  }

  fact(owner: string): void {
    if (owner === SITE) this.#reads.lists = true
  }

  target(): void {
    this.#reads.lists = true
  }

  asExcerpt<Result>(owner: Item, run: () => Result): Result {
    const outer = this.#reads
    const reads = noReads()
    reads.items.add(owner)
    this.#reads = reads
    try {
      return run()
    } finally {
      this.#reads = outer
      this.#add(reads)
      const excerpt = excerptOf(owner)
      if (excerpt !== null) this.#excerpts.set(excerpt, reads)
    }
  }

  // What pages leave for each other is each page's own here.
  remembered(): void {}
  counted(): void {}
  carried(): void {}
}

function noReads(): Reads {
  return { items: new Set(), lists: false }
}

function textsOf({ content, output }: Item): Texts {
  return { content, output }
}

function become(item: Item, { content, output }: Texts): void {
  item.content = content
  item.output = output
}

function isBeside(item: Item, other: Item | undefined): other is Item {
  if (other === undefined) return false
  const [a, b] = [item, other].map((one) => (one instanceof Document ? one.collection.label : null))
  return a === b
}
