/** Options as the `kramdown` section of `_config.yml` names them, and their defaults under Jekyll. */

/** Language of a header id generator, list of symbols and so on: see {@link defaultOptions}. */
export interface MarkdownOptions {
  /** Grammar: GitHub's dialect of kramdown, or plain kramdown. */
  /** `SmartyPants` reads nothing but quotes, dashes, dots, entities and HTML within text. */
  readonly input: 'GFM' | 'kramdown' | 'SmartyPants'
  readonly auto_ids: boolean
  readonly auto_id_prefix: string
  /** Strip markup from the text before an id is made (plain kramdown only: GFM always does). */
  readonly auto_id_stripping: boolean
  readonly transliterated_header_ids: boolean
  /** Added to each header's level; the result is kept within 1 and 6. */
  readonly header_offset: number
  /** An empty link to itself begins each header with an id (kramdown 2.5). */
  readonly header_links: boolean
  /** Levels of headers that a table of contents lists. */
  readonly toc_levels: readonly number[]
  /** Turn each line end in a paragraph into `<br />` (GFM only). */
  readonly hard_wrap: boolean
  readonly gfm_quirks: readonly string[]
  /** Four names or characters: left and right single, left and right double quote. */
  readonly smart_quotes: readonly string[]
  readonly entity_output: 'as_char' | 'as_input' | 'numeric' | 'symbolic'
  readonly footnote_nr: number
  readonly footnote_backlink: string
  readonly footnote_backlink_inline: boolean
  readonly footnote_prefix: string
  /** Text of a footnote mark; `%s` is its number. */
  readonly footnote_link_text: string
  /** Replacement for symbols by name (`mdash`, `ndash`, `hellip`, `laquo`, `raquo`, `laquo_space`, …). */
  readonly typographic_symbols: Readonly<Record<string, string>>
  readonly math_engine: string | null
  readonly math_engine_opts: Readonly<Record<string, unknown>>
  readonly parse_block_html: boolean
  readonly parse_span_html: boolean
  readonly html_to_native: boolean
  readonly syntax_highlighter: string | null
  readonly syntax_highlighter_opts: Readonly<Record<string, unknown>>
  /** Link definitions by id: `[url]` or `[url, title]`. */
  readonly link_defs: Readonly<Record<string, readonly (string | null)[]>>
  readonly remove_block_html_tags: boolean
  readonly remove_span_html_tags: boolean
  readonly remove_line_breaks_for_cjk: boolean
  /** Only used by kramdown's own text output; accepted and without effect on HTML. */
  readonly line_width: number
  readonly show_warnings: boolean
  /** Names of options that `{::options}` in a document may not set. */
  readonly forbidden_inline_options: readonly string[]
  /** Which kramdown is stood for. */
  readonly version: '2.4' | '2.5'
}

/** The defaults that Jekyll 4.3 gives kramdown 2.4 when `_config.yml` says nothing. */
export const defaultOptions: MarkdownOptions = {
  input: 'GFM',
  auto_ids: true,
  auto_id_prefix: '',
  auto_id_stripping: false,
  transliterated_header_ids: false,
  header_offset: 0,
  header_links: false,
  toc_levels: [1, 2, 3, 4, 5, 6],
  hard_wrap: false,
  gfm_quirks: ['paragraph_end'],
  smart_quotes: ['lsquo', 'rsquo', 'ldquo', 'rdquo'],
  entity_output: 'as_char',
  footnote_nr: 1,
  footnote_backlink: '&#8617;',
  footnote_backlink_inline: false,
  footnote_prefix: '',
  footnote_link_text: '%s',
  typographic_symbols: {},
  math_engine: 'mathjax',
  math_engine_opts: {},
  parse_block_html: false,
  parse_span_html: true,
  html_to_native: false,
  syntax_highlighter: 'rouge',
  syntax_highlighter_opts: { default_lang: 'plaintext', guess_lang: true },
  link_defs: {},
  remove_block_html_tags: true,
  remove_span_html_tags: false,
  remove_line_breaks_for_cjk: false,
  line_width: 72,
  show_warnings: false,
  forbidden_inline_options: ['template'],
  version: '2.4',
}
