/**
 * What tags, filters and plugins reach beyond their values: the site being rendered. Tags and filters find it
 * in the registers, plugins are given it.
 */

import type { RenderContext } from '../../liquid/context.js'
import type { Engine, Template } from '../../liquid/engine.js'
import { LiquidError } from '../../liquid/error.js'
import type { Drop, LiquidValue } from '../../liquid/value.js'
import type { Excerpt } from '../items/excerpt.js'
import type { Item } from '../items/item.js'
import type { Page } from '../items/page.js'
import type { Site } from '../items/site.js'
import type { DropHost } from './drops/drop-host.js'
import type { Drops } from './drops/drops.js'
import type { SiteDrop } from './drops/site-drop.js'
import type { CarriedContent } from './carried-content.js'
import type { Counters } from './counters.js'
import type { ReadLog } from '../facts/read-log.js'
import type { SourceMaps } from './source-maps.js'
import type { ValueMaker } from './values.js'

/** The rendering side of a build; one a site. */
export abstract class Host implements DropHost {
  abstract readonly site: Site
  abstract readonly values: ValueMaker
  abstract readonly drops: Drops
  abstract readonly siteDrop: SiteDrop
  abstract readonly engine: Engine
  /** Compiled once a path and text. */
  abstract template(path: string, source: string, lineOffset?: number): Template
  /** HTML of an excerpt, rendered when first asked for. */
  abstract excerptHtml(excerpt: Excerpt): string
  /** Whether the text of an item is Markdown, by its extension. */
  abstract isMarkdown(item: Item): boolean
  abstract markdownify(source: string): string
  abstract smartify(source: string): string
  /** Whether code gets colours and line numbers: `highlighter` names one that there is. */
  abstract readonly isHighlighting: boolean
  /** Rouge's HTML of code, or escaped code for an unknown language. */
  abstract highlight(code: string, language: string): string
  /** The text of a file of the source. @throws NeedError when it has to be read first */
  abstract sourceText(path: string): string | null
  /** CSS of Sass text. @throws NeedError when it has to be compiled first */
  abstract css(source: string, syntax: 'scss' | 'indented'): string
  /** Pages of the source maps of style sheets. */
  abstract readonly mapPages: SourceMaps
  /** The source map of a style sheet, '' before it was rendered. */
  abstract sourceMapOf(sheet: Page): string
  /** Remembered between pages by plugins (`include_cached`). */
  abstract readonly cache: Map<string, string>
  /** What pages count, in the order in which they are rendered. */
  abstract readonly counters: Counters
  /** What pages find as `content` before their layouts. */
  abstract readonly carried: CarriedContent
  /** Records what is read, for the next build; null where there is none. */
  reads: ReadLog | null = null
}

/**
 * Rendering is synchronous, but files and Sass are not: a page that needs one stops with this, the
 * need is met, and the page is rendered again from its beginning.
 */
export class NeedError extends Error {
  override readonly name = 'NeedError'
  constructor(readonly need: Promise<void>) {
    super('This has to be read first')
  }
}

/** Registers of a rendering. */
export function registersOf(host: Host, item: Item, page: LiquidValue): Record<string, unknown> {
  return { host, item, page }
}

/** The host of a rendering. */
export function hostOf(context: RenderContext): Host {
  const { host } = context.registers
  if (host instanceof Host) return host
  throw new LiquidError('internal', 'This needs a site')
}

/** `page` of a rendering, as templates see it. */
export function pageOf(context: RenderContext): LiquidValue {
  const page = context.environment.get('page')
  return page === undefined ? null : page
}

/** A field of a hash or a drop, null where there is none. */
export function field(value: LiquidValue | undefined, key: string): LiquidValue {
  if (value instanceof Map) return value.get(key) ?? null
  return isDrop(value) ? (value.get(key) ?? null) : null
}

function isDrop(value: LiquidValue | undefined): value is Drop {
  return typeof value === 'object' && value !== null && 'get' in value && 'keys' in value
}
