/** The host of a build's rendering: converters, caches, drops, and what has to be read while rendering. */

import type { ContentCache } from '../cache/disk-cache.js'
import type { Conversions } from '../convert/conversions.js'
import { createSmart } from '../convert/markdown.js'
import type { Highlighter } from '../../highlight/highlight.js'
import type { Excerpt } from '../items/excerpt.js'
import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import { releaseOf } from '../base/jekyll-version.js'
import type { Engine, Template } from '../../liquid/engine.js'
import { fromPlain, type LiquidValue } from '../../liquid/value.js'
import type { Markdown } from '../../kramdown/markdown.js'
import { escapeHtml } from '../../kramdown/tree/escape.js'
import { escapeHtml as escapeAll } from '../../liquid/filters/html.js'
import type { PluginSet } from './plugin-set.js'
import { readText } from '../read/text.js'
import type { RenderLimits } from '../base/request.js'
import { createCachedSass } from '../sass/cached-compiler.js'
import type { SassCompiler } from '../sass/compiler.js'
import { compilerBytes } from '../sass/limits.js'
import { sassOptions } from '../sass/options.js'
import type { SassOptions } from '../sass/sheet.js'
import { mapComment } from '../sass/source-map.js'
import type { Site } from '../items/site.js'
import { SourceError } from '../base/source.js'
import { CarriedContent } from './carried-content.js'
import { Counters } from './counters.js'
import { Drops } from './drops/drops.js'
import { NamedDrop } from './drops/named-drop.js'
import { SiteDrop } from './drops/site-drop.js'
import { Host, NeedError } from './host.js'
import type { ItemHost } from './item-host.js'
import { smartify } from './smartify.js'
import { STYLES, type ReadLog } from '../facts/read-log.js'
import { SourceMaps } from './source-maps.js'
import { renderExcerpt } from './renderer.js'
import { ValueMaker } from './values.js'
import type { Clock } from '../../liquid/definition.js'

interface HostParts {
  readonly site: Site
  readonly engine: Engine
  readonly clock: Clock
  readonly limits: RenderLimits | undefined
  readonly plugins: PluginSet
  readonly conversions: Conversions
  readonly highlighter: Highlighter
  readonly cache: ContentCache | null
}

/** One a build. */
export class SiteHost extends Host implements ItemHost {
  readonly site: Site
  readonly engine: Engine
  readonly limits: RenderLimits | undefined
  readonly plugins: PluginSet
  readonly values: ValueMaker
  readonly drops: Drops
  readonly siteDrop: SiteDrop
  readonly cache = new Map<string, string>()
  readonly counters = new Counters(() => this.reads)
  readonly carried = new CarriedContent(() => this.reads)
  readonly sass: SassCompiler
  /** Source maps by the pages of their style sheets. */
  readonly sourceMaps = new Map<Item, string>()
  readonly mapPages: SourceMaps
  readonly #sassOptions: SassOptions
  readonly #conversions: Conversions
  readonly #highlighter: Highlighter
  readonly #templates = new Map<string, Template>()
  readonly #excerpts = new Map<Excerpt, string>()
  readonly #texts = new Map<string, string | null>()
  readonly #styles = new Map<string, string>()
  /** Whether templates are kept from reading the sources of documents and pages. */
  hidesTexts = false
  #need: Promise<void> | null = null

