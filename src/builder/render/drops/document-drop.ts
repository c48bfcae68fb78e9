/** A document as templates see it: fields of its own over its data. */

// jekyll/drops/document_drop.rb: names and order of the fields

import type { Document } from '../../items/document.js'
import type { Excerpt } from '../../items/excerpt.js'
import { Drop, type LiquidValue } from '../../../liquid/value.js'
import { compareStrings } from '../../../liquid/compare.js'
import { toLiquidString } from '../../../liquid/text.js'
import type { DropHost } from './drop-host.js'

type Getter = (drop: DocumentDrop) => LiquidValue

const GETTERS: ReadonlyMap<string, Getter> = new Map<string, Getter>([
  ['name', (drop) => drop.data('name') ?? (isOld(drop) ? null : drop.doc.basename)],
  ['id', ({ doc }) => doc.id],
  ['relative_path', ({ doc }) => doc.path],
  ['excerpt', (drop) => drop.excerpt()],
  ['title', (drop) => drop.data('title')],
  ['categories', (drop) => drop.data('categories')],
  ['collection', ({ doc }) => doc.collection.label],
  ['next', ({ doc, host }) => doc.next && host.drops.document(doc.next)],
  ['tags', (drop) => drop.data('tags')],
  ['previous', ({ doc, host }) => doc.previous && host.drops.document(doc.previous)],
  ['content', ({ doc }) => doc.content],
  ['output', ({ doc }) => doc.output],
  ['path', ({ doc }) => doc.path],
  ['url', ({ doc }) => doc.url],
  ['date', (drop) => dateOf(drop)],
])

/** Documents of Jekyll 3.10 have no name, and no date unless they say one. */
function isOld({ host }: DocumentDrop): boolean {
  return host.values.jekyll === '3.10'
}

function dateOf(drop: DocumentDrop): LiquidValue {
  const { doc, host } = drop
  return isOld(drop) && !doc.isDated ? null : host.values.localTime(doc.date.epochMs)
}

/** A document; all is read when it is asked for. */
export class DocumentDrop extends Drop {
  constructor(
    readonly doc: Document,
    readonly host: DropHost,
  ) {
    super()
  }

  get(key: string): LiquidValue | undefined {
    this.host.reads?.item(this.doc, key)
    const getter = GETTERS.get(key)
    if (getter !== undefined) return getter(this)
    if (key === 'to_s') return this.toLiquidString()
    const value = this.doc.data.get(key)
    return value === undefined ? undefined : this.host.values.of(value)
  }

  /** HTML of the excerpt, or the text that the front matter gives for it. */
  excerpt(): LiquidValue {
    if (this.doc.excerpt !== null) return this.host.excerptHtml(this.doc.excerpt)
    const own = this.data('excerpt')
    return own === null ? '' : toLiquidString(own)
  }

  /** A value of the data. */
  data(key: string): LiquidValue {
    return this.host.values.of(this.doc.data.get(key))
  }

  override *keys(): Iterable<string> {
    this.host.reads?.item(this.doc, '*')
    yield* GETTERS.keys()
    for (const key of this.doc.data.keys()) if (!GETTERS.has(String(key))) yield String(key)
  }

  override toLiquidString(): string {
    this.host.reads?.item(this.doc, 'output')
    return this.doc.output ?? this.doc.content
  }

  // Lists of a site hold documents; only what is looked at alone is a drop (jekyll/document.rb: inspect).
  override inspect(): string {
    return `#<Jekyll::Document ${this.doc.path} collection=${this.doc.collection.label}>`
  }

  override compareTo(other: LiquidValue): number | null {
    if (!(other instanceof DocumentDrop)) return null
    for (const { doc } of [this, other]) this.host.reads?.item(doc, 'date')
    const byDate = this.doc.date.epochMs - other.doc.date.epochMs
    return byDate === 0 ? compareStrings(this.doc.path, other.doc.path) : byDate
  }
}

/** The excerpt of a document as `page`, while it is rendered. */
export class ExcerptDrop extends Drop {
  constructor(
    readonly excerpt: Excerpt,
    private readonly owner: Drop,
  ) {
    super()
  }

  get(key: string): LiquidValue | undefined {
    if (key === 'excerpt') return null
    if (key === 'id') return `${toLiquidString(this.owner.get('id') ?? null)}#excerpt`
    if (key === 'path' || key === 'relative_path') return this.excerpt.path
    if (key === 'content') return this.excerpt.content
    if (key === 'output') return null
    return this.owner.get(key)
  }

  override keys(): Iterable<string> {
    return this.owner.keys()
  }

  override toElements(): readonly LiquidValue[] {
    return this.owner.toElements()
  }

  override toLiquidString(): string {
    return this.excerpt.output ?? this.excerpt.content
  }
}
