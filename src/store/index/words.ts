/**
 * Words for the text search: splits texts and queries into words, and makes the snippet of a match. Pure.
 */

import { MAX_SEARCHED_CHARACTERS } from '../../model/limits.js'
import { searchFold } from './fold.js'
import { formsOf } from './plurals.js'

/** A piece of a snippet; `match` is true for a word of the query. */
export interface SnippetPart {
  readonly text: string
  readonly match: boolean
}

/** Characters of scripts without spaces between words, with the marks on them. Each counts as a word. */
const IDEOGRAPH =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]\\p{M}*'
const LETTER = '[\\p{L}\\p{N}\\p{M}\\p{Co}]'
/** The same words as those of the table's tokenizer: letters, digits, marks, private use. */
const WORD = new RegExp(`${IDEOGRAPH}|(?:(?!${IDEOGRAPH})${LETTER})+`, 'gu')
const ENDS_IN_WORD = new RegExp(`(?!${IDEOGRAPH})${LETTER}$`, 'u')
const IDEOGRAPHS = new RegExp(IDEOGRAPH, 'gu')

/** Folding can turn one character into eighteen. */
const MAX_FOLDED_CHARACTERS = 2 * MAX_SEARCHED_CHARACTERS

/** Characters that are folded at once, so that few are folded in vain. */
const PIECE = 4096

/**
 * A text for the index: folded, with spaces around ideographs, cut after `MAX_SEARCHED_CHARACTERS`. One that becomes
 * much longer is cut before.
 */
export function indexedWords(text: string): string {
  let folded = ''
  for (const piece of piecesOf(text.slice(0, MAX_SEARCHED_CHARACTERS))) {
    folded += searchFold(piece)
    if (folded.length >= MAX_FOLDED_CHARACTERS) break
  }
  return folded.replace(IDEOGRAPHS, ' $& ')
}

/** The text in pieces, which begin at spaces if they can: a word is folded as a whole. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const most = from + PIECE
    const space = most < text.length ? text.lastIndexOf(' ', most) : text.length
    const to = space > from ? space : wholeCharacter(text, most)
    yield text.slice(from, to)
    from = to
  }
}

/** A query as phrases that must all occur. */
export interface WordQuery {
  /** One phrase per word of the query; its parts must occur together. */
  readonly phrases: readonly (readonly string[])[]
  /** True if the last word does not stand for all words that begin with it. */
  readonly isLastWhole?: true
}

/** Longer queries are cut, because each word takes time. The parts of phrases count. */
const MAX_WORDS = 16

/** The last word is followed by a sign, so it is complete. */
const ENDS_IN_SIGN = /[^\p{L}\p{N}\p{M}\p{Co}\s]\s*$/u

/** The words of a query; null if there are none. */
export function parseWords(q: string): WordQuery | null {
  let left = MAX_WORDS
  const phrases = searchFold(q)
    .split(/\s+/u)
    .map((word) => {
      const tokens = (word.match(WORD) ?? []).slice(0, left)
      left -= tokens.length
      return tokens
    })
    .filter((tokens) => tokens.length > 0)
  if (phrases.length === 0) return null
  // Of `C++` only `c` is searched, and almost every text has a word that begins so.
  return ENDS_IN_SIGN.test(q) ? { phrases, isLastWhole: true } : { phrases }
}

/** The word that stands for all words that begin with it: the last one. Null if there is none. */
export function prefixOf({ phrases, isLastWhole }: WordQuery): string | null {
  const last = phrases.at(-1)?.at(-1)
  // An ideograph is a word of its own, so nothing begins with it.
  return last === undefined || isLastWhole || isIdeograph(last) ? null : last
}

/**
 * The FTS5 expression for the words of a query, each once, in singular and plural, the last one also as a prefix. Each is quoted and contains only
 * letters and digits, so that nothing in it is syntax. Whether words stand together is left to
 * {@link phraseExpressions}: here, it would be examined for any number of texts before the first one is found.
 */
export function wordExpression(query: WordQuery): string {
  const prefix = prefixOf(query)
  const isAlone = query.phrases.at(-1)?.length === 1
  const others = prefix !== null && isAlone ? otherForms(prefix).map(quoted) : []
  const last = prefix === null ? [] : [oneOf([`"${prefix}" *`, ...others])]
  return [...wholeWords(query), ...last].join(' AND ')
}

/** As {@link wordExpression}, without the prefix; null if there is no other word. */
export function wholeWordExpression(query: WordQuery): string | null {
  const words = wholeWords(query)
  return words.length === 0 ? null : words.join(' AND ')
}

