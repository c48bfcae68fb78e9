/**
 * Renders items: Liquid, conversion, layouts; documents before pages.
 *
 * Rendering is a function of the site, so a page may be rendered again when something had to be read.
 */

// jekyll/renderer.rb

import { displayText } from '../../content/yaml/value.js'
import { deepMerge } from '../../content/deep-merge.js'
import type { YamlMap } from '../../content/yaml/value.js'
import { Document } from '../items/document.js'
import { Excerpt } from '../items/excerpt.js'
import type { Item } from '../items/item.js'
import type { Layout } from '../items/layout.js'
import { Page } from '../items/page.js'
import { RenderContext, type Limits } from '../../liquid/context.js'
import { LiquidError } from '../../liquid/error.js'
import type { LiquidMap, LiquidValue } from '../../liquid/value.js'
import { BuildError } from '../base/build-error.js'
import type { CarriedContent } from './carried-content.js'
import { Counters } from './counters.js'
import { ExcerptDrop } from './drops/document-drop.js'
import { PageDrop } from './drops/page-drop.js'
import { pagerValue } from './drops/pager-drop.js'
import { registersOf } from './host.js'
import type { ItemHost } from './item-host.js'

/** Renders the content of an item, then its layouts around it. Sets `content` and `output`. */
export async function renderItem(host: ItemHost, item: Item): Promise<void> {
  const source = item.content
  const counted = host.counters.save()
  const carried = host.carried.save()
  for (;;) {
    try {
      item.content = source
      host.counters.restore(counted)
      host.carried.restore(carried)
      await renderOnce(host, item)
      return
    } catch (error) {
      const need = host.takeNeed()
      if (need === null) throw asBuildError(error, item)
      await need
    }
  }
}

async function renderOnce(host: ItemHost, item: Item): Promise<void> {
  const payload = payloadOf(host, item)
  try {
    await renderWith(host, item, payload)
  } finally {
    host.plugins.finished(payload)
  }
}

async function renderWith(host: ItemHost, item: Item, payload: LiquidMap): Promise<void> {
  const layout = item.layout === null ? undefined : findLayout(host, item.layout)
  if (layout !== undefined) payload.set('layout', host.values.of(layout.data))
  const liquid = renderContent(host, item, payload)
  item.content = await convert(host, item, liquid)
  // Templates keep to the limit by themselves; from little Markdown comes much HTML.
  checkLength(host, item.content)
  host.plugins.converted(host, item)
  item.output = item.isPlacedInLayout ? placeInLayouts(host, item, payload) : item.content
}

function checkLength({ limits }: ItemHost, { length }: string): void {
  const most = limits?.outputBytes ?? Number.POSITIVE_INFINITY
  if (length <= most) return
  const limit = `The page has more than ${most.toLocaleString('en-US')} characters, which is the limit`
  throw new BuildError(`${limit}: show less on it`, {}, { limit })
}

/** Renders an excerpt, which has no layout and no Sass. */
export function renderExcerpt(host: ItemHost, excerpt: Excerpt): string {
  const payload = payloadOf(host, excerpt)
  try {
    const text = renderContent(host, excerpt, payload)
    return host.isMarkdown(excerpt) ? host.markdownify(text) : text
  } finally {
    host.plugins.finished(payload)
  }
}

/** What templates are given. Before the layouts its `content` is what a page before has left. */
class Payload extends Map<string, LiquidValue> {
  readonly #carried: CarriedContent | null

  constructor(carried: CarriedContent | null, values: readonly (readonly [string, LiquidValue])[]) {
    super(values)
    this.#carried = carried
  }

  override get(name: string): LiquidValue | undefined {
    const isCarried = name === 'content' && !this.has(name)
    return isCarried ? this.#carried?.read() : super.get(name)
  }
}

function payloadOf(host: ItemHost, item: Item): LiquidMap {
  host.siteDrop.current = item
  const prefix = host.isMarkdown(item) ? '\n' : null
  return new Payload(item instanceof Excerpt ? null : host.carried, [
    ['page', pageValue(host, item)],
    [
      'paginator',
      item instanceof Page && item.pager !== null ? pagerValue(item.pager, host) : null,
    ],
    ['highlighter_prefix', prefix],
    ['highlighter_suffix', prefix],
    ['site', host.siteDrop],
    ['jekyll', host.jekyll],
    ['theme', host.theme],
  ])
}

