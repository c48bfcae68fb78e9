/** A file that is copied as it is. */

import type { YamlMap } from '../../content/yaml/value.js'
import { collectionFileUrl, fileUrl } from '../../content/permalink.js'
import type { SiteConfig } from '../../content/site-config.js'
import { outputPath } from './output-path.js'
import type { CollectionFacts } from './collection-facts.js'
import { extensionOf, nameOf } from './item.js'

interface StaticFileOptions {
  readonly config: SiteConfig
  /** From the source's root. */
  readonly sourcePath: string
  readonly collection: CollectionFacts | null
  /** Front-matter defaults of its path: what templates read as its data. */
  readonly data: YamlMap
  /** Milliseconds since the Unix epoch. */
  readonly modifiedAt: number
  /** Whether it is written even if its collection is not, as by Jekyll 3.10. */
  readonly isOnItsOwn?: boolean
  /** Reads the bytes; the default is the site's source. */
  readonly read?: () => Promise<Uint8Array>
}

/** A static file; `path` is what templates see: with a slash in front outside of collections. */
export class StaticFile {
  readonly name: string
  readonly extension: string
  readonly sourcePath: string
  readonly collection: CollectionFacts | null
  readonly data: YamlMap
  readonly modifiedAt: number
  readonly read: (() => Promise<Uint8Array>) | null
  readonly #isOnItsOwn: boolean
  #url: string | null = null
  readonly #config: SiteConfig

  constructor(
    readonly path: string,
    options: StaticFileOptions,
  ) {
    this.name = nameOf(path)
    this.extension = extensionOf(path)
    this.#config = options.config
    this.sourcePath = options.sourcePath
    this.collection = options.collection
    this.data = options.data
    this.modifiedAt = options.modifiedAt
    this.#isOnItsOwn = options.isOnItsOwn === true
    this.read = options.read ?? null
  }

  get basename(): string {
    return basenameOf(this.name)
  }

  get url(): string {
    return (this.#url ??= this.#makeUrl())
  }

  #makeUrl(): string {
    const path = fileUrl(this.path.replace(/^\//, '')).slice(1)
    if (this.collection === null) return `/${path}`
    const inside = path.slice(this.collection.relativeFolder.length + 1)
    return collectionFileUrl(this.collection.label, inside, this.#config)
  }

  get isWritten(): boolean {
    const published = this.data.get('published')
    if (published === false || published === null) return false
    return this.collection === null || this.#isOnItsOwn || this.collection.isWritten
  }

  get outputPath(): string | null {
    return outputPath(this.url)
  }
}

/** A name without its extension, and without dots at its end. */
export function basenameOf(name: string): string {
  return name.slice(0, name.length - extensionOf(name).length).replace(/(?<!\.)\.+$/, '')
}
