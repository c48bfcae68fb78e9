/** Straight quotes become curly ones, opening or closing, by the characters around them. */

import { createNode } from '../tree/node.js'
import type { SpanScanner } from './span-scanner.js'
import { isSpace, isWord } from '../tree/text.js'

type Side = 'l' | 'r'

const UNICODE_WORD = /[\p{L}\p{M}\p{N}\p{Pc}]/u
const PUNCTUATION = new Set('!"#$%\'()*+,-./:;<=>?@[\\]^_`{|}~')

/** What a rule found: characters that stay text, then opening or closing quotes. */
interface Found {
  readonly lead: string
  readonly quotes: readonly string[]
  readonly length: number
}

/**
 * A straight quote becomes a curly one. It sees the character before it only when that is text
 * that no other construct took; else, of two quotes in a row, the first is what is before.
 */
export function parseQuote(scanner: SpanScanner): number {
  const { source, pos, pending } = scanner
  const hasBefore = pos > pending && source.charAt(pos - 1) !== '\\'
  const start = hasBefore ? pos - 1 : pos
  const found =
    (hasBefore ? null : bareRules(source, pos)) ??
    pairRules(source, start) ??
    soloRules(source, start)
  scanner.emitText(start, found.lead)
  scanner.pending = start + found.length
  for (const name of found.quotes) scanner.tree.children.push(createNode('quote', name))
  return start + found.length
}

const isQuote = (character: string): boolean => character === '"' || character === "'"

function curly(mark: string, side: Side): string {
  return `${side}${mark === '"' ? 'd' : 's'}quo`
}

/** Rules for a quote with nothing before it. */
function bareRules(source: string, pos: number): Found | null {
  const mark = source.charAt(pos)
  if (/^[_*]{1,2}[^ \t\n\v\f\r]/.test(source.slice(pos + 1, pos + 4))) {
    return { lead: '', quotes: [curly(mark, 'l')], length: 1 }
  }
  if (!isBeforePunctuation(source, pos)) return null
  return { lead: '', quotes: [curly(mark, 'r')], length: 1 }
}

/** Two different quotes before a word; the years of a decade. */
function pairRules(source: string, start: number): Found | null {
  const lead = isSpace(source.charCodeAt(start)) ? source.charAt(start) : ''
  const at = start + lead.length
  const [first, second] = [source.charAt(at), source.charAt(at + 1)]
  if (isQuote(first) && isQuote(second) && first !== second && isWord(source.charCodeAt(at + 2))) {
    return { lead, quotes: [curly(first, 'l'), curly(second, 'l')], length: lead.length + 2 }
  }
  if (first !== "'" || !/^\d\ds/.test(source.slice(at + 1, at + 4))) return null
  return { lead, quotes: ['rsquo'], length: lead.length + 1 }
}

/** The rules that look at the character before the quote and behind it. */
function soloRules(source: string, start: number): Found {
  const lead = source.charAt(start)
  const mark = source.charAt(start + 1)
  if (isQuote(mark)) {
    const found = (side: Side): Found => ({ lead, quotes: [curly(mark, side)], length: 2 })
    const isBlank = isSpace(source.charCodeAt(start))
    if (isBlank && isWord(source.charCodeAt(start + 2))) return found('l')
    if (!' \t\r\n[{(-'.includes(lead)) return found('r')
    if (!isQuote(lead)) return found('l')
  }
  const side = isEnd(source, start + 1) ? 'r' : 'l'
  return { lead: '', quotes: [curly(lead, side)], length: 1 }
}

// Punctuation, but not the first dot of an ellipsis, that no word follows.
function isBeforePunctuation(source: string, pos: number): boolean {
  const next = source.charAt(pos + 1)
  if (next === '' || !PUNCTUATION.has(next)) return false
  if (source.startsWith('..', pos + 2)) return false
  return (next === '_') === UNICODE_WORD.test(source.charAt(pos + 2))
}

function isEnd(source: string, pos: number): boolean {
  const code = source.charCodeAt(pos)
  if (pos >= source.length || isSpace(code)) return true
  return code === 115 && !UNICODE_WORD.test(source.charAt(pos + 1))
}
