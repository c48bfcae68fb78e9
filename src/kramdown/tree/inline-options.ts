/** Options that a text sets for itself: `{::options key="value" /}`. */

import { warn, type Document } from './document.js'
import type { Attributes } from './node.js'
import type { MarkdownOptions } from './options.js'

type Setter = (value: string) => Partial<MarkdownOptions>

const isTrue = (value: string): boolean => value === 'true'
const words = (value: string): string[] => value.split(/[\s,]+/).filter((word) => word !== '')

/** Reads `toc_levels` as written: `1..3` or `1,2,3`. */
function parseTocLevels(value: string): number[] {
  const range = /^(\d)\.\.(\d)$/.exec(value)
  if (!range) return words(value).map(Number)
  const [first, last] = [Number(range[1]), Number(range[2])]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** Reads `{key: value, …}` with plain scalars. */
function parseFlowMap(value: string): Record<string, unknown> {
  const map: Record<string, unknown> = {}
  for (const [, key = '', text = ''] of value.matchAll(/([\w-]+):\s*([^,}\s]+)/g)) {
    map[key] = text === 'true' ? true : text === 'false' ? false : text
  }
  return map
}

const setters: Readonly<Record<string, Setter>> = {
  auto_ids: (value) => ({ auto_ids: isTrue(value) }),
  auto_id_prefix: (value) => ({ auto_id_prefix: value }),
  auto_id_stripping: (value) => ({ auto_id_stripping: isTrue(value) }),
  transliterated_header_ids: (value) => ({ transliterated_header_ids: isTrue(value) }),
  header_offset: (value) => (/^-?\d+$/.test(value) ? { header_offset: Number(value) } : {}),
  toc_levels: (value) => ({ toc_levels: parseTocLevels(value) }),
  hard_wrap: (value) => ({ hard_wrap: isTrue(value) }),
  smart_quotes: (value) => ({ smart_quotes: words(value) }),
  footnote_nr: (value) => (/^\d+$/.test(value) ? { footnote_nr: Number(value) } : {}),
  footnote_backlink: (value) => ({ footnote_backlink: value }),
  footnote_backlink_inline: (value) => ({ footnote_backlink_inline: isTrue(value) }),
  footnote_prefix: (value) => ({ footnote_prefix: value }),
  footnote_link_text: (value) => ({ footnote_link_text: value }),
  parse_block_html: (value) => ({ parse_block_html: isTrue(value) }),
  parse_span_html: (value) => ({ parse_span_html: isTrue(value) }),
  html_to_native: (value) => ({ html_to_native: isTrue(value) }),
  math_engine: (value) => ({ math_engine: value === 'nil' || value === '' ? null : value }),
  syntax_highlighter: (value) => ({
    syntax_highlighter: value === 'nil' || value === '' ? null : value,
  }),
  remove_block_html_tags: (value) => ({ remove_block_html_tags: isTrue(value) }),
  remove_span_html_tags: (value) => ({ remove_span_html_tags: isTrue(value) }),
  remove_line_breaks_for_cjk: (value) => ({ remove_line_breaks_for_cjk: isTrue(value) }),
  line_width: (value) => ({ line_width: Number(value) }),
  syntax_highlighter_opts: (value) => ({ syntax_highlighter_opts: parseFlowMap(value) }),
  entity_output: (value) => {
    const kind = (['as_char', 'as_input', 'numeric', 'symbolic'] as const).find(
      (name) => name === value.replace(/^:/, ''),
    )
    return kind ? { entity_output: kind } : {}
  },
}

/** The document's options with those that `{::options key="value" /}` sets. */
export function withInlineOptions(
  document: Document,
  attributes: Attributes,
  line: number,
): MarkdownOptions {
  let { options } = document
  for (const [key, value] of attributes) {
    const setter = Object.hasOwn(setters, key) ? setters[key] : undefined
    if (setter && !options.forbidden_inline_options.includes(key)) {
      options = { ...options, ...setter(value) }
    } else warn(document, line, `Unknown or forbidden kramdown option '${key}'`)
  }
  return options
}
