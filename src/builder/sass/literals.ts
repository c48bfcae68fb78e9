/**
 * What is written out in a declaration that is computed in part: libsass copies `transparent` and shows the
 * zero of `0.5em` there, and does neither for what it computed, so a compressed style sheet tells them apart.
 * Handed over as text that is put in, they are copied by Sass's own compiler, too.
 */

import { COLOURS } from './colours/names.js'

/** A declaration whose value holds no texts, up to its end. */
const DECLARATION = /([*\\]?-?[a-z_][\w-]*\s*:)((?:[^;{}"'#@]|#(?!\{)|#\{[^{}"']*\})*)(?=[;}])/iy

/** Brackets, what is put in already, and the word or a number below one between blanks, commas and brackets. */
const PART =
  /[()]|#\{[^}]*\}|(?<=^|[\s,(])(?:transparent|(-?)0?(\.\d*[1-9])0*([a-z]+|%)?)(?=[\s,)!]|$)/gi

/** A colour's name, which libsass shortens only where it comes from a variable or a function. */
const NAME = new RegExp(
  `[()]|#\\{[^}]*\\}|(?<=^|[\\s,])(?:${[...COLOURS.keys()].join('|')})(?=[\\s,!]|$)`,
  'gi',
)

/** A variable whose value has nothing to compute in it. */
const VARIABLE = /(\$[a-z_][\w-]*\s*:)([^;{}"'@$#]*)(?=;)/iy

/** What stands in brackets, with others in them. */
const BRACKETS = String.raw`\((?:[^;{}"'@()]|\([^;{}"'@()]*\))*\)`

/** The arguments of a mixin. */
const INCLUDE = new RegExp(
  String.raw`(@include\s+)([\w-]+)(\s*\()((?:[^;{}"'#@()]|#(?!\{)|${BRACKETS})*)(?=\)\s*[;{}])`,
  'iy',
)

/** What stands before the zero of such a number in the style compressed, until `withoutZeros` has dropped the others. */
export const ZERO_MARK = '\u{fdd0}'

/**
 * The declaration, the variable with a list, or the mixin with lists, that begins at `at`, as it is to be handed over;
 * null where none does.
 *
 * @param mark what is put before the zero of a number
 */
export function withLiterals(
  scss: string,
  at: number,
  mark = '',
): { whole: string; text: string } | null {
  if (scss[at] === '$') return listIn(scss, at, mark)
  if (scss[at] === '@') return argumentsIn(scss, at, mark)
  DECLARATION.lastIndex = at
  const match = DECLARATION.exec(scss)
  if (match === null) return null
  const [whole, head = '', value = ''] = match
  // A value with a comment, or in which nothing is computed, stays; with `red!important` libsass computes all of it.
  const isComputed = /[$(]|#\{|[^\s!]!|!\s/.test(value)
  const stays = /\/[/*]/.test(value) || !isComputed
  return { whole, text: stays ? whole : head + namesIn(literalsIn(value, mark), mark) }
}

// Of a list with words, such as `all .2s ease`, nobody computes; libsass copies it wherever it is shown.
function listIn(scss: string, at: number, mark: string): { whole: string; text: string } | null {
  VARIABLE.lastIndex = at
  const match = VARIABLE.exec(scss)
  if (match === null) return null
  const [whole, head = '', value = ''] = match
  if (/\/[/*]/.test(value)) return { whole, text: whole }
  if (value.includes('(')) return { whole, text: head + literalsIn(value, mark, 'functions') }
  if (!isWordList(value.replace(/!.*/s, ''))) return { whole, text: whole }
  const written = literalsIn(value, mark)
  // Those of a list of colours are taken out one by one.
  const isOfColours = value.split(',').some((part) => !/\d\S*\s/.test(part))
  return { whole, text: head + (isOfColours ? written : namesIn(written, mark)) }
}

function isWordList(value: string): boolean {
  const elements = value.trim().split(/[\s,]+/)
  return elements.length > 1 && elements.some((element) => /^[a-z][a-z-]+$/i.test(element))
}

const ARGUMENT = new RegExp(`(?:[^,()]|${BRACKETS})+`, 'g')

/** Mixins that only hand on what they are given, lists of numbers, too. */
const HANDS_ON = /radius|shadow|transition|animation/i
/** Words of lists of whose numbers nobody computes, unlike those of `0.5 of 12`. */
const OF_TIMES = /(?<![\w-])(?:ease|ease-in|ease-out|ease-in-out|linear|infinite)(?![\w-])/i

function argumentsIn(
  scss: string,
  at: number,
  mark: string,
): { whole: string; text: string } | null {
  INCLUDE.lastIndex = at
  const match = INCLUDE.exec(scss)
  if (match === null) return null
  const [whole, word = '', name = '', open = '', given = ''] = match
  if (/\/[/*]/.test(given)) return { whole, text: whole }
  const text = given.replace(ARGUMENT, (argument) => {
    const value = argument.replace(/^\s*\$[\w-]+\s*:/, '')
    const isList = /\S\s+\S/.test(value) && (HANDS_ON.test(name) || OF_TIMES.test(value))
    return isList
      ? namesIn(literalsIn(argument, mark), mark)
      : literalsIn(argument, mark, 'functions')
  })
  return { whole, text: word + name + open + text }
}

/** Functions of CSS of whose arguments nothing is computed. */
const OF_CSS =
  /(?:^|[^\w-])(?:-[a-z]+-)?(?:translate|scale|rotate|skew|matrix|perspective|cubic-bezier|steps|[a-z-]*gradient|color-stop|drop-shadow|blur|brightness|contrast|sepia|hue-rotate|var|env|minmax|repeat|fit-content|clamp)(?:3d|[XYZ])?$/i

/** @param where whether only what stands in such functions counts, for the rest may be computed with elsewhere */
function literalsIn(
  value: string,
  mark: string,
  where: 'anywhere' | 'functions' = 'anywhere',
): string {
  // A declaration without a value is none.
  const hasPlaces = value.replace(/#\{[^}]*\}|[\s,]/g, '') !== ''
  // For each open bracket, if nothing is computed in it.
  const open: boolean[] = []
  return value.replace(PART, (found: string, ...rest: (string | number | undefined)[]) => {
    const [sign, digits, unit, at] = rest as [string?, string?, string?, number?]
    const before = value.slice(Math.max(0, (at ?? 0) - 40), at)
    if (found === '(') open.push((open.at(-1) ?? true) && OF_CSS.test(before))
    else if (found === ')') open.pop()
    const after = value.slice((at ?? 0) + found.length, (at ?? 0) + found.length + 40)
    const isInside = open.at(-1) ?? where === 'anywhere'
    const isRead = !/^[()]/.test(found) && isInside && !isOperand(before, after)
    if (!isRead) return found
    if (found.startsWith('#')) return hasPlaces && isElement(before, after) ? PLACE + found : found
    if (digits === undefined) return `#{'${found}'}`
    // libsass: lexed_percentage remembers no zero.
    const zero = unit === '%' && mark !== '' ? '' : `${mark}0`
    return `#{'${sign}${zero}${digits}${unit ?? ''}'}`
  })
}

/**
 * What stands before what is put into a list: libsass writes the blank or the comma beside it where nothing is put in,
 * too.
 */
const PLACE = 'galley-place-'

/** CSS without such marks. In what is compressed a blank before a comma is a mark itself, so there is one more. */
export function unmarkPlaces(css: string, isCompressed: boolean): string {
  const commas = isCompressed ? css.replaceAll(` ${PLACE},`, '  ,') : css
  return commas.replaceAll(PLACE, '')
}

/** If what stands between two texts is one of a list. */
function isElement(before: string, after: string): boolean {
  return /(?:^|[\s,(])$/.test(before) && /^(?:[\s,)]|$)/.test(after)
}

/** Where the style is compressed, with the names of colours outside of brackets as they are written. */
function namesIn(value: string, mark: string): string {
  if (mark === '') return value
  let depth = 0
  return value.replace(NAME, (found: string, at: number) => {
    if (found === '(') depth++
    else if (found === ')') depth--
    if (depth > 0 || /^[()#]/.test(found)) return found
    const before = value.slice(Math.max(0, at - 40), at)
    const after = value.slice(at + found.length, at + found.length + 40)
    return isOperand(before, after) ? found : `#{'${found}'}`
  })
}

/** If what stands between two texts is computed with. */
function isOperand(before: string, after: string): boolean {
  const isLast = /(?:[-+*/=<>]|(?<!\d)%)\s*$/.test(before)
  return isLast || /^\s*(?:[+*/%=<>]|-(?=\s))/.test(after)
}
