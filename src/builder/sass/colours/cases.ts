/**
 * Colours of compressed CSS in the case of their digits. libsass copies a colour that is written out, wherever it goes
 * to (through variables, lists, maps and functions that hand it on), and writes one that is computed in lower case, also
 * where both are the same. Sass's own compiler tells them apart only in the style expanded.
 */

import { digitsOf, inSix, opaqueAsDigits } from './spellings.js'

const COLOUR = /\/\*[^]*?(?:\*\/|$)|#(?:[\da-f]{6}|[\da-f]{3})\b|\brgb\((\d+), (\d+), (\d+)\)/gi

interface Settled {
  readonly css: string
  /** Those of the colours that are as libsass writes them. */
  readonly colours: ReadonlySet<string>
}

/**
 * Compressed CSS with such colours as libsass writes them; those stay that are not as often in both.
 *
 * @param expanded the same style sheet in the style expanded
 * @param unsure `#rrggbb` in lower case
 */
export function settleColours(css: string, expanded: string, unsure: ReadonlySet<string>): Settled {
  const written = coloursOf(opaqueAsDigits(expanded), unsure)
  const printed = coloursOf(css, unsure)
  const colours = new Set(
    [...unsure].filter((six) => printed.get(six)?.length === written.get(six)?.length),
  )
  const places = new Map<string, number>()
  const settled = css.replace(COLOUR, (found, ...parts: (string | undefined)[]) => {
    const six = keyOf(found, parts)
    if (!colours.has(six)) return found
    const at = places.get(six) ?? 0
    places.set(six, at + 1)
    const spelling = written.get(six)?.[at] ?? found
    if (!found.startsWith('#')) return found
    // What has a shorter form is written anew.
    return spelling.length === found.length ? spelling : found.toLowerCase()
  })
  return { css: settled, colours }
}

/** `#rrggbb` in lower case -> how it is written, in order. */
function coloursOf(css: string, wanted: ReadonlySet<string>): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [colour, ...parts] of css.matchAll(COLOUR)) {
    const six = keyOf(colour, parts)
    if (!wanted.has(six)) continue
    const spellings = found.get(six)
    if (spellings === undefined) found.set(six, [colour])
    else spellings.push(colour)
  }
  return found
}

function keyOf(found: string, parts: readonly (string | undefined)[]): string {
  if (parts[0] === undefined) return found.startsWith('#') ? inSix(found) : ''
  return `#${digitsOf(parts.slice(0, 3).map(Number))}`
}
