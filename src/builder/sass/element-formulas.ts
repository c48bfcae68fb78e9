/**
 * Formulas of `:nth-child()` and its kin as their author wrote them: libsass keeps their blanks and
 * capitals, Sass's own compiler writes `2n+1`.
 */

const FORMULA = /(:nth-(?:last-)?(?:child|of-type)\()([\dn+\- \t]+)\)/gi

/** Remembers how formulas are written, and writes them so again. */
export class ElementFormulas {
  /** Without blanks, in lower case -> as written; null where the style sheets write it in two ways. */
  readonly #written = new Map<string, string | null>()

  /** Takes in the text of a style sheet. */
  note(text: string): void {
    for (const [, , formula = ''] of text.matchAll(FORMULA)) {
      const key = keyOf(formula)
      const written = formula.trim()
      const known = this.#written.get(key)
      this.#written.set(key, known === undefined || known === written ? written : null)
    }
  }

  /** CSS with the formulas that the style sheets have. */
  restore(css: string): string {
    if (this.#written.size === 0) return css
    return css.replace(FORMULA, (whole: string, head: string, formula: string) => {
      const written = this.#written.get(keyOf(formula)) ?? null
      return written === null ? whole : `${head}${written})`
    })
  }
}

function keyOf(formula: string): string {
  return formula.replace(/\s+/g, '').toLowerCase()
}
