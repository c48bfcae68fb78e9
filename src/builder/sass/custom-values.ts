/**
 * Values of custom properties as their author wrote them: Sass's own compiler indents their lines anew or puts them on
 * one, makes their quotes double ones and of the blanks behind them one; libsass copies all of it.
 */

const STRING = String.raw`"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'`
const DECLARATION = new RegExp(
  `(?<![\\w-])(--[\\w-]+\\s*:)((?:[^;{}"'\\\\]|\\\\[^]|${STRING})*)`,
  'g',
)

/** Remembers such values, and writes them so again. */
export class CustomValues {
  /** Name and value without blanks, in double quotes -> as written; null where two are in other quotes. */
  readonly #written = new Map<string, string | null>()

  /** Takes in the text of a style sheet. */
  note(text: string): void {
    for (const [, name = '', value = ''] of text.matchAll(DECLARATION)) {
      if (!/[\n"']|\s$/.test(value)) continue
      const key = keyOf(name + value)
      const known = this.#written.get(key)
      if (known === undefined) this.#written.set(key, value)
      else if (known !== null && withoutBlanks(known) !== withoutBlanks(value))
        this.#written.set(key, null)
    }
  }

  /** CSS with the values that the style sheets have. */
  restore(css: string): string {
    if (this.#written.size === 0) return css
    return css.replace(DECLARATION, (found: string, name: string, value: string) => {
      const written = this.#written.get(keyOf(name + value))
      return written === undefined || written === null ? found : name + written
    })
  }
}

function keyOf(text: string): string {
  return withoutBlanks(text).replaceAll("'", '"')
}

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '')
}
