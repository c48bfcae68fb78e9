/** The Markdown of a site: the configuration's options, and the highlighter. */

import { isYamlMap, YamlFloat, type YamlMap, type YamlValue } from '../../content/yaml/value.js'
import { createHighlighter, type Highlighter } from '../../highlight/highlight.js'
import { createMarkdown, type Markdown } from '../../kramdown/markdown.js'
import { defaultOptions, type MarkdownOptions } from '../../kramdown/tree/options.js'
import type { Reporter } from '../base/report.js'
import type { CommonMarkOptions } from './commonmark.js'
import { isTruthy, section, text, texts, type Settings } from '../base/settings.js'

/** What turns Markdown into HTML, and code into spans. */
interface Markup {
  readonly markdown: Pick<Markdown, 'toHtml'>
  readonly highlighter: Highlighter
}

/** What HTML depends on besides the text: plain data, fit for another thread and for a key. */
export type MarkupOptions =
  | ({ readonly kind: 'CommonMark' } & CommonMarkOptions)
  | { readonly kind: 'kramdown'; readonly options: MarkdownOptions }

/** What the configuration says of Markdown. */
export function markupOptions(
  { config, jekyll, sections }: Settings,
  reporter: Reporter,
): MarkupOptions {
  const name = (text(config.get('markdown')) ?? 'kramdown').toLowerCase()
  if (name.startsWith('commonmark')) {
    const words = texts(section(config, 'commonmark').get('options')).map((one) =>
      one.toUpperCase(),
    )
    return {
      kind: 'CommonMark',
      isSmart: words.includes('SMART'),
      breaksLines: words.includes('HARDBREAKS'),
    }
  }
  if (name !== 'kramdown') {
    warnOf(reporter, `Markdown processor '${name}'`, { instead: 'with kramdown', key: 'markdown' })
  }
  // `false` is no highlighter for the tag alone.
  const named = config.get('highlighter')
  const highlighter = (isTruthy(named) ? text(named) : null) ?? 'rouge'
  const version = jekyll === '4.4' ? '2.5' : '2.4'
  const options = kramdownOptions(sections.kramdown, { highlighter, version })
  const { math_engine } = options
  if (math_engine !== null && math_engine !== 'mathjax') {
    warnOf(reporter, `math engine '${math_engine}'`, { instead: 'for MathJax', key: 'kramdown' })
  }
  return { kind: 'kramdown', options }
}

/** The converters of a site. */
export async function createMarkup(options: MarkupOptions): Promise<Markup> {
  const highlighter = createHighlighter()
  if (options.kind === 'CommonMark') {
    const { createCommonMark } = await import('./commonmark.js')
    return { markdown: createCommonMark(highlighter, options), highlighter }
  }
  const markdown = createMarkdown(options.options, {
    highlight: (code, language) => highlighter.highlight(code, language ?? 'plaintext'),
  })
  return { markdown, highlighter }
}

/** What makes typographic characters, whichever Markdown the site has. */
export function createSmart({ jekyll, sections }: Settings): Markdown {
  const version = jekyll === '4.4' ? '2.5' : '2.4'
  const options = kramdownOptions(sections.kramdown, { highlighter: 'rouge', version })
  return createMarkdown({ ...options, input: 'SmartyPants' })
}

function warnOf(
  reporter: Reporter,
  what: string,
  { instead, key }: { readonly instead: string; readonly key: string },
): void {
  const message = `The ${what} is not available; the site is built ${instead}.`
  reporter.warn(message, { path: '_config.yml', key })
}

interface Usual {
  readonly highlighter: string
  readonly version: MarkdownOptions['version']
}

function kramdownOptions(section: YamlMap, { highlighter, version }: Usual): MarkdownOptions {
  const given: Record<string, unknown> = {}
  for (const [key, value] of section) {
    const name = String(key)
    const plain = toPlain(value)
    if (!(name in defaultOptions) || (plain === null && name !== 'math_engine')) continue
    given[name] = Object.hasOwn(READERS, name) ? READERS[name]?.(plain) : plain
  }
  const syntax = given['syntax_highlighter'] ?? highlighter
  return {
    ...defaultOptions,
    version,
    ...given,
    syntax_highlighter: typeof syntax === 'string' ? syntax : null,
    syntax_highlighter_opts: {
      ...defaultOptions.syntax_highlighter_opts,
      ...asRecord(given['syntax_highlighter_opts']),
      guess_lang: section.get('guess_lang') === true,
      ...coderayOptions(section.get('coderay') ?? null),
    },
  }
}

/** Jekyll gives a section for CodeRay, with CodeRay's defaults, to whatever highlights, so to Rouge. */
function coderayOptions(section: YamlValue): Record<string, unknown> {
  const given = Object.entries(asRecord(toPlain(section)))
  if (given.length === 0) return {}
  const plain = given.map(([key, value]) => [key.replace(/^coderay_/, ''), value] as const)
  return { line_numbers: 'inline', ...Object.fromEntries(plain) }
}

// kramdown reads these from text, too.
const READERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  input: (value) => (value === 'GFM' ? 'GFM' : 'kramdown'),
  toc_levels: (value) => (Array.isArray(value) ? value.map(Number) : levels(String(value))),
  smart_quotes: (value) => (Array.isArray(value) ? value.map(String) : String(value).split(',')),
  gfm_quirks: (value) =>
    Array.isArray(value) ? value.map(String) : String(value).split(/,\s*/).filter(Boolean),
  forbidden_inline_options: (value) =>
    Array.isArray(value) ? value.map(String) : String(value).split(/,\s*/).filter(Boolean),
  version: (value) => (String(value).startsWith('2.5') ? '2.5' : '2.4'),
}

// A list (`1,2`) or a range (`1..3`).
function levels(written: string): number[] {
  const range = /^(\d)\.\.(\d)$/.exec(written.trim())
  if (range === null) return written.split(',').map(Number)
  const [first, last] = [Number(range[1]), Number(range[2])]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {}
}

/** YAML as plain objects; keys are text, and symbols lose their colon. */
function toPlain(value: YamlValue): unknown {
  if (Array.isArray(value)) return value.map(toPlain)
  if (isYamlMap(value)) {
    return Object.fromEntries([...value].map(([key, item]) => [String(key), toPlain(item)]))
  }
  if (value instanceof YamlFloat) return value.value
  return typeof value === 'string' && value.startsWith(':') ? value.slice(1) : value
}
