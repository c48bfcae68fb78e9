/** A page: a file with front matter outside of collections, or one that a plugin makes. */

import { displayText } from '../../content/yaml/value.js'
import { deepMerge } from '../../content/deep-merge.js'
import { defaultOf } from '../../content/defaults.js'
import { isYamlMap, type YamlMap } from '../../content/yaml/value.js'
import { outputExtension, pageUrl } from '../../content/permalink.js'
import type { SiteConfig } from '../../content/site-config.js'
import { outputPath } from './output-path.js'
import type { LiquidMap } from '../../liquid/value.js'
import type { Excerpt } from './excerpt.js'
import type { Pager } from './pager.js'
import { extensionOf, folderOf, Item, nameOf, type ItemText } from './item.js'

/** Extensions of pages that `site.html_pages` lists. */
export const HTML_EXTENSIONS: ReadonlySet<string> = new Set(['.html', '.xhtml', '.htm'])

/** A page at a path; `dir` may be moved by pagination. */
export class Page extends Item {
  readonly name: string
  readonly extension: string
  readonly basename: string
  pager: Pager | null = null
  excerpt: Excerpt | null = null
  /** Fields that a plugin adds to what templates see. */
  extra: (() => LiquidMap) | null = null
  /** Makes the output when it is the page's turn, in place of rendering it. */
  produce: (() => string) | null = null
  /** Whether what `produce` reads is all recorded, so that it runs only when that changes. */
  isTracked = false
  /** Made by a plugin: it has no file. */
  readonly isGenerated: boolean
  /** Front-matter defaults of its path, below `data`. */
  readonly defaults: YamlMap
  readonly #folder: string

  constructor(
    readonly path: string,
    text: ItemText,
    private readonly options: {
      readonly config: SiteConfig
      readonly defaults?: YamlMap
      readonly isGenerated?: boolean
      /** Folder that the URL is made of in place of the path's. */
      readonly folder?: string
      /** Shown in place of the path's last segment. */
      readonly name?: string
    },
  ) {
    super(text)
    this.name = options.name ?? nameOf(path)
    this.extension = extensionOf(path)
    this.basename = nameOf(path)
      .slice(0, nameOf(path).length - this.extension.length)
      .replace(/(?<!\.)\.+$/, '')
    this.isGenerated = options.isGenerated ?? false
    this.defaults = options.defaults ?? new Map()
    this.#folder = options.folder ?? folderOf(path)
  }

  override restore(data: YamlMap | null): void {
    super.restore(data)
    this.pager = null
    this.excerpt = null
    this.extra = null
    this.produce = null
    this.isTracked = false
  }

  get sourcePath(): string {
    return this.path
  }

  /** A value of the front matter, or else of the defaults; two maps are merged. */
  dataOrDefault(key: string): ReturnType<YamlMap['get']> {
    const own = this.data.get(key)
    const fallback = this.defaults.get(key)
    if (own === undefined || own === null) return fallback
    const areMaps = fallback !== undefined && isYamlMap(own) && isYamlMap(fallback)
    return areMaps ? deepMerge(fallback, own) : own
  }

  // A page that says null has none; only what liquid reads falls back to the defaults then.
  override get layout(): string | null {
    const value = this.#ownOrDefault('layout')
    return value === undefined || value === null ? null : displayText(value)
  }

  override get permalink(): string | null {
    const value = this.#ownOrDefault('permalink')
    return typeof value === 'string' ? value : null
  }

  #ownOrDefault(key: string): ReturnType<YamlMap['get']> {
    return this.data.has(key) ? this.data.get(key) : defaultOf(this.defaults, key)
  }

  get outputExtension(): string {
    return outputExtension(this.path, this.permalink, this.options.config)
  }

  get isHtml(): boolean {
    return HTML_EXTENSIONS.has(this.outputExtension)
  }

  get isIndex(): boolean {
    return this.basename === 'index'
  }

  protected makeUrl(): string {
    const name = nameOf(this.path)
    const path = this.#folder === '' ? name : `${this.#folder}/${name}`
    return pageUrl({ path, permalink: this.permalink }, this.options.config)
  }

  protected makeOutputPath(): string | null {
    return outputPath(this.url, this.outputExtension, this.outputExtension)
  }

  /** Folder of the URL, with a slash at its end. */
  get dir(): string {
    if (this.url.endsWith('/')) return this.url
    const folder = folderOf(this.url)
    return folder.endsWith('/') ? folder : `${folder}/`
  }
}
