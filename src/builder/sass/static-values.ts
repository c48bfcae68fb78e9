/**
 * Values of declarations in which there is nothing to compute, as their author wrote them: libsass copies them
 * (`.2s`, `'Rubik'`, `#FFF`), Sass's own compiler writes them anew. Handed over as text that is put in, they are
 * copied by both. So is `calc()`, in which libsass computes nothing.
 */

import type { Syntax } from 'sass-embedded'
import { markEscapes } from './icons.js'
import { withLiterals, ZERO_MARK } from './literals.js'
import type { CssStyle } from './format.js'

const STRING = String.raw`"(?:[^"\\\n#]|\\[^\n]|#(?!\{))*"|'(?:[^'\\\n#]|\\[^\n]|#(?!\{))*'`
/** A text that may have something put in. */
const TEXT = String.raw`"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'`
const WORD = String.raw`-?(?!(?:null|true|false|not|and|or)(?![\w-]))[a-z_\u0080-\uffff][\w\u0080-\uffff-]*`
const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?(?:%|[a-z]+)?`
const PART = `(?:${STRING}|${WORD}|${NUMBER}|#[0-9a-f]+(?:\\\\[09])?|\\\\[09]|!important)`
const valueWith = (blank: string) => `${PART}(?:(?:${blank}*[,/]${blank}*|${blank}+)${PART})*`
const VALUE = valueWith('\\s')

/** The characters that a font has. */
const RANGE = /(unicode-range\s*:\s*)([^;{}#$\s](?:[^;{}#$]*[^;{}#$\s])?)(?=\s*[;}])/iy

// A name, a colon and a value that is followed by the end of the declaration.
const DECLARATION = new RegExp(`([*\\\\]?[a-z_-][\\w-]*\\s*:\\s*)(${VALUE})(?=\\s*[;}])`, 'iy')
const LINE = new RegExp(
  `^([ \\t]+\\*?[a-z_-][\\w-]*:[ \\t]+)(${valueWith('[ \\t]')})(?=[ \\t]*$)`,
  'gim',
)
/**
 * What is not looked into: comments, escapes, strings. A comment that is left open goes to the end, and an escaped
 * quote begins no string: the rest of the text would be read again for each of them.
 */
export const ASIDE = `/\\*[^]*?(?:\\*/|$)|//[^\\n]*|\\\\[^]|${TEXT}`

/** What a style sheet holds besides: addresses, too (those left open end with the line), and what begins a statement. */
const TOKEN = new RegExp(`${ASIDE}|url\\((?:[^)"'\\\\\\n]|\\\\[^\\n]|${TEXT})*\\)?|[{};]`, 'gi')

/** The text with such values, and with calculations, put in; the number of its lines stays. */
export function keepStaticValues(
  text: string,
  syntax: Syntax,
  style: CssStyle = 'expanded',
): string {
  if (syntax === 'css') return text
  const mark = style === 'compressed' ? ZERO_MARK : ''
  const kept = text
    .replace(
      ESCAPE_ALONE,
      (_whole, head: string, escape: string) =>
        `${head}unquote("${markEscapes(escape).replace('\\', '\\\\')}")`,
    )
    .replace(CALCULATION, (whole, calculation: string | undefined) =>
      calculation === undefined
        ? whole
        : putIn('', calculation.replace(/(?<!\s)\s+\)$/, ')'), mark),
    )
    .replace(FILTER, (whole, filter: string | undefined) =>
      filter === undefined ? whole : filter.replaceAll("'", `#{"'"}`),
    )
    .replace(OPACITY, (whole, colour: string | undefined, opacity: string) =>
      colour === undefined ? whole : colour + String(Math.min(Number(opacity), 1)),
    )
  if (syntax === 'scss') return inBraces(kept.replace(CAPITAL, "#{'$1'}("), mark)
  return kept.replace(LINE, (_line, head: string, value: string) => putIn(head, value, mark))
}

function inBraces(text: string, mark: string): string {
  let result = ''
  let done = 0
  let from = declarationAt(text, 0, mark)
  TOKEN.lastIndex = 0
  for (;;) {
    if (from !== null) {
      result += text.slice(done, from.at) + from.text
      done = from.at + from.whole.length
      TOKEN.lastIndex = done
    }
    const token = TOKEN.exec(text)
    if (token === null) return result + text.slice(done)
    from = /^[{};]$/.test(token[0]) ? declarationAt(text, TOKEN.lastIndex, mark) : null
  }
}

/**
 * A variable that is one escape, as a font of icons has hundreds: to libsass a text that begins with a backslash, to
 * Sass's own compiler the character. A blank behind it belongs to it.
 */
const ESCAPE_ALONE =
  /^([ \t]*\$[\w-]+[ \t]*:[ \t]*)(\\[\da-f]{1,6} ?)(?=[ \t]*(?:!default[ \t]*)?(?:;|$))/gim

// Three levels of brackets at most. Variables are not read, as in libsass.
const INNER = String.raw`(?:[^()#;{}"']|#\{[^{};"']*\})*`
const CALCULATION = new RegExp(
  `${ASIDE}|@(?:mixin|include|function)\\s+[\\w-]+|((?<![\\w-])(?:-[a-z]+-)?calc` +
    `\\(${INNER}(?:\\(${INNER}(?:\\(${INNER}\\)${INNER})*\\)${INNER})*\\))`,
  'g',
)

/** A filter of old browsers, whose quotes libsass copies. */
const FILTER = new RegExp(
  `${ASIDE}|((?<![\\w-])progid:[\\w.]+\\((?:[^()#;{}"']|#(?!\\{)|#\\{[^{};]*\\}|${TEXT})*\\))`,
  'g',
)

// libsass: Functions::alpha_num takes 80% for 80, and so for 1.
const ARGUMENT = String.raw`(?:[^(),;{}"']|\((?:[^();{}"']|\([^();{}"']*\))*\))+`
const OPACITY = new RegExp(
  `${ASIDE}|(?<![\\w-])--[\\w-]+\\s*:[^;{}]*|` +
    `((?<![\\w$.-])rgba\\(${ARGUMENT},(?:${ARGUMENT},${ARGUMENT},)?\\s*)(\\d+(?:\\.\\d+)?|\\.\\d+)%(?=\\s*\\))`,
  'gi',
)

// CSS's own `max()`, written so that Sass of old leaves it alone.
const CAPITAL = /(?<![\w$.%@-]|@function\s+)(Max|Min)\(/g

const BLANK = /(?:\s|\/\*[^]*?\*\/|\/\/[^\n]*)*/y

interface Declaration {
  readonly at: number
  readonly whole: string
  /** As it is handed over. */
  readonly text: string
}

/** A declaration that begins a statement, comments before it aside. */
function declarationAt(text: string, from: number, mark: string): Declaration | null {
  BLANK.lastIndex = from
  const at = from + (BLANK.exec(text)?.[0].length ?? 0)
  if (text.startsWith('--', at)) return aligned(text, at)
  RANGE.lastIndex = at
  DECLARATION.lastIndex = at
  const match = RANGE.exec(text) ?? DECLARATION.exec(text)
  if (match !== null) {
    const [whole, head = '', value = ''] = match
    return { at, whole, text: putIn(head, value, mark) }
  }
  const computed = withLiterals(text, at, mark)
  return computed === null ? null : { at, ...computed }
}

/** A custom property up to the end of its line; what is put in holds no braces, and a text no end of a line. */
const CUSTOM = new RegExp(
  `(--[\\w-]+\\s*:)((?:[^;{}"'#\\n]|#(?!\\{)|#\\{[^{}"'\\n]*\\}|"(?:[^"\\\\\\n]|\\\\[^\\n])*"|'(?:[^'\\\\\\n]|\\\\[^\\n])*')*)`,
  'y',
)
/** Blanks that Sass's own compiler makes one of; in texts, comments and what is put in it does not. */
const BLANKS = /"[^"]*"|'[^']*'|\/\*[^]*?(?:\*\/|$)|#\{[^}]*\}|(?<!\s)[ \t]{2,}(?=\S)/g

/** A custom property with more than one blank somewhere. */
function aligned(text: string, at: number): Declaration | null {
  CUSTOM.lastIndex = at
  const match = CUSTOM.exec(text)
  if (match === null) return null
  const [whole, name = '', value = ''] = match
  const copied = value.replace(BLANKS, (found) => (/^\s/.test(found) ? `#{'${found}'}` : found))
  return copied === value ? null : { at, whole, text: name + copied }
}

/** What is put in, or the zero of a number below one. */
const ZERO = /#\{[^{}]*\}|(?<![\w.])0(?=\.\d)/g

function putIn(head: string, value: string, mark: string): string {
  const written = value.replace(/(?<![ \t])[ \t]*\r?\n\s*/g, ' ')
  const plain = markEscapes(
    mark === '' ? written : written.replace(ZERO, (found) => (found === '0' ? `${mark}0` : found)),
  )
  const lines = '\n'.repeat(value.split('\n').length - 1)
  return `${head}#{'${plain.replace(/[\\']/g, '\\$&')}'}${lines}`
}

/** Comments and texts; imports and custom properties, which are copied. */
const COPIED = new RegExp(
  `${ASIDE}|@import(?:[^;{}"']|${TEXT})*|` +
    `(?<![\\w-])--(?:[\\w-]|#\\{[^{}"']*\\}|[\u{fdd1}\u{fdd2}])+\\s*:(?:[^;{}"'#]|#(?!\\{)|#\\{[^{}]*\\}|${TEXT})*`,
  'gi',
)
const IN_TEXT = /#\{[^{}]*\}|(?<![\w.\u{fdd0}])0(?=\.\d)|,/gu

/**
 * The text of a style sheet with marks for what libsass copies in the style compressed: a blank before the commas of
 * texts in quotes, and `ZERO_MARK` before the zeros of their numbers, unless a text may be a condition or an address.
 * Selectors and conditions ignore these blanks.
 */
export function markTexts(text: string): string {
  return text.replace(COPIED, (found) => {
    if (!/^["']/.test(found)) return found
    const hasZeros = !/[:/]/.test(found)
    return found.replace(IN_TEXT, (part) => {
      if (part === ',') return ' ,'
      return part === '0' && hasZeros ? `${ZERO_MARK}0` : part
    })
  })
}
