/** Cuts a template into text, variables and tags, in one pass. */

import { isWord, skipSpaces, wordEnd } from './scan.js'

/** A piece of a template; `raw` is all of it, `line` where it begins. */
export interface Token {
  readonly kind: 'text' | 'variable' | 'tag'
  readonly raw: string
  readonly line: number
}

const BRACE = 123
const PERCENT = 37

/**
 * All tokens in order; joined they are the source again. What is begun and not closed is a token of
 * its two opening characters (`{{` or `{%`), which the parser refuses.
 */
export const tokenize = (source: string, firstLine: number): Token[] => {
  const tokens: Token[] = []
  const closers: Closers = { tag: new Finder(source, '%}'), brace: new Finder(source, '}') }
  let line = firstLine
  let at = 0
  const push = (kind: Token['kind'], end: number): void => {
    const raw = source.slice(at, end)
    tokens.push({ kind, raw, line })
    line += newlines(raw)
    at = end
  }
  while (at < source.length) {
    const open = findOpening(source, at)
    if (open > at) push('text', open)
    if (open === source.length) break
    const kind = source.charCodeAt(open + 1) === PERCENT ? 'tag' : 'variable'
    push(kind, kind === 'tag' ? tagEnd(open, closers) : variableEnd(source, open, closers))
  }
  return tokens
}

/** Finds a text from ever later positions; once there is none it does not look again. */
class Finder {
  private exhausted = false

  constructor(
    private readonly source: string,
    private readonly text: string,
  ) {}

  find(from: number): number {
    const at = this.exhausted ? -1 : this.source.indexOf(this.text, from)
    this.exhausted = at < 0
    return at
  }
}

interface Closers {
  readonly tag: Finder
  readonly brace: Finder
}

const tagEnd = (open: number, { tag }: Closers): number => {
  const close = tag.find(open + 2)
  return close < 0 ? open + 2 : close + 2
}

const variableEnd = (source: string, open: number, { brace }: Closers): number => {
  const close = brace.find(open + 2)
  if (close < 0) return open + 2
  return source[close + 1] === '}' ? close + 2 : close + 1
}

/** Number of line ends in a text. */
export const newlines = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

const findOpening = (source: string, from: number): number => {
  for (let at = source.indexOf('{', from); at >= 0; at = source.indexOf('{', at + 1)) {
    const next = source.charCodeAt(at + 1)
    if (next === BRACE || next === PERCENT) return at
  }
  return source.length
}

/** The inside of a tag. */
export interface TagMarkup {
  readonly name: string
  readonly markup: string
  readonly trimLeft: boolean
  readonly trimRight: boolean
  /** Lines between the beginning of the token and its markup. */
  readonly linesBefore: number
}

const DASH = 45

/** Takes a tag apart; null when it is not closed or has no name. */
export const parseTagToken = (raw: string): TagMarkup | null => {
  if (raw.length < 4 || !raw.endsWith('%}')) return null
  const trimLeft = raw.charCodeAt(2) === DASH && raw.length > 4
  const start = skipSpaces(raw, trimLeft ? 3 : 2)
  const nameEnd = raw[start] === '#' ? start + 1 : wordEnd(raw, start)
  if (nameEnd === start) return null
  const trimRight = raw.charCodeAt(raw.length - 3) === DASH && raw.length - 3 >= nameEnd
  const markupEnd = raw.length - (trimRight ? 3 : 2)
  const markupStart = Math.min(skipSpaces(raw, nameEnd), markupEnd)
  return {
    name: raw.slice(start, nameEnd),
    markup: raw.slice(markupStart, markupEnd),
    trimLeft,
    trimRight,
    linesBefore: newlines(raw.slice(0, markupStart)),
  }
}

/** The lines of a `{% liquid %}` tag as tags of their own; `firstLine` is that of the first. */
export const lineTokens = (markup: string, firstLine: number): Token[] =>
  markup.split('\n').flatMap((text, index) => {
    const bare = text.trim()
    return bare === '' ? [] : [{ kind: 'tag', raw: `{% ${bare} %}`, line: firstLine + index }]
  })

/** The inside of a variable. */
interface VariableTokenMarkup {
  readonly markup: string
  readonly trimLeft: boolean
  readonly trimRight: boolean
}

/** Takes a variable apart; null when it is not closed by `}}`. */
export const parseVariableToken = (raw: string): VariableTokenMarkup | null => {
  if (raw.length < 4 || !raw.endsWith('}}')) return null
  const trimLeft = raw.charCodeAt(2) === DASH
  const start = trimLeft ? 3 : 2
  // The one dash of `{{-}}` trims on both sides.
  const trimRight = raw.charCodeAt(raw.length - 3) === DASH
  return { markup: raw.slice(start, raw.length - (trimRight ? 3 : 2)), trimLeft, trimRight }
}

/**
 * The text of a token before the `{% name … %}` at its end, null when there is none. The token may
 * be a variable that swallowed the tag: `{{ x {% endraw %}` ends at the first `}`. White space
 * control is not understood here: `{%- endraw %}` ends nothing, and a dash at the end trims nothing.
 */
export const textBeforeEnd = (raw: string, name: string): string | null => {
  if (!raw.endsWith('%}')) return null
  const open = raw.lastIndexOf('{%')
  const start = skipSpaces(raw, open + 2)
  const end = start + name.length
  return raw.startsWith(name, start) && !isWord(raw.charCodeAt(end)) ? raw.slice(0, open) : null
}
