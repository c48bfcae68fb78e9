/** Other names of files in the texts that name them: links follow a file that is renamed. Pure. */

interface Renaming {
  /** Its address on the site, decoded: `/uploads/old.png`. */
  readonly from: string
  /** In the same folder, or in one below it. */
  readonly to: string
}

/** Around words: quotes, brackets and blanks of Markdown, HTML and Liquid, as the server divides texts. */
const WORD = /[^\s"'()<>[\]{}|\\^`,;]+/g

/** The same text with the file's new name wherever it had the old one: with its folder, or by its name alone. */
export function followInText(text: string, renaming: Renaming): string {
  return text.replace(WORD, (word) => followInWord(word, renaming, true))
}

/** The same in all texts of front matter. */
export function followInValue(value: unknown, renaming: Renaming): unknown {
  if (typeof value === 'string') {
    // The whole of it first: names in front matter need no encoding.
    const whole = followInWord(value, renaming, false)
    return whole === value ? followInText(value, renaming) : whole
  }
  if (Array.isArray(value)) return value.map((one) => followInValue(one, renaming))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, followInValue(one, renaming)]),
  )
}

/** What may stand before an address of the site: nothing, steps up, a host, the sign of a folder of a collection. */
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
  const name = isAlone ? to.slice(folder.length) : to.slice(1)
  const isPlain = !isEncoded && known === path
  return (isPlain ? start + name : encoded(start, path) + inAddress(name)) + word.slice(path.length)
}

/** What stands before the name stays as it is, encoded or not. */
function encoded(start: string, path: string): string {
  return path.startsWith(start) ? start : encodeURI(start)
}

function inAddress(name: string): string {
  return encodeURI(name).replace(/[()]/g, escape)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