function wholeWords(query: WordQuery): string[] {
  const isPrefix = (phrase: number, at: number, { length }: readonly string[]) =>
    phrase === query.phrases.length - 1 && at === length - 1 && prefixOf(query) !== null
  const words = query.phrases.flatMap((tokens, phrase) =>
    tokens.filter((_, at) => !isPrefix(phrase, at, tokens)).map((token) => wordOf(token, tokens)),
  )
  return [...new Set(words)]
}

/** A word in all its forms; as it is if it has to stand together with others. */
function wordOf(token: string, phrase: readonly string[]): string {
  return oneOf((phrase.length === 1 ? formsOf(token) : [token]).map(quoted))
}

const quoted = (token: string): string => `"${token}"`

function oneOf(choices: readonly string[]): string {
  return choices.length === 1 ? choices.join('') : `(${choices.join(' OR ')})`
}

/** The forms of a word that do not begin with it. */
function otherForms(prefix: string): readonly string[] {
  return formsOf(prefix).filter((form) => !form.startsWith(prefix))
}

/** The FTS5 expressions for the words that must stand together, without the one with a prefix. */
export function phraseExpressions(query: WordQuery): string[] {
  const whole = prefixOf(query) === null ? query.phrases : query.phrases.slice(0, -1)
  return whole.filter((tokens) => tokens.length > 1).map((tokens) => `"${tokens.join(' ')}"`)
}

/** The last phrase, the last word of which is a prefix; null if there is no prefix. */
export function prefixPhrase(query: WordQuery): readonly string[] | null {
  return prefixOf(query) === null ? null : (query.phrases.at(-1) ?? null)
}

/** True if the words of a phrase stand together in a text, the last one as a prefix; one alone, in another form, too. */
export function hasPrefixPhrase(text: string, phrase: readonly string[]): boolean {
  const searched = searchFold(text.slice(0, MAX_SEARCHED_CHARACTERS))
  const last = phrase.at(-1) ?? ''
  if (phrase.length === 1) return hasPrefix(searched, last) || hasWord(searched, otherForms(last))
  let recent: string[] = []
  for (const [word] of searched.matchAll(WORD)) {
    recent = [...recent, word].slice(-phrase.length)
    const isHere = (token: string, at: number) =>
      at === phrase.length - 1 ? (recent[at] ?? '').startsWith(token) : recent[at] === token
    if (phrase.every(isHere)) return true
  }
  return false
}

/** True if a word begins so. */
function hasPrefix(folded: string, prefix: string): boolean {
  for (let at = folded.indexOf(prefix); at >= 0; at = folded.indexOf(prefix, at + 1)) {
    if (!ENDS_IN_WORD.test(folded.slice(Math.max(0, at - 2), at))) return true
  }
  return false
}

function hasWord(folded: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  for (const [word] of folded.matchAll(WORD)) if (words.includes(word)) return true
  return false
}

function isIdeograph(token = ''): boolean {
  return token.search(IDEOGRAPHS) === 0
}

/** Characters of a snippet, and of the part before its first match. */
const SNIPPET = 200
const BEFORE = 50
/** Matches that are considered; more would not improve the snippet. */
const MAX_PLACES = 500

interface WordHit {
  readonly from: number
  readonly to: number
  /** The matching word of the query. */
  readonly token: string
}

/** The part of a text with the most different words of a query; its beginning if it has none. */
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

function placesIn(text: string, query: WordQuery): WordHit[] {
  const tokens = new Map(
    query.phrases.flatMap((tokens) =>
      tokens.flatMap((token) =>
        (tokens.length === 1 ? formsOf(token) : [token]).map((form) => [form, token] as const),
      ),
    ),
  )
  const prefix = prefixOf(query)
  const places: WordHit[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = searchFold(word)
    const isBegun = prefix !== null && folded.startsWith(prefix)
    const token = tokens.get(folded) ?? (isBegun ? prefix : null)
    if (token !== null) places.push({ from: index, to: index + word.length, token })
    if (places.length >= MAX_PLACES) break
  }
  return places
}

/** The match that is followed by the most different words of the query; the first of equals. */
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

/** Moves the start of a snippet to the next word, if it is near. */
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

/** Moves an offset out of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at
}

/** Two line breaks are the end of a paragraph. */
function gapOf(space: string): string {
  const breaks = space.split('\n').length - 1
  return breaks === 0 ? ' ' : '\n'.repeat(Math.min(breaks, 2))
}

/** Joins neighbours of the same kind; each run of white space becomes one space, or one or two line breaks. */
function joined(parts: readonly SnippetPart[]): SnippetPart[] {
  const out: SnippetPart[] = []
  for (const part of parts) {
    const text = part.text.replace(/\s+/gu, gapOf)
    const before = out.at(-1)
    if (text === '') continue
    if (before?.match === part.match) out[out.length - 1] = { ...part, text: before.text + text }
    else out.push({ ...part, text })
  }
  return out
}
