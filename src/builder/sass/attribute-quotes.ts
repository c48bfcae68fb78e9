/**
 * Quotes of attribute selectors as their author wrote them: libsass keeps them, Sass's own compiler
 * drops those that are not needed and doubles the rest.
 */

const SELECTOR = /\[\s*([\w|-]+)\s*([~|^$*]?=)\s*(?:"([^"\n\\]*)"|'([^'\n\\]*)'|([\w-]+))\s*\]/g

/** Remembers how attribute selectors are written, and writes them so again. */
export class AttributeQuotes {
  /** Selector without quotes -> with its quotes; the first that is met counts. */
  readonly #written = new Map<string, string>()

  /** Takes in the text of a style sheet. */
  note(text: string): void {
    for (const match of text.matchAll(SELECTOR)) {
      const { key, quoted } = partsOf(match)
      if (!this.#written.has(key)) this.#written.set(key, quoted)
    }
  }

  /** CSS with the quotes that the style sheets have. */
  restore(css: string): string {
    if (this.#written.size === 0) return css
    return css.replace(SELECTOR, (...match) => {
      const { key } = partsOf(match.slice(0, 6).map(String))
      return this.#written.get(key) ?? String(match[0])
    })
  }
}

function partsOf([whole = '', name = '', operator = '']: readonly string[]) {
  const value = whole.slice(whole.indexOf(operator, 1) + operator.length, -1).trim()
  const bare = value.replace(/^(["'])(.*)\1$/, '$2')
  return { key: `[${name}${operator}${bare}]`, quoted: `[${name}${operator}${value}]` }
}
