/** References to characters, by number or by the names of HTML 4. */

import { codePointOf } from '../../../kramdown/tree/entity-table.js'

// A number ends by itself, a name with a semicolon.
const REFERENCE = /&(?:#x([0-9a-f]{1,6});?|#(\d{1,7});?|([a-z][a-z0-9]{1,9});)/gi

function isCharacter(code: number): boolean {
  return (
    (code >= 32 || code === 9 || code === 10 || code === 13) &&
    code <= 0x10ffff &&
    (code < 0xd800 || code > 0xdfff)
  )
}

function codeOf([, hex, decimal, name = '']: readonly (string | undefined)[]): number {
  if (hex !== undefined) return Number.parseInt(hex, 16)
  return decimal === undefined ? (codePointOf(name) ?? -1) : Number(decimal)
}

/** Text with its references as characters; what is none stays. */
export function decodeEntities(text: string): string {
  return text.replace(REFERENCE, (...match: string[]) => {
    const code = codeOf(match)
    return isCharacter(code) ? String.fromCodePoint(code) : (match[0] ?? '')
  })
}
