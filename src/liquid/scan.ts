/**
 * The lax grammar's smallest parts, scanned by hand so that no input costs more than linear time.
 *
 * White space and word characters are ASCII's, as in Ruby's expressions.
 */

/** Tab to carriage return, and blank. */
export const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)

/** Letters, digits and underscore. */
export const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95

/** Position of the first character from `at` that is not white space. */
export const skipSpaces = (text: string, at: number): number => {
  let index = at
  while (index < text.length && isSpace(text.charCodeAt(index))) index++
  return index
}

/** End of the word that begins at `at`; `at` itself when there is none. */
export const wordEnd = (text: string, at: number): number => {
  let index = at
  while (index < text.length && isWord(text.charCodeAt(index))) index++
  return index
}

const QUOTE = 34
const APOSTROPHE = 39
const COMMA = 44
const PIPE = 124

/**
 * End of a fragment at `at`: a quoted string, or characters other than white space, comma and pipe,
 * with quoted strings among them; `at` itself when none begins there (an unclosed quote does not).
 */
export const fragmentEnd = (text: string, at: number): number => {
  const quote = text.charAt(at)
  if (quote === '"' || quote === "'") return Math.max(at, text.indexOf(quote, at + 1) + 1)
  let index = at
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (isSpace(code) || code === COMMA || code === PIPE) return index
    if (code === QUOTE || code === APOSTROPHE) {
      const close = text.indexOf(code === QUOTE ? '"' : "'", index + 1)
      if (close < 0) return index
      index = close
    }
    index++
  }
  return index
}

/** A found piece of text. */
interface Piece {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The first fragment at or after `at`, null when there is none. */
export const findFragment = (text: string, at: number): Piece | null => {
  // Of each kind of quote only the last can be unclosed, so this passes the text at most thrice.
  for (let start = at; start < text.length; start++) {
    const end = fragmentEnd(text, start)
    if (end > start) return { text: text.slice(start, end), start, end }
  }
  return null
}

/** An attribute of a tag: `limit:2` in `for x in y limit:2`. */
interface Attribute {
  readonly name: string
  readonly value: string
}

const ATTRIBUTE_NAME = /(\w[\w-]*)[\t-\r ]*:[\t-\r ]*/y

/** All `name: value` pairs in a markup, whatever stands between them. */
export const scanAttributes = (text: string): Attribute[] => {
  const found: Attribute[] = []
  let at = 0
  while (at < text.length) {
    const next = attributeAt(text, at)
    if (next === null) {
      at = skipName(text, at)
      continue
    }
    found.push(next.attribute)
    at = next.end
  }
  return found
}

// A name that no colon follows cannot hold the start of one that does, but for its dashes.
const skipName = (text: string, at: number): number => {
  const end = nameEnd(text, at)
  return end > at ? end : at + 1
}

const nameEnd = (text: string, at: number): number => {
  let index = at
  while (index < text.length && (isWord(text.charCodeAt(index)) || text[index] === '-')) index++
  return index
}

const attributeAt = (text: string, at: number): { attribute: Attribute; end: number } | null => {
  ATTRIBUTE_NAME.lastIndex = at
  const match = ATTRIBUTE_NAME.exec(text)
  if (match === null) return null
  const start = ATTRIBUTE_NAME.lastIndex
  const end = fragmentEnd(text, start)
  if (end === start) return null
  return { attribute: { name: match[1] ?? '', value: text.slice(start, end) }, end }
}

/** Ruby's `strip`: white space of ASCII and NUL at both ends. */
export const strip = (text: string): string => lstrip(rstrip(text))

const isStripped = (code: number): boolean => isSpace(code) || code === 0

export const lstrip = (text: string): string => {
  let start = 0
  while (start < text.length && isStripped(text.charCodeAt(start))) start++
  return start === 0 ? text : text.slice(start)
}

export const rstrip = (text: string): string => {
  let end = text.length
  while (end > 0 && isStripped(text.charCodeAt(end - 1))) end--
  return end === text.length ? text : text.slice(0, end)
}

/** Whether a text is only white space. */
export const isBlankText = (text: string): boolean => skipSpaces(text, 0) === text.length

/** Without the given characters at both ends; linear, unlike a regular expression. */
export const stripOf = (text: string, characters: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && characters.includes(text.charAt(start))) start++
  while (end > start && characters.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