  constructor(parts: HostParts) {
    super()
    this.site = parts.site
    this.engine = parts.engine
    this.limits = parts.limits
    this.plugins = parts.plugins
    this.values = new ValueMaker(parts.clock, parts.site.settings.jekyll)
    this.drops = new Drops(this)
    this.siteDrop = new SiteDrop(parts.site, this)
    this.#conversions = parts.conversions
    this.#highlighter = parts.highlighter
    const { milliseconds, memoryMb } = parts.limits ?? {}
    const limits = { milliseconds, bytes: compilerBytes(memoryMb) }
    const memory = { cache: parts.cache, limits }
    this.#sassOptions = sassOptions(parts.site)
    this.sass = createCachedSass(parts.site.source, this.#sassOptions, memory)
    this.mapPages = new SourceMaps(parts.site, this.#sassOptions.sourceMap)
  }

  get jekyll(): NamedDrop {
    return new NamedDrop(
      'JekyllDrop',
      new Map<LiquidValue, LiquidValue>([
        ['version', releaseOf(this.site.settings.jekyll)],
        ['environment', this.site.settings.environment],
      ]),
    )
  }

  get theme(): LiquidValue {
    const { theme } = this.site
    if (theme === null) return null
    return new Map<LiquidValue, LiquidValue>([
      ['name', theme.name],
      ['version', theme.version],
      ...Object.entries(theme.about).map(([key, value]) => [key, fromPlain(value)] as const),
      // Where the gem lies is told since 4.4 only where JEKYLL_ENV says so.
      ...(this.site.settings.jekyll === '4.4' ? [['root', ''] as const] : []),
    ])
  }

  template(path: string, source: string, lineOffset = 0): Template {
    const key = `${path}\0${source}`
    let template = this.#templates.get(key)
    if (template === undefined) {
      template = this.engine.parse(source, { path, lineOffset })
      this.#templates.set(key, template)
    }
    return template
  }

  isMarkdown(item: Item): boolean {
    return this.site.settings.content.markdownExtensions.includes(item.extension.toLowerCase())
  }

  async toHtml(source: string, item: Item): Promise<string> {
    const arrival = this.#conversions.arrival(source)
    if (arrival !== null) await arrival
    const { html, warnings } = this.#conversions.toHtml(source)
    if (this.site.settings.sections.kramdown.get('show_warnings') === true) {
      for (const { message, line } of warnings) {
        this.site.reporter.warn(message, { path: item.sourcePath, line: line + item.lineOffset })
      }
    }
    return html
  }

  markdownify(source: string): string {
    return this.#conversions.toHtml(source).html
  }

  #smart: Pick<Markdown, 'toHtml'> | null = null

  smartify(source: string): string {
    this.#smart ??= createSmart(this.site.settings)
    const smart = this.#smart
    return smartify(
      source,
      (text) => this.markdownify(text),
      (text) => smart.toHtml(text).html,
    )
  }

  get isHighlighting(): boolean {
    const highlighter = this.site.settings.config.get('highlighter')
    return highlighter === 'rouge' || highlighter === 'pygments'
  }

  highlight(code: string, language: string): string {
    if (!this.isHighlighting) return escapeAll(code).trim()
    return this.#highlighter.highlight(code, language) ?? escapeHtml(code, 'text')
  }

  excerptHtml(excerpt: Excerpt): string {
    const known = this.#excerpts.get(excerpt)
    if (known !== undefined) return known
    const { current } = this.siteDrop
    // A document may print its own excerpt from within its excerpt: it is not there yet.
    this.#excerpts.set(excerpt, excerpt.content)
    try {
      const html = this.#renderExcerpt(excerpt)
      excerpt.output = html
      this.#excerpts.set(excerpt, html)
      return html
    } catch (error) {
      this.#excerpts.delete(excerpt)
      throw error
    } finally {
      this.siteDrop.current = current
    }
  }

  #renderExcerpt(excerpt: Excerpt): string {
    if (this.reads === null) return renderExcerpt(this, excerpt)
    return this.reads.asExcerpt(excerpt.owner, () => renderExcerpt(this, excerpt))
  }

  /** HTML of an excerpt that was rendered already. */
  knownExcerpt(excerpt: Excerpt): string | undefined {
    return this.#excerpts.get(excerpt)
  }

  /** Forgets an excerpt: what it read has changed, or it is no more. */
  forgetExcerpt(excerpt: Excerpt): void {
    this.#excerpts.delete(excerpt)
    excerpt.output = null
  }

  /** Is as before anything was rendered, but for what follows from texts alone; the site may be another now. */
  beginAgain(): void {
    this.reads = null
    for (const excerpt of this.#excerpts.keys()) this.forgetExcerpt(excerpt)
    this.cache.clear()
    this.counters.restore(new Map())
    this.carried.reset()
    this.siteDrop.current = null
    this.siteDrop.refresh()
    const pages = new Set<Item>(this.site.pages)
    for (const sheet of this.sourceMaps.keys()) if (!pages.has(sheet)) this.sourceMaps.delete(sheet)
  }

  /** Runs something that leaves nothing behind but excerpts, whose reads `reads` is told. */
  async aside<Result>(reads: ReadLog, run: () => Promise<Result>): Promise<Result> {
    const { reads: before } = this
    const maps = new Map(this.sourceMaps)
    const texts = new Map(this.cache)
    const counted = this.counters.save()
    const carried = this.carried.save()
    this.counters.restore(new Map())
    this.carried.restore(undefined)
    this.siteDrop.refresh()
    this.reads = reads
    try {
      return await run()
    } finally {
      this.reads = before
      this.siteDrop.refresh()
      this.siteDrop.current = null
      become(this.sourceMaps, maps)
      become(this.cache, texts)
      this.counters.restore(counted)
      this.carried.restore(carried)
    }
  }

  /** Forgets the text of a file that has changed. */
  forgetText(path: string): void {
    this.#texts.delete(path)
  }

  /** Forgets compiled style sheets: a file that they may import has changed. */
  forgetStyles(): void {
    this.#styles.clear()
  }

  sourceText(path: string): string | null {
    this.reads?.fact('file', path)
    const known = this.#texts.get(path)
    if (known === undefined) throw this.needs(this.#readText(path))
    return this.hidesTexts && known?.startsWith('---') === true ? null : known
  }

  async #readText(path: string): Promise<void> {
    try {
      this.#texts.set(path, await readText(this.site.source, path))
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      this.#texts.set(path, null)
    }
  }

  css(content: string, syntax: 'scss' | 'indented'): string {
    this.reads?.fact(STYLES, '*')
    const key = `${syntax}\0${content}`
    const known = this.#styles.get(key)
    if (known !== undefined) return known
    throw this.needs(this.#compileText(key, { content, syntax }))
  }

  async #compileText(
    key: string,
    { content, syntax }: { content: string; syntax: 'scss' | 'indented' },
  ): Promise<void> {
    const { css } = await this.sass.compile({ content, syntax, path: null, lineOffset: 0 })
    this.#styles.set(key, css)
  }

  async compileSass(item: Item, content: string): Promise<string> {
    this.reads?.fact(STYLES, '*')
    const { lineOffset, sourcePath: path, content: raw } = item
    const syntax = item.extension === '.sass' ? 'indented' : 'scss'
    const { css, sourceMap } = await this.sass.compile({ content, syntax, path, lineOffset, raw })
    // jekyll-sass-converter writes maps of pages only
    if (sourceMap === null || !(item instanceof Page)) return css
    this.sourceMaps.set(item, sourceMap)
    return css + mapComment(path, this.#sassOptions.style)
  }

  sourceMapOf(sheet: Page): string {
    return this.sourceMaps.get(sheet) ?? ''
  }

  /** What the last rendering stopped for, once; null where it stopped for another reason. */
  takeNeed(): Promise<void> | null {
    const need = this.#need
    this.#need = null
    return need
  }

  /** What to throw for a page to be rendered again when something else is done. */
  // Liquid wraps errors of tags and filters, so the need is kept beside the error.
  needs(need: Promise<void>): NeedError {
    need.catch(() => {})
    this.#need = need
    return new NeedError(need)
  }
}

/** Makes a map equal to another one. */
export function become<Key, Value>(map: Map<Key, Value>, other: ReadonlyMap<Key, Value>): void {
  map.clear()
  for (const [key, value] of other) map.set(key, value)
}
