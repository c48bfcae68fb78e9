import { readdirSync, readFileSync } from 'node:fs'
import { createMarkdown, type Markdown } from '../../src/kramdown/markdown.js'
import { defaultOptions, type MarkdownOptions } from '../../src/kramdown/tree/options.js'

const folder = new URL('../../fixtures/markdown/', import.meta.url)

/** A piece of Markdown, and what kramdown made of it. */
export interface Case {
  readonly file: string
  readonly title: string
  readonly options: Record<string, unknown>
  readonly source: string
  readonly html: string
}

/** Languages that the script knows too: see `fixtures/markdown/expect.rb`. */
const KNOWN = new Set('plaintext text ruby rb yaml html shell javascript'.split(' '))

const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** A highlighter that colours nothing. */
export function highlightPlain(code: string, language: string | null): string | null {
  return KNOWN.has((language ?? '').replace(/\?.*$/, '')) ? escape(code) : null
}

function readParts(name: string): string[] {
  return readFileSync(new URL(name, folder), 'utf8').split(/^%%% /m).slice(1)
}

function splitTitle(part: string): { title: string; body: string } {
  const end = part.indexOf('\n')
  return { title: part.slice(0, end), body: part.slice(end + 1) }
}

/** All cases of `fixtures/markdown`. */
export function readCases(): Case[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
  return files.sort().flatMap((file) => {
    const outputs = readParts(file.replace(/\.md$/, '.html')).map(splitTitle)
    return readParts(file).map((part, index) => {
      const { title, body } = splitTitle(part)
      const json = /\{.*\}$/.exec(title)?.[0]
      const options: Record<string, unknown> = json === undefined ? {} : JSON.parse(json)
      return { file, title, options, source: body, html: outputs[index]?.body ?? '' }
    })
  })
}

/** A converter with some options changed; quotes are given as in `_config.yml`. */
export function markdownWith(changes: Record<string, unknown>): Markdown {
  const { smart_quotes } = changes
  const quotes = typeof smart_quotes === 'string' ? { smart_quotes: smart_quotes.split(',') } : {}
  const options: MarkdownOptions = { ...defaultOptions, ...changes, ...quotes }
  return createMarkdown(options, { highlight: highlightPlain })
}
