/**
 * The values that facts have now.
 *
 * A description is the same as an earlier one only where whoever reads the fact cannot tell them apart;
 * null stands for a value that cannot be known, which is the same as none.
 */

import { excerptOf } from '../generate/excerpts.js'
import { postsOf } from '../items/site.js'
import { Document } from '../items/document.js'
import type { Excerpt } from '../items/excerpt.js'
import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import { strftime } from '../../liquid/strftime.js'
import type { Drop, LiquidTime, LiquidValue } from '../../liquid/value.js'
import { CollectionDrop } from '../render/drops/collection-drop.js'
import { DocumentDrop } from '../render/drops/document-drop.js'
import { PageDrop, PageHash } from '../render/drops/page-drop.js'
import { StaticFileDrop } from '../render/drops/static-file-drop.js'
import { NeedError } from '../render/host.js'
import { COUNTED, DATA, NOW, REMEMBERED, SITE, STYLES, TIME } from '../facts/read-log.js'
import type { SiteHost } from '../render/site-host.js'
import { findPost, linkedUrl } from '../render/tags/link.js'
import type { TextKey } from './texts.js'
import { digestOf, hashOf, type DescribeDrop } from './describe.js'

interface ValueParts {
  readonly host: SiteHost
  /** Item of a name. */
  readonly find: (id: string) => Item | undefined
  readonly idOf: (item: Item) => string | null
  /** Hash of a text of an item at this moment. */
  readonly hashOf: (item: Item, id: string, key: TextKey) => string
  /** Tells the style sheets of one build from those of another; null where nothing does. */
  readonly styles: string | null
  /** Description of an excerpt's HTML. */
  readonly excerptValue: (id: string, excerpt: Excerpt) => string | null
}

export class FactValues {
  readonly #describeDrop: DescribeDrop = (drop, inner) => this.#drop(drop, inner)

  constructor(private readonly parts: ValueParts) {}

  /** The description of a fact's value. */
  valueOf(owner: string, key: string): string | null {
    const { host } = this.parts
    const log = host.reads
    host.reads = null
    try {
      return this.#value(owner, key)
    } catch (error) {
      // Something that would have to be read first, or that fails: rendering will tell.
      if (error instanceof NeedError) void host.takeNeed()
      return null
    } finally {
      host.reads = log
    }
  }

  #value(owner: string, key: string): string | null {
    const { site } = this.parts.host
    switch (owner) {
      case SITE:
        return this.#siteValue(key)
      case 'layout':
        return this.#layout(key)
      case 'include':
        return this.#text(site.includes.get(key))
      case 'file':
        return this.#text(this.parts.host.sourceText(key))
      case 'link':
        return this.#text(linkedUrl(site, key))
      case 'post':
        return this.#post(key)
      case DATA:
        return this.digest(this.parts.host.values.of(key === '*' ? site.data : site.data.get(key)))
      case NOW:
        return this.#time(this.parts.host.values.clock.now(), key)
      case TIME:
        return this.#time(this.parts.host.values.localTime(site.now), key)
      case REMEMBERED:
        return this.#text(this.parts.host.cache.get(key))
      case COUNTED:
        return this.digest(this.parts.host.counters.peek(key))
      case STYLES:
        return this.parts.styles
      default:
        return this.#field(owner, key)
    }
  }

  digest(value: LiquidValue | undefined): string {
    return digestOf(value, this.#describeDrop)
  }

  #text(text: string | null | undefined): string {
    return this.digest(text)
  }

  #time(time: LiquidTime, pattern: string): string {
    return this.digest(pattern === '*' ? time : strftime(time, pattern))
  }

  #layout(name: string): string {
    const { site, values } = this.parts.host
    const layout = site.layouts.get(name)
    if (layout === undefined) return 'u'
    const { path, content, lineOffset, data } = layout
    return this.digest([path, content, lineOffset, values.of(data)])
  }

  #post(name: string): string {
    const found = findPost(this.parts.host.site, name)
    return found === null ? 'u' : this.digest([found.post.url, found.isLoose])
  }

  #siteValue(key: string): string | null {
    const { host } = this.parts
    const { site, siteDrop } = host
    // All names: what they stand for is not looked at one by one.
    if (key === '*') return null
    if (key === 'related_posts') {
      return this.digest(
        postsOf(site)
          .slice(-11)
          .map((doc) => host.drops.document(doc)),
      )
    }
    if (key !== 'urls') return this.digest(siteDrop.own(key))
    const all = [
      ...site.pages,
      ...site.staticFiles,
      ...[...site.collections.values()].flatMap(({ docs }) => docs),
    ]
    return hashOf(all.map(({ url }) => url).join('\n'))
  }

  #field(id: string, key: string): string | null {
    const { host, find } = this.parts
    const item = find(id)
    if (item === undefined) return null
    if (key === 'content' || key === 'output') return this.parts.hashOf(item, id, key)
    const excerpt = key === 'excerpt' ? excerptOf(item) : null
    if (excerpt !== null) return this.parts.excerptValue(id, excerpt)
    const drop = dropOf(host, item)
    return key === '*' ? this.digest([...drop.keys()]) : this.digest(drop.get(key))
  }

  #drop(drop: Drop, describe: (value: LiquidValue) => string): string {
    const { idOf } = this.parts
    if (drop instanceof DocumentDrop) return idOf(drop.doc) ?? fail()
    if (drop instanceof PageHash) return `hash ${this.#drop(drop.drop, describe)}`
    if (drop instanceof PageDrop) return idOf(drop.page) ?? fail()
    if (drop instanceof StaticFileDrop || drop instanceof CollectionDrop) {
      return Array.from(drop.keys(), (key) => `${key}=${describe(drop.get(key) ?? null)}`).join(';')
    }
    return fail()
  }
}

function dropOf({ drops }: SiteHost, item: Item): Drop {
  if (item instanceof Page) return drops.page(item)
  return item instanceof Document ? drops.document(item) : fail()
}

function fail(): never {
  throw new Error('Nothing is known of this drop')
}
