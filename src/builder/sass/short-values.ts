/**
 * Numbers and colours of the style compressed as libsass writes them: no zero before the point but where its author
 * wrote the number out (`ZERO_MARK`), and colours in functions as short as can be.
 */

import { COLOURS } from './colours/names.js'
import { ZERO_MARK } from './literals.js'
import { unmarkCommas } from './commas.js'
import { shortestColour, shortestHue } from './colours/spellings.js'

const TEXT = String.raw`"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'`

/** What is not looked into; brackets with the function's name; a zero before a point; a colour. */
const PART = new RegExp(
  String.raw`${TEXT}|/\*[^]*?\*/|url\((?:[^)"'\\\n]|\\[^]|${TEXT})*\)?|(?<![\w-])--[\w-]+:[^;{}]*|` +
    String.raw`(?<=^|[{};])@[^{;]*|(?<![\w-])[\w-]*\(|\)|(?<=[:\s,/(]-?)0(?=\.\d)|#(?:[\da-f]{6}|[\da-f]{3})\b| ,|,(?! )|, `,
  'gi',
)

/** Where a comma may have a mark. */
const COMMA_MARKED = /^(?:["']|url\(|@(?!import))/i

/** Functions whose arguments the compiler computes, and writes without blanks; not what is copied in a calculation. */
function isComputed(open: readonly string[]): boolean {
  return (
    /^(?:clamp|min|max)\($/.test(open.at(-1) ?? '') && !open.some((name) => /calc\($/i.test(name))
  )
}

/**
 * Compressed CSS with such numbers and colours.
 *
 * @param isMarked whether texts have the marks of `markTexts`
 */
export function withShortValues(css: string, isMarked: boolean): string {
  const open: string[] = []
  const written = css.replace(PART, (found) => {
    if (found.endsWith('(') && /^[\w-]*\($/.test(found)) open.push(found)
    else if (found === ')') open.pop()
    const name = open.at(-1)
    if (isMarked && found === ' ,') return ','
    if (isMarked && found === ', ') return open.length === 0 ? ',' : found
    if (found === ',') return isComputed(open) ? ', ' : found
    if (found === '0') return name !== undefined && /^(?:rgb|hsl)a?\($/i.test(name) ? found : ''
    if (found.startsWith('#')) return name === undefined ? found : shortestColour(found)
    return isMarked && COMMA_MARKED.test(found) ? unmarkCommas(found) : found
  })
  return written.replaceAll(ZERO_MARK, '')
}

const CUSTOM = /((?<![\w-])--(?:[\w-]|#\{[^{}"']*\})+\s*:)((?:[^;{}#]|#(?!\{)|#\{[^{}]*\})*)/g
/** A text that is an address with its data, such as a drawing, and has something put in. */
const DATA =
  /"data:(?:[^"\\\n#]|\\[^\n]|#(?!\{)|#\{[^{}"']*\})*"|'data:(?:[^'\\\n#]|\\[^\n]|#(?!\{)|#\{[^{}"']*\})*'/g
const OPEN = '\u{fdd1}'
const CLOSE = '\u{fdd2}'

/** The text of a style sheet with marks around what is put into custom properties and data; all else in them is copied. */
export function markPutIn(text: string): string {
  // What `inspect` gives is a text.
  const mark = (found: string) =>
    found.replace(/#\{(?!\s{0,9}inspect\()[^{}]*\}/g, `${OPEN}$&${CLOSE}`)
  // `markTexts` leaves custom properties alone, so commas of texts are marked here.
  const marked = (_found: string, name: string, value: string) =>
    name + mark(value.replace(/#\{[^{}]*["'][^{}]*\}/g, (part) => part.replaceAll(',', ' ,')))
  const custom = text.includes('--') ? text.replace(CUSTOM, marked) : text
  return custom.includes('data:') ? custom.replace(DATA, mark) : custom
}

/** Compressed CSS with what is put into custom properties as short as elsewhere. */
export function withShortPutIn(css: string): string {
  if (!css.includes(OPEN)) return css
  return css
    .replace(new RegExp(`${OPEN}([^${OPEN}${CLOSE}]*)${CLOSE}`, 'g'), (_found, value: string) =>
      shortened(value),
    )
    .replace(new RegExp(`[${OPEN}${CLOSE}]`, 'g'), '')
}

// In an address a number sign may have been written as its code since.
function shortened(marked: string): string {
  if (/^%23[\da-f]+$/i.test(marked)) return shortened(`#${marked.slice(3)}`).replace('#', '%23')
  // A comma of a text has a mark, so the others outside of brackets are those of lists.
  const isColour = /^rgba?(?:\([^()]*\)|%28.*%29)$/.test(marked)
  const isList = isColour || !/[()]|%2[89]/.test(marked)
  const value = unmarkCommas(isList ? marked.replace(/(?<! ), /g, ',') : marked)
  if (/^hsla?\([^()]*\)$/.test(value)) return shortestHue(value).replace(/, /g, ',')
  const digits = COLOURS.get(value.toLowerCase())
  if (digits !== undefined) return shortestColour(`#${digits}`)
  if (/^#(?:[\da-f]{6}|[\da-f]{3})$/i.test(value)) return shortestColour(value)
  if (value === 'transparent') return 'rgba(0,0,0,0)'
  return value.replace(/^(-?)0(?=\.\d+(?:[a-z]+|%)?$)/i, '$1')
}
