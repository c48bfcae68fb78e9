/**
 * Counts the values and the depth of a JSON text before it is parsed. A parser would create everything that ten
 * million bytes can describe, which takes seconds and a gigabyte.
 */

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
/** `[` and `{`, `]` and `}` differ in one bit. */
const CASE = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

export interface JsonShape {
  /** Number of entries of all objects and arrays, plus the objects and arrays themselves; never too low. */
  readonly values: number
  /** Nesting of objects and arrays. */
  readonly depth: number
}

/** Counts piece by piece, so that it never blocks for long. */
interface JsonScanner {
  /** Adds bytes and returns the counts so far. Stops counting above the limit. */
  add(bytes: Uint8Array): JsonShape
}

/** @param most limits above which counting stops */
export function createJsonScanner(most: JsonShape): JsonScanner {
  let [values, depth, deepest] = [1, 0, 0]
  let isText = false
  let isEscaped = false
  /** The index of the quote that ends a text, or the end of the bytes. */
  const endOfText = (bytes: Uint8Array, from: number): number => {
    for (let at = from; at < bytes.length; at++) {
      if (isEscaped) isEscaped = false
      else if (bytes[at] === BACKSLASH) isEscaped = true
      else if (bytes[at] === QUOTE) {
        isText = false
        return at
      }
    }
    return bytes.length
  }
  return {
    add: (bytes) => {
      for (let at = isText ? endOfText(bytes, 0) + 1 : 0; at < bytes.length; at++) {
        const byte = bytes[at] ?? 0
        if (byte === QUOTE) {
          isText = true
          at = endOfText(bytes, at + 1)
        } else if (byte === COMMA) values++
        else if ((byte | CASE) === OPENING) {
          values++
          deepest = Math.max(deepest, ++depth)
        } else if ((byte | CASE) === CLOSING) depth--
        else continue
        if (values > most.values || deepest > most.depth) break
      }
      return { values, depth: deepest }
    },
  }
}
