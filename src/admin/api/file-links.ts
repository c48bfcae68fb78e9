/** Updates links in texts when a file or text gets another address or name. Pure. */

export interface Renaming {
  /** The old URL on the site, decoded: `/uploads/old.png`. */
  readonly from: string
  /** The new URL, decoded. */
  readonly to: string
}

/**
 * A word as the server splits texts: anything without the quotes, brackets and spaces of Markdown, HTML and Liquid.
 */
const WORD = /[^\s"'()<>[\]{}|\\^`,;]+/g

/** Replaces the old URL, or the bare old file name, wherever a word of the text ends with it. */
export function followInText(text: string, renaming: Renaming): string {
  return text.replace(WORD, (word) => followInWord(word, renaming, true))
}

/** Does the same in all strings of a front matter value. */
export function followInValue(value: unknown, renaming: Renaming): unknown {
  if (typeof value === 'string') {
    // Try the whole string first: names in front matter may be written without URL encoding.
    const whole = followInWord(value, renaming, false)
    return whole === value ? followInText(value, renaming) : whole
  }
  if (Array.isArray(value)) return value.map((one) => followInValue(one, renaming))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, followInValue(one, renaming)]),
  )
}

/** Replaces words that are one of the old names, with what an address has behind its path. */
export function followNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(WORD, (word) => {
    const end = word.search(/[?#]/)
    const path = end < 0 ? word : word.slice(0, end)
    const next = names.get(path) ?? names.get(decoded(path).normalize('NFC'))
    return next === undefined ? word : next + word.slice(path.length)
  })
}

/** What may precede the path in a link: nothing, `../`, a host, the underscore of a collection's folder. */
const BEFORE = /^(?:\/|_|\.\/|(?:\.\.\/)+|(?:[a-z]+:)?\/\/[^/]+\/)?$/i

function followInWord(word: string, { from, to }: Renaming, isEncoded: boolean): string {
  const end = word.search(/[?#]/)
  const path = end < 0 ? word : word.slice(0, end)
  const known = decoded(path).normalize('NFC')
  const folder = from.slice(0, from.lastIndexOf('/') + 1)
  const isAlone = known === from.slice(folder.length)
  const old = isAlone ? known : from.slice(1)
  const start = known.slice(0, known.length - old.length)
  if (!known.endsWith(old) || !BEFORE.test(start)) return word
  // A bare name says nothing of another folder.
  if (isAlone && !to.startsWith(folder)) return word
  const name = isAlone ? to.slice(folder.length) : to.slice(1)
  const isPlain = !isEncoded && known === path
  return (isPlain ? start + name : encoded(start, path) + inAddress(name)) + word.slice(path.length)
}

/** The text before the name; encoded if it was encoded. */
function encoded(start: string, path: string): string {
  return path.startsWith(start) ? start : encodeURI(start)
}

function inAddress(name: string): string {
  return encodeURI(name).replace(/[?#()]/g, escape)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
