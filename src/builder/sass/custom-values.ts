/**
 * Values of custom properties that go over lines, as their author wrote them: Sass's own compiler indents their lines
 * anew or puts them on one, libsass copies them.
 */

const STRING = String.raw`"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'`
const DECLARATION = new RegExp(
  `(?<![\\w-])(--[\\w-]+\\s*:)((?:[^;{}"'\\\\]|\\\\[^]|${STRING})*)`,
  'g',
)

/** Remembers such values, and writes them so again. */
export class CustomValues {
  /** Name and value without blanks -> the value as written; the first that is met counts. */
  readonly #written = new Map<string, string>()

  /** Takes in the text of a style sheet. */
  note(text: string): void {
    for (const [, name = '', value = ''] of text.matchAll(DECLARATION)) {
      if (!value.trim().includes('\n')) continue
      const key = keyOf(name + value)
      if (!this.#written.has(key)) this.#written.set(key, value.trimEnd())
    }
  }

  /** CSS with the values that the style sheets have. */
  restore(css: string): string {
    if (this.#written.size === 0) return css
    return css.replace(DECLARATION, (found: string, name: string, value: string) => {
      const written = this.#written.get(keyOf(name + value))
      return written === undefined ? found : name + written
    })
  }
}

function keyOf(text: string): string {
  return text.replace(/\s+/g, '')
}
