/**
 * What Sass's own compiler leaves out and libsass writes: frames that declare nothing, and the comment that names a
 * source map. They are handed over under marks.
 */

const FRAME = /((?:\b(?:from|to)|[\d}]%)\s*)\{(?=\s*\})/gi
const DECLARED = '--galley-nothing:0'

const MAP = /\/\*# (?=source(?:Mapping)?URL=)/g
const MAPPED = '/*# galley-'

/** The text of a style sheet with marks; its lines stay. */
export function markLeftOut(text: string): string {
  return text.replace(FRAME, `$1{${DECLARED};`).replace(MAP, MAPPED)
}

/** CSS without the marks. */
export function unmarkLeftOut(css: string): string {
  return css.replaceAll(`${DECLARED};`, '').replaceAll(DECLARED, '').replaceAll(MAPPED, '/*# ')
}
