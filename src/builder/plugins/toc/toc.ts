/**
 * jekyll-toc 0.18: `{{ content | toc }}`, `toc_only`, `inject_anchors` and `{% toc %}`. The text is written anew as
 * the plugin's reader of HTML understands it.
 */

import type { YamlMap } from '../../../content/yaml/value.js'
import type { RenderContext } from '../../../liquid/context.js'
import type { FilterDefinition, TagDefinition } from '../../../liquid/definition.js'
import { toRubyString } from '../../../liquid/text.js'
import { isTruthy, type LiquidValue } from '../../../liquid/value.js'
import { field, hostOf, pageOf } from '../../render/host.js'
import { section, text } from '../../base/settings.js'
import type { Plugin } from '../../render/plugin.js'
import { printHtml4 } from '../html4/print.js'
import { readHtml4, type ElementNode } from '../html4/tree.js'
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

/**
 * List items of headings: those of the highest level that there is, each with a list of what is below it; what
 * comes before the first of them stands in the same list.
 */
function itemsOf(headings: readonly Heading[], style: Style): string {
  const top = headings.reduce((least, { level }) => Math.min(least, level), Infinity)
  let html = ''
  let above: Heading | null = null
  let below: Heading[] = []
  const written = () =>
    above === null ? (below.length > 0 ? itemsOf(below, style) : '') : itemOf(above, below, style)
  for (const heading of headings) {
    if (heading.level > top) below.push(heading)
    else {
      html += written()
      above = heading
      below = []
    }
  }
  return html + written()
}

function itemOf({ level, id, html }: Heading, below: readonly Heading[], style: Style): string {
  const classes = `${style.item} ${style.prefix}h${level}`
  const link = `<li class="${classes}"><a href="#${id}">${html}</a>`
  if (below.length === 0) return `${link}</li>\n`
  return `${link}\n<${style.tag}${style.sublist}>\n${itemsOf(below, style)}</${style.tag}>\n</li>\n`
}

function optionsOf(context: RenderContext): YamlMap {
  return section(hostOf(context).site.settings.config, 'toc')
}

function tocHtml(context: RenderContext, html: string): string {
  const options = optionsOf(context)
  const style = styleOf(options)
  const items = itemsOf(headingsOf(readHtml4(html), options), style)
  return `<${style.tag}${style.list}>\n${items}</${style.tag}>`
}

function anchorTo(id: string): ElementNode {
  const names = { class: 'anchor', href: `#${id}`, 'aria-hidden': 'true' }
  return {
    ...elementOf('a', names),
    children: [elementOf('span', { class: 'octicon octicon-link' })],
  }
}

function elementOf(name: string, attributes: Readonly<Record<string, string>>): ElementNode {
  return { kind: 'element', name, attributes: new Map(Object.entries(attributes)), children: [] }
}

function withAnchors(context: RenderContext, html: string): string {
  const nodes = readHtml4(html)
  for (const { element, id } of headingsOf(nodes, optionsOf(context)))
    element.children.unshift(anchorTo(id))
  return printHtml4(nodes)
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
      return field(pageOf(render), 'toc') === true ? apply(render, html) : otherwise(html)
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
