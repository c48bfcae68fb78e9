/** Measures texts for limits, and shortens them. */

/** True if a text has more than `max` lines. Reads no further than needed. */
export function hasMoreLines(text: string, max: number): boolean {
  let at = -1
  for (let lines = 0; lines < max; lines++) {
    at = text.indexOf('\n', at + 1)
    if (at < 0) return false
  }
  return at < text.length - 1
}

const LONG_CHARACTERS = 16 * 1024
/** A line costs about as much as twenty characters. */
const LONG_LINES = 1000

/** True for YAML that takes tens of milliseconds to parse, so that it is parsed in a thread. */
export function isLongYaml(source: string): boolean {
  return source.length > LONG_CHARACTERS || hasMoreLines(source, LONG_LINES)
}

/** The beginning of a text, of at most so many bytes of UTF-8. No character is split. */
export function beginningOf(text: string, maxBytes: number): string {
  let end = 0
  let bytes = 0
  for (const char of text) {
    bytes += Buffer.byteLength(char)
    if (bytes > maxBytes) break
    end += char.length
  }
  return text.slice(0, end)
}
