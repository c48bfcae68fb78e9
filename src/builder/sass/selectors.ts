/**
 * Selectors as their author wrote them: libsass keeps the quotes of attributes (`[lang='en']`), the blanks and capitals
 * of formulas (`:nth-child(2n + 1)`), what stands in pseudo-classes that it does not know (`:is(h1, h2)`), and signs that are
 * escaped by their number (`.\35 0\25`). Sass's own compiler writes them anew, so they are handed over under marks that it
 * leaves alone.
 */

import { ASIDE } from './static-values.js'

/** A text, which may have something put in. */
const inner = (quote: string) => String.raw`(?:[^${quote}\n\\#]|#(?!\{)|#\{[^{}"'\n]*\})*`
const ATTRIBUTE = new RegExp(
  String.raw`(\[\s*(?:[\w|-]|#\{[^{}"'\n]*\})+\s*[~|^$*]?=\s*)(?:(\\?")(${inner('"')})\2|(\\?')(${inner("'")})\4)(?=\s*(?:[a-z]\s*)?\])`,
  'gi',
)

// No name may hold these, so the compiler keeps the quotes.
const DOUBLE = '!galley2'
const SINGLE = '!galley1'

// The end of a name may be put in, as Susy has it.
const PSEUDO = /:(?=(?:nth-(?:last-)?(?:child|of-type|#\{[^{}]*\})|is|where)\()(?!\w+\([^(){}]*&)/gi
const PREFIX = ':galley-'

/**
 * In a name, a sign of ASCII by its number, with the blanks between it and a brace or a combinator, which libsass keeps.
 * A blank before anything else would belong to it. Texts, comments and other escapes are passed over.
 */
const SIGN = new RegExp(
  [
    String.raw`(?<=[\w.#-]|\\[\da-f]{1,6} )\\((?:2[\da-f]|3[a-f]|40|5[b-f]|60|7[b-e])(?![\da-f]))(?:([ \t]{1,20})(?=\{)|(?=[ ][>+~])|(?![ \t\n]))`,
    ASIDE,
  ].join('|'),
  'gi',
)
const MARKED_SIGN = /galley-sign-([\da-f]{2})([st]*)-( ?)([>+~]?)/gi

/** Such a sign in a text, from which variables bring it into a selector: `'\\28' + $name + '\\29'`. */
const SIGN_IN_TEXT =
  /(?<=["'][^"'\n]{0,40})(?<!\\)\\\\(2[\da-f]|3[a-f]|40|5[b-f]|60|7[b-e])(?![\da-f])/gi

/** The text of a style sheet with marks for signs in texts; its lines stay. */
export function markSignsInTexts(text: string): string {
  return text.replace(SIGN_IN_TEXT, 'galley-sign-$1-')
}

/** The text of a style sheet with marks; its lines stay. */
export function markSelectors(text: string): string {
  return text
    .replace(ATTRIBUTE, (_found, head: string, ...texts: (string | undefined)[]) => {
      const [double, inDouble = '', single = '', inSingle = ''] = texts
      // The quotes stay: the selector may stand in a text of the other ones.
      if (double === undefined) return head + single + inSingle + SINGLE + single
      return head + double + inDouble + DOUBLE + double
    })
    .replace(PSEUDO, PREFIX)
    .replace(SIGN, (found, number: string | undefined, blanks = '') => {
      if (number === undefined) return found
      const written = blanks.replaceAll(' ', 's').replaceAll('\t', 't')
      return `galley-sign-${number}${written}-`
    })
}

/** Comments and texts of CSS. */
const COMMENT_OR_TEXT = /\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/g

/** CSS with what the marks stand for. */
export function unmarkSelectors(css: string): string {
  return withSignsInTexts(css)
    .replace(MARKED_SIGN, (_found, ...parts: string[]) => {
      const [number = '', written = '', blank = '', combinator = ''] = parts
      const blanks = written.replaceAll('s', ' ').replaceAll('t', '\t')
      // Before a combinator a blank is left in what is compressed, too.
      return `\\${number}${blanks || (combinator === '' ? blank : ' ')}${combinator}`
    })
    .replace(/(!galley[12]["'])(?=[a-z]\])/gi, '$1 ')
    .replace(/"([^"\n]*)!galley1"/g, "'$1'")
    .replaceAll(SINGLE, '')
    .replaceAll(DOUBLE, '')
    .replaceAll(PREFIX, ':')
}

// Where the text itself is written, its backslash is, too.
function withSignsInTexts(css: string): string {
  if (!css.includes('galley-sign-')) return css
  return css.replace(COMMENT_OR_TEXT, (found) => found.replace(MARKED_SIGN, '\\\\$1$3$4'))
}
