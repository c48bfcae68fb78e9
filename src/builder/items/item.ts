/** What pages and documents have in common: text with front matter that becomes an output file. */

import { displayText } from '../../content/yaml/value.js'
import type { YamlMap } from '../../content/yaml/value.js'
import { outputPath } from './output-path.js'

/** Where the text of an item came from. */
export interface ItemText {
  /** Without front matter. */
  readonly content: string
  /** Lines of front matter before the content. */
  readonly lineOffset: number
  readonly data: YamlMap
}

/** What an earlier build made of an item, read when it is asked for. */
export interface FormerTexts {
  content(): string
  output(): string
}

/** A path with what it was made of. */
interface OutputPath {
  readonly url: string
  readonly permalink: string | null
  readonly path: string | null
}

/** A page, document or excerpt while it is built; `content` and `output` change as it is rendered. */
export abstract class Item {
  /** From the source's root, or from `collections_dir` for documents. */
  abstract readonly path: string
  readonly lineOffset: number
  readonly data: YamlMap
  #url: string | null = null
  #outputPath: OutputPath | null = null
  readonly #raw: string
  #content: string
  #output: string | null = null
  #former: FormerTexts | null = null

  constructor(text: ItemText) {
    this.#raw = text.content
    this.#content = text.content
    this.lineOffset = text.lineOffset
    this.data = text.data
  }

  get content(): string {
    return this.#former === null ? this.#content : this.#former.content()
  }

  set content(content: string) {
    this.#content = content
  }

  /** Null until rendered. */
  get output(): string | null {
    return this.#former === null ? this.#output : this.#former.output()
  }

  set output(output: string | null) {
    this.#output = output
  }

  /** Is what an earlier build made of it, in place of being rendered. */
  become(former: FormerTexts): void {
    this.#former = former
  }

  /** Whether its output stands in the destination already. */
  get isFormer(): boolean {
    return this.#former !== null
  }

  /** Is again what it was when it was read. @param data as it was read; null where nobody changes it */
  restore(data: YamlMap | null): void {
    this.#content = this.#raw
    this.#output = null
    this.#former = null
    if (data === null || isSameEntries(this.data, data)) return
    this.data.clear()
    for (const [key, value] of data) this.data.set(key, value)
    this.#url = null
  }

  /** Path from the source's root, for messages and reading. */
  abstract get sourcePath(): string

  /** Extension of the source with its dot, `''` for none. */
  abstract get extension(): string

  /** Extension of the output with its dot. */
  abstract get outputExtension(): string

  /** Where the item is published, from the site's root. */
  get url(): string {
    return (this.#url ??= this.makeUrl())
  }

  protected abstract makeUrl(): string

  /** Path of the output from the destination's root; null when the URL names no file. */
  get outputPath(): string | null {
    const { url, permalink } = this
    const known = this.#outputPath
    if (known !== null && known.url === url && known.permalink === permalink) return known.path
    const path = this.makeOutputPath()
    this.#outputPath = { url, permalink, path }
    return path
  }

  protected abstract makeOutputPath(): string | null

  /** Gives the item another permalink than that of its front matter. */
  moveTo(permalink: string): void {
    this.data.set('permalink', permalink)
    this.#url = null
  }

  get permalink(): string | null {
    const value = this.data.get('permalink')
    return typeof value === 'string' ? value : null
  }

  /** Name of the layout that the item asks for, or null. */
  get layout(): string | null {
    const value = this.data.get('layout')
    return value === undefined || value === null ? null : displayText(value)
  }

  get isSass(): boolean {
    return this.extension === '.scss' || this.extension === '.sass'
  }

  get isPlacedInLayout(): boolean {
    return !this.isSass && this.extension !== '.coffee' && this.layout !== 'none'
  }

  get isLiquid(): boolean {
    return this.hasLiquid(this.content)
  }

  /** Whether a text of this item would be rendered as a template. */
  hasLiquid(text: string): boolean {
    if (this.data.get('render_with_liquid') === false) return false
    return text.includes('{%') || text.includes('{{')
  }

  /** Whether it is shown: `published` without a value hides an item as `published: false` does. */
  get isPublished(): boolean {
    const published = this.data.get('published')
    return published !== false && published !== null
  }

  /**
   * Whether its collection lists it, as it does one whose `published` has no value.
   *
   * @see jekyll/document.rb: published?; jekyll/publisher.rb
   */
  get isListed(): boolean {
    return this.data.get('published') !== false
  }
}

function isSameEntries(a: YamlMap, b: YamlMap): boolean {
  if (a.size !== b.size) return false
  const others = b.entries()
  for (const [key, value] of a) {
    const [otherKey, other] = others.next().value ?? []
    if (key !== otherKey || value !== other) return false
  }
  return true
}

/** The file of a URL, as Jekyll completes it for pages and documents. */
export function pathOfUrl(url: string, extension: string): string | null {
  return outputPath(url, url.endsWith('/') ? '.html' : extension)
}

/** The last extension of a name with its dot; a leading dot is none (Ruby's `File.extname`). */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const at = name.lastIndexOf('.')
  return at <= 0 || at === name.length - 1 || /^\.+$/.test(name.slice(0, at)) ? '' : name.slice(at)
}

/** Last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Everything before the last segment, without its slash; '' for none. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}
