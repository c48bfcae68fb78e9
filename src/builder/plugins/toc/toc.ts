/**
 * jekyll-toc: `{{ content | toc }}`, `toc_only`, `inject_anchors` and `{% toc %}`. Beside the headings the text
 * stays as it is written, where the plugin writes it anew.
 */

import type { YamlMap } from '../../../content/yaml/value.js'
import type { RenderContext } from '../../../liquid/context.js'
import type { FilterDefinition, TagDefinition } from '../../../liquid/definition.js'
import { toRubyString } from '../../../liquid/text.js'
import { isTruthy, type LiquidValue } from '../../../liquid/value.js'
import { field, hostOf, pageOf } from '../../render/host.js'
import { section, text } from '../../base/settings.js'
import type { Plugin } from '../../render/plugin.js'
import { headingsOf, type Heading } from './headings.js'

/** The names that the settings can change. */
interface Style {
  readonly tag: 'ul' | 'ol'
  /** Attributes of the outermost list. */
  readonly list: string
  readonly sublist: string
  readonly item: string
  readonly prefix: string
}

function styleOf(options: YamlMap): Style {
  const name = (key: string, otherwise: string) => text(options.get(key)) ?? otherwise
  const sublist = name('sublist_class', '')
  return {
    tag: options.get('ordered_list') === true ? 'ol' : 'ul',
    list: ` id="${name('list_id', 'toc')}" class="${name('list_class', 'section-nav')}"`,
    sublist: sublist === '' ? '' : ` class="${sublist}"`,
    item: name('item_class', 'toc-entry'),
    prefix: name('item_prefix', 'toc-'),
  }
}

/** Nested lists of the headings from an index on that are at least as deep; with the next index. */
function listOf(headings: readonly Heading[], from: number, style: Style): [string, number] {
  const level = headings[from]?.level ?? 0
  let html = `<${style.tag}${from === 0 ? style.list : style.sublist}>\n`
  let at = from
  for (
    let heading = headings[at];
    heading !== undefined && heading.level >= level;
    heading = headings[at]
  ) {
    const classes = `${style.item} ${style.prefix}h${heading.level}`
    html += `<li class="${classes}"><a href="#${heading.id}">${heading.html}</a>`
    at++
    const next = headings[at]
    if (next !== undefined && next.level > heading.level) {
      const [inner, end] = listOf(headings, at, style)
      html += `\n${inner}\n`
      at = end
    }
    html += '</li>\n'
  }
  return [`${html}</${style.tag}>`, at]
}

function optionsOf(context: RenderContext): YamlMap {
  return section(hostOf(context).site.settings.config, 'toc')
}

function tocHtml(context: RenderContext, html: string): string {
  const options = optionsOf(context)
  const headings = headingsOf(html, options)
  const style = styleOf(options)
  if (headings.length === 0) return `<${style.tag}${style.list}>\n</${style.tag}>`
  let result = ''
  for (let at = 0; at < headings.length;) {
    const [list, end] = listOf(headings, at, style)
    result += list
    at = end
  }
  return result
}

function withAnchors(context: RenderContext, html: string): string {
  let result = ''
  let done = 0
  for (const { start, end, level, attributes, inner, id } of headingsOf(html, optionsOf(context))) {
    const address = id.replace(/[^\x21-\x7e]+/gu, encodeURIComponent)
    const anchor = `<a class="anchor" href="#${address}" aria-hidden="true"><span class="octicon octicon-link"></span></a>`
    // As a heading is written whose first or last part is an element.
    const last = inner.endsWith('>') ? '\n' : ''
    result += `${html.slice(done, start)}<h${level}${attributes}>\n${anchor}${inner}${last}</h${level}>`
    done = end
  }
  return result + html.slice(done)
}

/** A filter of pages that ask for a table; of others it gives the text, or nothing. */
function filter(
  name: string,
  apply: (context: RenderContext, html: string) => string,
  otherwise: (html: string) => string = (html) => html,
): FilterDefinition {
  return {
    name,
    arity: [0, 0],
    apply: (input: LiquidValue, _args, { render }) => {
      const html = toRubyString(input)
      return isTruthy(field(pageOf(render), 'toc')) ? apply(render, html) : otherwise(html)
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
    filter('toc', (context, html) => tocHtml(context, html) + withAnchors(context, html)),
    filter('toc_only', tocHtml, () => ''),
    filter('inject_anchors', withAnchors),
  ],
}
