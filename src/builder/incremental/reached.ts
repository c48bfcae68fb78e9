/** Follows changed facts to everything that has to be rendered again. */

import type { Item } from '../items/item.js'
import { excerptOf } from '../generate/excerpts.js'
import { SITE } from '../facts/read-log.js'
import { excerptOwner, type Readers } from './readers.js'
import type { SiteHost } from '../render/site-host.js'

/** The items that changes reach, by name. */
export class Reached {
  readonly items = new Set<string>()
  readonly #excerpts = new Set<string>()

  constructor(
    private readonly readers: Readers,
    private readonly host: SiteHost,
    private readonly find: (id: string) => Item | undefined,
  ) {}

  /** A fact has another value now. */
  changed(owner: string, key: string): void {
    for (const reader of this.readers.readersOf(owner, key)) this.add(reader)
    if (key !== '*') for (const reader of this.readers.readersOf(owner, '*')) this.add(reader)
  }

  /** Facts of the site as a whole. */
  siteChanged(...keys: readonly string[]): void {
    for (const key of keys) this.changed(SITE, key)
  }

  /** Anything of an owner may have changed. */
  anyChanged(owner: string): void {
    for (const reader of this.readers.readersOfAny(owner)) this.add(reader)
  }

  /** Renders a reader again, and with it whoever read what that makes. */
  add(reader: string): void {
    const owner = excerptOwner(reader)
    if (owner !== null) return this.#addExcerpt(owner)
    if (this.items.has(reader)) return
    this.items.add(reader)
    this.changed(reader, 'content')
    this.changed(reader, 'output')
  }

  #addExcerpt(owner: string): void {
    if (this.#excerpts.has(owner)) return
    this.#excerpts.add(owner)
    const item = this.find(owner)
    const excerpt = item === undefined ? null : excerptOf(item)
    if (excerpt !== null) this.host.forgetExcerpt(excerpt)
    this.changed(owner, 'excerpt')
  }
}
