/** A page as templates see it: its data over the defaults, and fields of its own over both. */

// jekyll/convertible.rb: to_liquid; jekyll/page.rb: ATTRIBUTES_FOR_LIQUID

import type { Page } from '../../items/page.js'
import { inspect, inspectString, toLiquidString } from '../../../liquid/text.js'
import { Drop, type LiquidValue } from '../../../liquid/value.js'
import type { DropHost } from './drop-host.js'

const FIELDS = ['content', 'dir', 'excerpt', 'name', 'path', 'url'] as const

/** A page. Where it is `page` itself, its content is what it was before it was rendered. */
export class PageDrop extends Drop {
  #hash: PageHash | null = null

  constructor(
    readonly page: Page,
    protected readonly host: DropHost,
    private readonly frozenContent: string | null = null,
  ) {
    super()
  }

  get(key: string): LiquidValue | undefined {
    this.read(key)
    switch (key) {
      case 'content':
        return this.content
      case 'dir':
        return this.page.dir
      case 'excerpt':
        return this.excerpt()
      case 'name':
        return this.page.name
      case 'path':
        return this.#data('path') ?? this.page.path
      case 'url':
        return this.page.url
      default:
        return this.page.extra?.().get(key) ?? this.#data(key)
    }
  }

  /** Says what is read. */
  protected read(key: string): void {
    this.host.reads?.item(this.page, key)
  }

  protected get content(): string {
    return this.frozenContent ?? this.page.content
  }

  #data(key: string): LiquidValue | undefined {
    const value = this.page.dataOrDefault(key)
    if (value !== undefined) return this.host.values.of(value)
    return this.page.data.get(key) === null ? null : undefined
  }

  private excerpt(): LiquidValue | undefined {
    const { excerpt } = this.page
    return excerpt === null ? this.#data('excerpt') : this.host.excerptHtml(excerpt)
  }

  override keys(): Iterable<string> {
    this.read('*')
    const { defaults, data } = this.page
    return new Set([...defaults.keys(), ...data.keys()].map(String).concat(FIELDS))
  }

  // In Jekyll a page is a hash in templates.
  override toElements(): readonly LiquidValue[] {
    return [...this.keys()].map((key) => [key, this.get(key) ?? null])
  }

  // jekyll/convertible.rb: to_liquid
  override toLiquid(): Drop {
    this.#hash ??= new PageHash(this)
    return this.#hash
  }

  // Hashes are equal by what is in them: while a page is rendered, its content tells it from what it was before.
  override equals(other: LiquidValue): boolean {
    const drop = other instanceof PageHash ? other.drop : other
    if (this === drop) return true
    if (!(drop instanceof PageDrop) || drop.page !== this.page) return false
    return this.get('content') === drop.get('content')
  }

  override toLiquidString(): string {
    return inspect(new Map([...this.keys()].map((key) => [key, this.get(key) ?? null])))
  }

  // jekyll/convertible.rb: to_s
  override toListString(): string {
    return toLiquidString(this.get('content') ?? null)
  }

  // Lists of a site hold pages; only what is looked at alone is a hash (jekyll/page.rb: inspect).
  override inspect(): string {
    const kind = this.page.isGenerated ? 'PageWithoutAFile' : 'Page'
    return `#<Jekyll::${kind} @relative_path=${inspectString(this.page.path)}>`
  }
}

/** The hash of a page: it prints as one in lists, too. */
export class PageHash extends Drop {
  constructor(readonly drop: PageDrop) {
    super()
  }

  get(key: string): LiquidValue | undefined {
    return this.drop.get(key)
  }

  override keys(): Iterable<string> {
    return this.drop.keys()
  }

  override toElements(): readonly LiquidValue[] {
    return this.drop.toElements()
  }

  override equals(other: LiquidValue): boolean {
    return this.drop.equals(other)
  }

  override toLiquidString(): string {
    return this.drop.toLiquidString()
  }
}
