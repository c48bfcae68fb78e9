/** Highlighted code as kramdown wraps it, with the options of its syntax highlighter. */

import type { Attributes } from './node.js'
import type { MarkdownOptions } from './options.js'
import { escapeHtml } from './escape.js'

/**
 * Turns code into spans with Rouge's classes.
 *
 * @param language as written, or null when none is given and none is the default
 * @param options `syntax_highlighter_opts` with those of `block` or `span` laid over
 * @returns what goes inside `<code>`, or null for a language it does not know
 */
export type Highlight = (
  code: string,
  language: string | null,
  options: Readonly<Record<string, unknown>>,
) => string | null

/** Code that was highlighted. */
interface Highlighted {
  /** What stands in the wrapper's place of content. */
  readonly html: string
  /** Language for the class of the wrapper. */
  readonly language: string | null
}

/** What is being highlighted, and where it stands. */
interface Code {
  readonly text: string
  readonly language: string | null
  readonly kind: 'block' | 'span'
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

function optionsFor(options: MarkdownOptions, kind: Code['kind']): Record<string, unknown> {
  const all = options.syntax_highlighter_opts
  return { ...all, ...asRecord(all[kind]) }
}

/** Highlights code as Rouge's adapter does, or returns null where it stays plain. */
export function highlightCode(
  { text, language, kind }: Code,
  { options, highlight }: { options: MarkdownOptions; highlight: Highlight | undefined },
): Highlighted | null {
  if (options.syntax_highlighter !== 'rouge') return null
  const settings = optionsFor(options, kind)
  if (settings['disable'] === true) return null
  const fallback = settings['default_lang']
  const name = language ?? (typeof fallback === 'string' ? fallback : null)
  // Rouge's adapter takes plain text for no language when it is not to guess.
  if ((name === null || PLAIN_TEXT.test(name)) && settings['guess_lang'] !== true) return null
  const inner = inside(text, name, { settings, highlight })
  if (inner === null) return null
  const body = hasLineNumbers(settings) ? numberLines(inner, settings) : inner
  const html = kind === 'span' ? body : wrapBlock(body, settings)
  return { html, language: language ?? (typeof fallback === 'string' ? fallback : null) }
}

const PLAIN_TEXT = /^(?:plaintext|text)$/

function inside(
  code: string,
  name: string | null,
  { settings, highlight }: { settings: Record<string, unknown>; highlight: Highlight | undefined },
): string | null {
  const html = highlight?.(code, name, settings) ?? null
  if (html !== null) return html
  return name === null || PLAIN_TEXT.test(name) ? escapeHtml(code, 'all') : null
}

function wrapBlock(inner: string, settings: Record<string, unknown>): string {
  const className = typeof settings['css_class'] === 'string' ? settings['css_class'] : 'highlight'
  return `<div class="highlight"><pre class="${className}"><code>${inner}</code></pre></div>`
}

/** Whatever is not false counts as true in Ruby: `inline`, too. */
function hasLineNumbers(settings: Record<string, unknown>): boolean {
  return ![undefined, null, false].some((no) => settings['line_numbers'] === no)
}

function numberLines(inner: string, settings: Record<string, unknown>): string {
  const start = typeof settings['start_line'] === 'number' ? settings['start_line'] : 1
  // A last line end can stand inside of a span; without one, the table gets its own.
  const isEnded = /\n(?:<\/span>)*$/.test(inner)
  const lines = inner.split('\n').length - (isEnded ? 1 : 0)
  const numbers = Array.from({ length: lines }, (_, index) => `${start + index}\n`).join('')
  return (
    '<table class="rouge-table"><tbody><tr>' +
    `<td class="rouge-gutter gl"><pre class="lineno">${numbers}</pre></td>` +
    `<td class="rouge-code"><pre>${inner}${isEnded ? '' : '\n'}</pre></td></tr></tbody></table>`
  )
}

const LANGUAGE = /\blanguage-\S+/

/** Classes with those of highlighted code, the language's first: it takes the place of another only there. */
export function highlightedClass(classes: string | undefined, language: string | null): string {
  const all = `${classes ?? ''} highlighter-rouge`.trimStart()
  if (language === null) return all
  const added = `language-${language}`
  return all.startsWith('language-') ? all.replace(LANGUAGE, () => added) : `${added} ${all}`
}

/** The language of a class such as `language-ruby`. */
export function languageOf(attributes: Attributes): string | null {
  const [found] = LANGUAGE.exec(attributes.get('class') ?? '') ?? []
  return found?.slice('language-'.length) ?? null
}

/** As {@link languageOf}, and takes it out: a class that is set again stands behind all other attributes. */
export function takeLanguage(attributes: Attributes): string | null {
  const language = languageOf(attributes)
  if (language === null) return null
  const others = (attributes.get('class') ?? '').replace(LANGUAGE, '').trim()
  if (others === '') attributes.delete('class')
  else attributes.set('class', others)
  return language
}
