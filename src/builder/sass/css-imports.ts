/**
 * Imports that CSS itself does, as libsass writes them: what is in `url()` with its quotes (double
 * ones), a name of a style sheet in `url()`, all else in quotes.
 */

const WRITTEN =
  /@import\s+(?:(url\(\s*["']?([^"')\n]*)["']?\s*\))|"([^"\n]*)"|'([^'\n]*)')\s*([^;\n]*)/g
const PRINTED = /@import ?(?:"([^"\n]*)"|url\("?([^")\n]*)"?\)) ?(?=[^;]*;|[^;{}]*$)/g

/** Remembers how style sheets import others, and writes it so again. */
export class CssImports {
  /** Address -> what stands for it. */
  readonly #written = new Map<string, string>()

  /** Takes in the text of a style sheet. */
  note(text: string): void {
    if (!text.includes('@import')) return
    for (const match of text.matchAll(WRITTEN)) {
      const [, url, inUrl = '', quoted, single, media = ''] = match
      const address = quoted ?? single ?? inUrl
      const isSheet = media.trim() === '' && !/^(?:https?:)?\/\//.test(address)
      this.#written.set(
        address.trim(),
        url?.replaceAll("'", '"') ?? (isSheet ? `url(${address})` : `"${address}"`),
      )
    }
  }

  /** CSS with the imports that the style sheets have. */
  restore(css: string): string {
    if (this.#written.size === 0) return css
    return css.replace(PRINTED, (whole: string, quoted?: string, inUrl?: string) => {
      const written = this.#written.get(quoted ?? inUrl ?? '')
      return written === undefined ? whole : `@import ${written} `
    })
  }
}