function pageValue(host: ItemHost, item: Item): LiquidValue {
  if (item instanceof Page) return new PageDrop(item, host, item.content)
  if (item instanceof Excerpt) return excerptValue(host, item)
  return host.drops.document(item as Document)
}

function excerptValue(host: ItemHost, { owner }: Excerpt): LiquidValue {
  if (owner instanceof Page) return new PageDrop(owner, host, owner.content)
  if (!(owner instanceof Document) || owner.excerpt === null) return missing()
  return new ExcerptDrop(owner.excerpt, host.drops.document(owner))
}

function missing(): never {
  throw new BuildError('An excerpt without a document')
}

function renderContent(host: ItemHost, item: Item, payload: LiquidMap): string {
  if (!item.isLiquid) return item.content
  // Not remembered: the text of a page is rendered once.
  const from = { path: item.sourcePath, lineOffset: item.lineOffset }
  const template = host.engine.parse(item.content, from)
  return template.render(contextOf(host, item, payload))
}

function contextOf(host: ItemHost, item: Item, payload: LiquidMap): RenderContext {
  const limits: Partial<Limits> = host.limits ?? {}
  const registers = registersOf(host, item, payload.get('page') ?? null)
  // jekyll/excerpt.rb: an excerpt has a payload of its own.
  const counters = item instanceof Excerpt ? new Counters() : host.counters
  return new RenderContext({ environment: payload, registers, limits, counters })
}

async function convert(host: ItemHost, item: Item, text: string): Promise<string> {
  if (host.isMarkdown(item)) return host.toHtml(text, item)
  return item.isSass ? host.compileSass(item, text) : text
}

function placeInLayouts(host: ItemHost, item: Item, payload: LiquidMap): string {
  let output = item.content
  let layout = item.layout === null ? undefined : findLayout(host, item.layout)
  if (layout === undefined) warnOfMissing(host, item)
  let data: YamlMap = new Map()
  const used = new Set<Layout>()
  while (layout !== undefined && !used.has(layout)) {
    used.add(layout)
    data = deepMerge(layout.data, data)
    payload.set('content', output)
    host.carried.leave(output)
    payload.set('layout', host.values.of(data))
    output = renderLayout(host, layout, contextOf(host, item, payload))
    const parent = layout.data.get('layout')
    layout =
      parent === undefined || parent === null ? undefined : findLayout(host, displayText(parent))
  }
  return output
}

function findLayout({ site, reads }: ItemHost, name: string): Layout | undefined {
  reads?.fact('layout', name)
  return site.layouts.get(name)
}

function renderLayout(host: ItemHost, layout: Layout, context: RenderContext): string {
  const { path, content, lineOffset } = layout
  return host.template(path, content, lineOffset).render(context)
}

function warnOfMissing(host: ItemHost, item: Item): void {
  if (item.layout === null) return
  host.site.reporter.warn(`Layout '${item.layout}' requested in ${item.path} does not exist.`, {
    path: item.sourcePath,
    key: 'layout',
  })
}

/** An error of a page that does not say by itself which one it is. */
function named(error: BuildError, { sourcePath: path }: Item): BuildError {
  if (error.path !== null) return error
  return new BuildError(error.message, { path }, { cause: error, limit: error.limit })
}

/** Codes of Liquid for what takes too much. */
const LIMITS: ReadonlySet<LiquidError['code']> = new Set(['memory', 'time'])

/** What went wrong in an item, with file and line. */
export function asBuildError(error: unknown, item: Item): unknown {
  if (error instanceof LiquidError) {
    const { message, line } = error
    const path = error.path ?? item.sourcePath
    // A mistake in a layout or an include: which page asked for it is worth knowing.
    const of = path === item.sourcePath ? '' : ` (rendering ${item.sourcePath})`
    const limit = LIMITS.has(error.code) ? error.reason : null
    return new BuildError(message + of, { path, line }, { cause: error, limit })
  }
  if (error instanceof BuildError) return named(error, item)
  const reason = error instanceof Error ? error.message : String(error)
  return new BuildError(reason, { path: item.sourcePath }, { cause: error })
}
