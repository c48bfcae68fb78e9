/**
 * Selectors as their author wrote them: libsass keeps the quotes of attributes (`[lang='en']`), the blanks and capitals
 * of formulas (`:nth-child(2n + 1)`) and what stands in pseudo-classes that it does not know (`:is(h1, h2)`). Sass's own
 * compiler writes them anew, so they are handed over under marks that it leaves alone.
 */

/** A text, which may have something put in. */
const inner = (quote: string) => String.raw`(?:[^${quote}\n\\#]|#(?!\{)|#\{[^{}"'\n]*\})*`
const ATTRIBUTE = new RegExp(
  String.raw`(\[\s*(?:[\w|-]|#\{[^{}"'\n]*\})+\s*[~|^$*]?=\s*)(?:"(${inner('"')})"|'(${inner("'")})')(?=\s*(?:[a-z]\s*)?\])`,
  'gi',
)

// No name may hold these, so the compiler keeps the quotes.
const DOUBLE = '!galley2'
const SINGLE = '!galley1'

// The end of a name may be put in, as Susy has it.
const PSEUDO = /:(?=(?:nth-(?:last-)?(?:child|of-type|#\{[^{}]*\})|is|where)\()(?!\w+\([^(){}]*&)/gi
const PREFIX = ':galley-'

/** The text of a style sheet with marks; its lines stay. */
export function markSelectors(text: string): string {
  return text
    .replace(ATTRIBUTE, (_found, head: string, ...texts: (string | undefined)[]) => {
      const [double, single = ''] = texts
      return double === undefined ? `${head}"${single}${SINGLE}"` : `${head}"${double}${DOUBLE}"`
    })
    .replace(PSEUDO, PREFIX)
}

/** CSS with what the marks stand for. */
export function unmarkSelectors(css: string): string {
  return css
    .replace(/(!galley[12]["'])(?=[a-z]\])/gi, '$1 ')
    .replace(/"([^"\n]*)!galley1"/g, "'$1'")
    .replaceAll(SINGLE, '')
    .replaceAll(DOUBLE, '')
    .replaceAll(PREFIX, ':')
}
