/** Characters of the typographic symbols, by name. */

const NO_BREAK_SPACE = '\u00a0'

const texts: Readonly<Record<string, string>> = {
  mdash: '\u2014',
  ndash: '\u2013',
  hellip: '\u2026',
  laquo: '\u00ab',
  raquo: '\u00bb',
  laquo_space: `\u00ab${NO_BREAK_SPACE}`,
  raquo_space: `${NO_BREAK_SPACE}\u00bb`,
}

/** Characters for the name of a typographic symbol. */
export function symbolText(name: string): string {
  return texts[name] ?? ''
}
