/** The headings of a page that jekyll-toc lists. */

import { codePointOf } from '../../../kramdown/tree/entity-table.js'
import { escapeHtml } from '../../../liquid/filters/html.js'
import { stripHtml } from '../../render/filters/standard.js'
import { displayText, type YamlMap } from '../../../content/yaml/value.js'
import { texts } from '../../base/settings.js'

const OPEN = /<h([1-6])([^>]*)>/gi
const NO_TOC = /\bclass="[^"]*(?<![\w-])no_toc(?![\w-])/

/** A heading that is listed; `start` and `end` are its place in the text. */
export interface Heading {
  readonly start: number
  readonly end: number
  readonly level: number
  readonly attributes: string
  readonly inner: string
  /** Its own, or one that is made of its text. */
  readonly id: string
  /** HTML of its text without tags. */
  readonly html: string
}

/** The headings within the levels of the settings, outside of the sections that the settings leave out. */
export function headingsOf(html: string, options: YamlMap): Heading[] {
  const [lowest, highest] = [levelOf(options, 'min_level', 1), levelOf(options, 'max_level', 6)]
  const left = sectionsOf(html, options)
  const used = new Map<string, number>()
  const found: Heading[] = []
  for (const element of elementsOf(html)) {
    const { level, attributes, inner, start } = element
    if (level < lowest || level > highest || NO_TOC.test(attributes)) continue
    if (left.some(([from, to]) => start >= from && start < to)) continue
    const plain = decodeEntities(stripHtml(inner))
    const id = /\bid="([^"]*)"/.exec(attributes)?.[1] ?? idOf(plain, used)
    found.push({ ...element, id, html: escapeHtml(plain) })
  }
  return found
}

function levelOf(options: YamlMap, key: string, otherwise: number): number {
  return Number(texts(options.get(key))[0] ?? otherwise)
}

function decodeEntities(html: string): string {
  return html.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|\w+);/gi, (whole, name: string) => {
    const isHex = /^#x/i.test(name)
    const code = name.startsWith('#')
      ? parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
      : codePointOf(name)
    return code === undefined || code > 0x10ffff ? whole : String.fromCodePoint(code)
  })
}

/** An id of a heading's text; the second of one text gets `-1`. */
function idOf(plain: string, used: Map<string, number>): string {
  const base = plain
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
  const times = used.get(base) ?? 0
  used.set(base, times + 1)
  return encodeURIComponent(times === 0 ? base : `${base}-${times}`)
}

type Element = Omit<Heading, 'id' | 'html'>

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
    yield { start: index, end, level: Number(level), attributes, inner: html.slice(from, at) }
  }
}

/** Places of the elements whose headings the settings leave out. */
function sectionsOf(html: string, options: YamlMap): [number, number][] {
  const value = options.get('no_toc_section_class')
  const names = new Set(value === undefined || value === null ? ['no_toc_section'] : namesIn(value))
  if (![...names].some((name) => html.includes(name))) return []
  const sections: [number, number][] = []
  // Names of the elements that are open inside the section, and where it began.
  let open: { name: string; depth: number; from: number } | null = null
  for (const { 1: slash, 2: name = '', 3: attributes = '', index } of html.matchAll(TAG)) {
    if (open === null) {
      const classes = /\bclass="([^"]*)"/.exec(attributes)?.[1]?.split(/\s+/) ?? []
      const isLeft = slash === '' && classes.some((one) => names.has(one))
      if (isLeft) open = { name, depth: 1, from: index }
    } else if (name === open.name) {
      open.depth += slash === '' ? 1 : -1
      if (open.depth > 0) continue
      sections.push([open.from, index])
      open = null
    }
  }
  return open === null ? sections : [...sections, [open.from, html.length]]
}

const TAG = /<(\/?)([a-z][\w-]*)([^>]*)>/gi

function namesIn(value: NonNullable<ReturnType<YamlMap['get']>>): string[] {
  return Array.isArray(value) ? value.map(displayText) : texts(value)
}
