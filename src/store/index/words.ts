/**
 * Words of texts, as the search over texts compares them: what is indexed, what a query asks for, and the
 * place in a text that shows why it was found. Pure.
 */

import { MAX_SEARCHED_CHARACTERS } from '../../model/limits.js'
import { searchFold } from './fold.js'

/** A piece of a text; `match` where it is what was searched for. */
export interface SnippetPart {
  readonly text: string
  readonly match: boolean
}

/** Scripts without spaces between words: each character is one. */
const IDEOGRAPH = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]'
const LETTER = '[\\p{L}\\p{N}\\p{M}\\p{Co}]'
/** As the tokenizer of the table: letters, digits, marks, private use. */
const WORD = new RegExp(`${IDEOGRAPH}|(?:(?!${IDEOGRAPH})${LETTER})+`, 'gu')
const IDEOGRAPHS = new RegExp(IDEOGRAPH, 'gu')

/** What is indexed of a text: folded, ideographs apart, the rest of a very long one left out. */
export function indexedWords(text: string): string {
  return searchFold(text.slice(0, MAX_SEARCHED_CHARACTERS)).replace(IDEOGRAPHS, ' $& ')
}

/** A query as words that must all be there. */
export interface WordQuery {
  /** A word of the query each; what was written together stands together. */
  readonly phrases: readonly (readonly string[])[]
}

/** Longer queries are cut: nobody types them, and each word costs. */
const MAX_WORDS = 16

/** The words of a query; null where there are none. */
export function parseWords(q: string): WordQuery | null {
  const phrases = searchFold(q)
    .split(/\s+/u)
    .map((word) => word.match(WORD) ?? [])
    .filter((tokens) => tokens.length > 0)
    .slice(0, MAX_WORDS)
  return phrases.length === 0 ? null : { phrases }
}

/**
 * The full-text expression: all words, of the last one its beginning. Each is quoted, and holds letters and
 * digits only, so that nothing in it is syntax.
 */
export function wordExpression({ phrases }: WordQuery): string {
  const quoted = phrases.map((tokens) => `"${tokens.join(' ')}"`)
  return `${quoted.join(' AND ')} *`
}

/** Characters of a snippet, and of what stands before its first match. */
const SNIPPET = 200
const BEFORE = 50
/** Places that are looked at: more make no better snippet. */
const MAX_PLACES = 500

interface WordHit {
  readonly from: number
  readonly to: number
  /** Which word of the query it is. */
  readonly token: string
}

/** The part of a text with the most different words of a query; its beginning where there is none. */
export function snippetOf(text: string, query: WordQuery): SnippetPart[] {
  const searched = text.slice(0, MAX_SEARCHED_CHARACTERS)
  const places = placesIn(searched, query)
  const best = bestPlace(places)
  const start = best ? wordStart(searched, Math.max(0, best.from - BEFORE)) : 0
  const end = wordEnd(searched, start + SNIPPET)
  const parts: SnippetPart[] = start > 0 ? [{ text: '… ', match: false }] : []
  let at = start
  for (const { from, to } of places.filter((place) => place.from >= start && place.to <= end)) {
    parts.push({ text: searched.slice(at, from), match: false })
    parts.push({ text: searched.slice(from, to), match: true })
    at = to
  }
  parts.push({ text: searched.slice(at, end), match: false })
  if (end < text.length) parts.push({ text: ' …', match: false })
  return joined(parts)
}

function placesIn(text: string, { phrases }: WordQuery): WordHit[] {
  const tokens = phrases.flat()
  const wholeWords = new Set(tokens)
  const last = tokens.at(-1) ?? ''
  const places: WordHit[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = searchFold(word)
    const token = wholeWords.has(folded) ? folded : folded.startsWith(last) ? last : null
    if (token !== null) places.push({ from: index, to: index + word.length, token })
    if (places.length >= MAX_PLACES) break
  }
  return places
}

/** Where the most different words of the query follow; the first of equals. */
function bestPlace(places: readonly WordHit[]): WordHit | null {
  let best: WordHit | null = null
  let most = 0
  for (const [at, place] of places.entries()) {
    const seen = new Set<string>()
    for (let next = at; next < places.length; next += 1) {
      const other = places[next]
      if (!other || other.to > place.from + SNIPPET - BEFORE) break
      seen.add(other.token)
    }
    if (seen.size > most) [best, most] = [place, seen.size]
  }
  return best
}

/** Moves a cut to the next gap, a little way. */
function wordStart(text: string, at: number): number {
  if (at === 0) return 0
  const gap = text.slice(at, at + BEFORE).search(/\s/u)
  return gap < 0 ? wholeCharacter(text, at) : at + gap + 1
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length
  const tail = text.slice(at - BEFORE, at)
  const gap = Math.max(tail.lastIndexOf(' '), tail.lastIndexOf('\n'))
  return gap < 0 ? wholeCharacter(text, at) : at - BEFORE + gap
}

/** Not between the halves of a character. */
function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at
}

/** Neighbours of one kind as one; white space as one space each. */
function joined(parts: readonly SnippetPart[]): SnippetPart[] {
  const out: SnippetPart[] = []
  for (const part of parts) {
    const text = part.text.replace(/\s+/gu, ' ')
    const before = out.at(-1)
    if (text === '') continue
    if (before?.match === part.match) out[out.length - 1] = { ...part, text: before.text + text }
    else out.push({ ...part, text })
  }
  return out
}
