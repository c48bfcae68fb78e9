/** A document of a collection; posts and drafts are those of the collection `posts`. */

import { displayText } from '../../content/yaml/value.js'
import type { YamlMap, YamlTime } from '../../content/yaml/value.js'
import {
  DOCUMENT_PLACEHOLDERS,
  documentUrl,
  outputExtension,
  type DocumentUrlFacts,
} from '../../content/permalink.js'
import type { SiteConfig } from '../../content/site-config.js'
import { unknownPlaceholders } from '../../content/url.js'
import { BuildError } from '../base/build-error.js'
import type { CollectionFacts } from './collection-facts.js'
import type { Excerpt } from './excerpt.js'
import { extensionOf, folderOf, Item, nameOf, pathOfUrl, type ItemText } from './item.js'

interface DocumentOptions {
  readonly collection: CollectionFacts
  readonly config: SiteConfig
  /** From the source's root; `path` leaves `collections_dir` out. */
  readonly sourcePath: string
  readonly date: YamlTime
  readonly isDraft: boolean
  /** Its front matter, its defaults or its name say the date. */
  readonly isDated: boolean
  /** Its front matter is no YAML: it has no title, slug, tags and excerpt. */
  readonly isBroken: boolean
}

/** A document; its `data` has the front matter over the defaults, with title, slug, date, taxonomy. */
export class Document extends Item {
  readonly extension: string
  readonly collection: CollectionFacts
  readonly sourcePath: string
  readonly isDraft: boolean
  readonly isDated: boolean
  readonly isBroken: boolean
  readonly date: YamlTime
  excerpt: Excerpt | null = null
  /** Neighbours in the collection's order; set when reading ends. */
  previous: Document | null = null
  next: Document | null = null
  readonly #config: SiteConfig

  constructor(
    readonly path: string,
    text: ItemText,
    options: DocumentOptions,
  ) {
    super(text)
    this.extension = extensionOf(path)
    this.collection = options.collection
    this.sourcePath = options.sourcePath
    this.isDraft = options.isDraft
    this.isDated = options.isDated
    this.isBroken = options.isBroken
    this.date = options.date
    this.#config = options.config
  }

  override restore(data: YamlMap | null): void {
    super.restore(data)
    if (data !== null) this.excerpt = null
  }

  get basename(): string {
    return nameOf(this.path)
  }

  get basenameWithoutExtension(): string {
    return this.basename.slice(0, this.basename.length - this.extension.length)
  }

  get isYaml(): boolean {
    return this.extension === '.yaml' || this.extension === '.yml'
  }

  override get isPlacedInLayout(): boolean {
    return !this.isYaml && super.isPlacedInLayout
  }

  override get isLiquid(): boolean {
    return !this.isYaml && this.extension !== '.coffee' && super.isLiquid
  }

  get outputExtension(): string {
    return outputExtension(this.path, this.permalink, this.#config)
  }

  protected makeUrl(): string {
    const facts = this.#urlFacts()
    const template = this.permalink ?? this.collection.urlTemplate
    const [unknown] = unknownPlaceholders(template, DOCUMENT_PLACEHOLDERS)
    if (unknown === undefined) return documentUrl(facts, this.#config)
    const message = `The URL template doesn't have ${unknown} keys. Check your permalink template!`
    throw new BuildError(message, { path: this.sourcePath, key: 'permalink' })
  }

  #urlFacts(): DocumentUrlFacts {
    const categories = this.data.get('categories')
    const slug = this.data.get('slug')
    return {
      collection: this.collection.label,
      sourcePath: this.path,
      permalink: this.permalink,
      // One with broken front matter has none: then it is the whole name, with its date.
      slug: slug === undefined || slug === null ? this.basenameWithoutExtension : displayText(slug),
      categories: Array.isArray(categories) ? categories.map(displayText) : [],
      epochMs: this.date.epochMs,
    }
  }

  protected makeOutputPath(): string | null {
    return pathOfUrl(this.url, this.outputExtension)
  }

  /** `id` of templates: the URL's folder with the slug. */
  get id(): string {
    const folder = this.url === '/' ? '/' : folderOf(this.url.replace(/(?<!\/)\/+$/, '')) || '/'
    const slug = this.data.get('slug')
    const name =
      slug === undefined || slug === null ? this.basenameWithoutExtension : displayText(slug)
    return folder === '/' ? `/${name}` : `${folder}/${name}`
  }

  /** Ruby's `<=>` of documents: by date where both have one, then by path. No total order. */
  compareTo(other: Document): number {
    const areDated = this.isDated && other.isDated
    const byDate = areDated ? this.date.epochMs - other.date.epochMs : 0
    if (byDate !== 0) return byDate
    return compareText(this.sourcePath, other.sourcePath)
  }
}

/** Order by code points, as Ruby compares strings. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
