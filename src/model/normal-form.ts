/**
 * Unicode normal forms of texts from outside, in bounded time. Normalizing takes time in the square of the number of
 * combining marks in a row: 40,000 of them take more than a second. Pure.
 *
 * @see Unicode Standard Annex #15, Stream-Safe Text Format
 */

/** Most marks in a row that are normalized. No name that a file may have has more, and no language needs more than a few. */
const MAX_MARKS = 128

/** Combining marks, and the two letters whose decompositions are marks. */
const MARK = '[\\p{M}\\uff9e\\uff9f]'
const TOO_MANY = new RegExp(`${MARK}{${MAX_MARKS + 1}}`, 'u')
const BLOCKS = new RegExp(`${MARK}{${MAX_MARKS}}`, 'gu')

/** The text in NFC, or as it is if it has more than `MAX_MARKS` marks in a row. */
export function toNfc(text: string): string {
  return TOO_MANY.test(text) ? text : text.normalize('NFC')
}

/** The text without most of the marks where it has very many in a row, so that it can be normalized. */
export function withFewMarks(text: string): string {
  return TOO_MANY.test(text) ? text.replace(BLOCKS, '') : text
}
