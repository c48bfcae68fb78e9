/**
 * Slashes beside what is put in (`50% / #{$size}`) with the blanks of their author: libsass divides there only when both
 * sides are known, and copies them. Sass's own compiler leaves the blanks out, so such a slash is handed over as a word.
 */

import { ASIDE } from './static-values.js'
import { ZERO_MARK } from './literals.js'

/** A slash, which begins no comment and is none of `/deep/`. */
const BARE = String.raw`(?<!/deep)/(?![/*]|deep/)`
const BLANKS = String.raw`(\s{0,40})`
const SLASH = new RegExp(
  String.raw`${ASIDE}|url\([^)\n]*\)?|(#\{[^{}"']*\})${BLANKS}${BARE}${BLANKS}|${BLANKS}${BARE}${BLANKS}(?=#\{)`,
  'gi',
)

const WORD = 'galley-slash-'
const MARKED = /\s?galley-slash-([sn])([sn])\s?/g

/** The text of a style sheet with such words; its lines stay. */
export function markSlashes(text: string, isCompressed: boolean): string {
  if (!text.includes('#{')) return text
  return text.replace(SLASH, (found, ...groups: (string | undefined)[]) => {
    const [putIn = '', behind, last, first, next] = groups
    const [before, after] = [behind ?? first, last ?? next]
    if (before === undefined || after === undefined) return found
    // What is put in before a slash keeps its zero.
    const left = isCompressed && putIn !== '' ? ZERO_MARK + putIn : putIn
    if (before === '' && after === '') return `${left}/`
    return `${left}${before || ' '}${WORD}${sign(before)}${sign(after)}${after || ' '}`
  })
}

function sign(blanks: string): string {
  return blanks === '' ? 'n' : 's'
}

/** CSS with the slashes. */
export function unmarkSlashes(css: string): string {
  const blank = (letter: string) => (letter === 's' ? ' ' : '')
  return css.replace(MARKED, (_found, before: string, after: string) => {
    return `${blank(before)}/${blank(after)}`
  })
}
