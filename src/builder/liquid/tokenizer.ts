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
    if (open < source.length) pushMarkup(source, open, push)
  }
  return tokens
}

const newlines = (text: string): number => {
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

const pushMarkup = (
  source: string,
  open: number,
  push: (kind: Token['kind'], end: number) => void,
): void => {
  if (source.charCodeAt(open + 1) === PERCENT) {
    const close = source.indexOf('%}', open + 2)
    push('tag', close < 0 ? open + 2 : close + 2)
    return
  }
  const close = source.indexOf('}', open + 2)
  const end = source[close + 1] === '}' ? close + 2 : close + 1
  push('variable', close < 0 ? open + 2 : end)
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

/** The inside of a variable. */
export interface VariableTokenMarkup {
  readonly markup: string
  readonly trimLeft: boolean
  readonly trimRight: boolean
}

/** Takes a variable apart; null when it is not closed by `}}`. */
export const parseVariableToken = (raw: string): VariableTokenMarkup | null => {
  if (raw.length < 4 || !raw.endsWith('}}')) return null
  const trimLeft = raw.charCodeAt(2) === DASH
  const start = trimLeft ? 3 : 2
  const trimRight = raw.charCodeAt(raw.length - 3) === DASH && raw.length - 3 >= start
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
