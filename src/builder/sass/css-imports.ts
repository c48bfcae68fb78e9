/**
 * Imports that CSS itself does, as libsass writes them: what is in `url()` with its quotes (double
 * ones), a name of a style sheet in `url()`, all else in quotes.
 */

const WRITTEN =
  /@import\s+(?:(url\((?:\s*"([^"\n]*)"\s*|\s*'([^'\n]*)'\s*|([^"'()\n]*))\))|"([^"\n]*)"|'([^'\n]*)')\s*([^;\n]*)/g
const PRINTED = /@import ?(?:"([^"\n]*)"|'([^'\n]*)'|url\((?:"([^"\n]*)"|([^"()\n]*))\)) ?/g

/** Remembers how style sheets import others, and writes it so again. */
export class CssImports {
  /** Address -> what stands for it. */
  readonly #written = new Map<string, string>()
  /** If an address in `url()` is computed. */
  #isComputed = false

  /** Takes in the text of a style sheet. */
  note(text: string): void {
    if (!text.includes('@import')) return
    for (const match of text.matchAll(WRITTEN)) {
      const [, url, ...addresses] = match
      const media = addresses.pop() ?? ''
      const address = addresses.find((found) => found !== undefined) ?? ''
      if (url !== undefined && /^\s*\$|#\{/.test(address)) this.#isComputed = true
      const hasMedia = media.trim() !== ''
      const isSheet = !hasMedia && !/^(?:https?:)?\/\//.test(address)
      const quote = addresses[4] === undefined ? '"' : "'"
      this.#written.set(
        address.trim(),
        url?.replaceAll("'", '"') ?? (isSheet ? `url(${address})` : quote + address + quote),
      )
    }
  }

  /** CSS with the imports that the style sheets have. */
  restore(css: string): string {
    if (this.#written.size === 0) return css
    const lastEnd = css.lastIndexOf(';')
    const lastBrace = Math.max(css.lastIndexOf('{'), css.lastIndexOf('}'))
    return css.replace(PRINTED, (whole: string, ...rest: (string | number | undefined)[]) => {
      const [double, single, quotedUrl, bareUrl, at] = rest as [
        string?,
        string?,
        string?,
        string?,
        number?,
      ]
      const quoted = double ?? single
      const end = (at ?? 0) + whole.length
      // An import is a statement: it ends with a semicolon, or with the style sheet.
      if (end > lastEnd && end <= lastBrace) return whole
      const written = this.#written.get(quoted ?? quotedUrl ?? bareUrl ?? '')
      if (written !== undefined) return `@import ${written} `
      return quoted !== undefined && this.#isComputed ? `@import url("${quoted}") ` : whole
    })
  }
}
