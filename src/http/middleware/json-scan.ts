/**
 * Looks over the bytes of a JSON text before it is parsed: a parser makes everything that a body of ten
 * million bytes can name, and takes seconds and a gigabyte for it.
 */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

interface JsonShape {
  /** Entries of objects and lists in all, and the lists and objects themselves; never fewer than there are. */
  readonly values: number
  /** Objects and lists in one another. */
  readonly depth: number
}

/** Counts in one pass, which ends early where there is more than `most` of either. */
export function scanJson(bytes: Uint8Array, most: JsonShape): JsonShape {
  let [values, depth, deepest] = [1, 0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === COMMA) values++
    else if (OPENING.has(byte)) {
      values++
      deepest = Math.max(deepest, ++depth)
    } else if (CLOSING.has(byte)) depth--
    if (values > most.values || deepest > most.depth) break
  }
  return { values, depth: deepest }
}

function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
