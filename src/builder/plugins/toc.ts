/**
 * jekyll-toc: `{{ content | toc }}`, `toc_only`, `inject_anchors` and `{% toc %}`.
 */

import type { FilterDefinition, TagDefinition } from '../liquid/definition.js'
import { toRubyString } from '../liquid/text.js'
import { isTruthy, type LiquidValue } from '../liquid/value.js'
import { field, hostOf, pageOf } from '../render/host.js'
import { stripHtml } from '../render/filters/standard.js'
import type { RenderContext } from '../liquid/context.js'
import { section, text, texts } from '../settings.js'
import type { Plugin } from './plugin.js'

const OPEN = /<h([1-6])([^>]*)>/gi

/** A heading as it stands in the text. */
interface Element {
  readonly start: number
  readonly end: number
  readonly level: string
  readonly attributes: string
  readonly inner: string
}

/** Every heading that is closed, in time that grows with the text. */
function* elementsOf(html: string): Generator<Element> {
  const lower = html.toLowerCase()
  const closes = new Map<string, number>()
  let end = 0
  for (const { 0: open, 1: level = '', 2: attributes = '', index } of html.matchAll(OPEN)) {
    const from = index + open.length
    if (index < end) continue
    const close = `</h${level}>`
    let at = closes.get(close) ?? 0
    if (at >= 0 && at < from) closes.set(close, (at = lower.indexOf(close, from)))
    if (at < 0) continue
    end = at + close.length
    yield { start: index, end, level, attributes, inner: html.slice(from, at) }
  }
}

interface Heading {
  readonly level: number
  readonly id: string
  readonly html: string
}

function headingsOf(html: string, [lowest, highest]: readonly [number, number]): Heading[] {
  return [...elementsOf(html)].flatMap(({ level, attributes, inner }) => {
    const id = /\bid="([^"]*)"/.exec(attributes)?.[1]
    const isListed = Number(level) >= lowest && Number(level) <= highest
    if (id === undefined || !isListed || /\bno_toc\b/.test(attributes)) return []
    return [{ level: Number(level), id, html: stripHtml(inner).trim() }]
  })
}

/** Nested lists of the headings from an index on that are at least as deep; with the next index. */
function listOf(headings: readonly Heading[], from: number, className: string): [string, number] {
  const level = headings[from]?.level ?? 0
  let html = `<ul${className}>\n`
  let at = from
  for (
    let heading = headings[at];
    heading !== undefined && heading.level >= level;
    heading = headings[at]
  ) {
    html += `<li class="toc-entry toc-h${heading.level}"><a href="#${heading.id}">${heading.html}</a>`
    at++
    const next = headings[at]
    if (next !== undefined && next.level > heading.level) {
      const [inner, end] = listOf(headings, at, '')
      html += `\n${inner}\n`
      at = end
    }
    html += '</li>\n'
  }
  return [`${html}</ul>`, at]
}

function tocHtml(context: RenderContext, html: string): string {
  const { config } = hostOf(context).site.settings
  const options = section(config, 'toc')
  const lowest = Number(texts(options.get('min_level'))[0] ?? 1)
  const highest = Number(texts(options.get('max_level'))[0] ?? 6)
  const headings = headingsOf(html, [lowest, highest])
  const className = text(options.get('list_class')) ?? 'section-nav'
  if (headings.length === 0) return `<ul id="toc" class="${className}">\n</ul>`
  let result = ''
  for (let at = 0; at < headings.length;) {
    const [list, end] = listOf(headings, at, ` id="toc" class="${className}"`)
    result += list
    at = end
  }
  return result
}

function withAnchors(html: string): string {
  let result = ''
  let done = 0
  for (const { start, end, level, attributes, inner } of elementsOf(html)) {
    const id = /\bid="([^"]*)"/.exec(attributes)?.[1]
    if (id === undefined) continue
    const anchor = `<a class="anchor" href="#${id}" aria-hidden="true"><span class="octicon octicon-link"></span></a>`
    result += `${html.slice(done, start)}<h${level}${attributes}>${anchor}${inner}</h${level}>`
    done = end
  }
  return result + html.slice(done)
}

function filter(
  name: string,
  apply: (context: RenderContext, html: string) => string,
): FilterDefinition {
  return {
    name,
    arity: [0, 0],
    apply: (input: LiquidValue, _args, { render }) => {
      const html = toRubyString(input)
      return isTruthy(field(pageOf(render), 'toc')) ? apply(render, html) : html
    },
  }
}

const tocTag: TagDefinition = {
  name: 'toc',
  kind: 'inline',
  parse: () => (context, out) => {
    const page = pageOf(context)
    if (isTruthy(field(page, 'toc')))
      out.write(tocHtml(context, toRubyString(field(page, 'content'))))
  },
}

/** The plugin. */
export const TOC: Plugin = {
  name: 'jekyll-toc',
  tags: [tocTag],
  filters: [
    filter('toc', (context, html) => tocHtml(context, html) + withAnchors(html)),
    filter('toc_only', tocHtml),
    filter('inject_anchors', (_context, html) => withAnchors(html)),
  ],
}
