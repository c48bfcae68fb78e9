/**
 * Long texts in pieces, with yields to the event loop in between: to convert a few megabytes between bytes and
 * characters takes tens of milliseconds.
 */

import { createYielder } from './yielding.js'

/** Bytes, or characters, that are converted in one piece. */
const PIECE = 64 * 1024

/** The text of UTF-8, like `decode` of all the bytes. @param decode converts a piece; it must keep a byte order mark */
export async function decodeYielding(
  bytes: Uint8Array,
  decode: (piece: Uint8Array) => string = decodeUtf8,
): Promise<string> {
  if (bytes.length <= PIECE) return decode(bytes)
  const yieldIfDue = createYielder()
  let text = ''
  for (let from = 0; from < bytes.length;) {
    const to = beginOfCharacter(bytes, from + PIECE)
    text += decode(bytes.subarray(from, to))
    from = to
    await yieldIfDue()
  }
  return text
}

/** Bytes that are no UTF-8 become U+FFFD. */
function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
}

/** Bytes of a character after its first. */
const MAX_BYTES_AFTER = 3

/** Where the character begins that the byte at `at` belongs to; `at` if it belongs to none. */
function beginOfCharacter(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return bytes.length
  for (let back = 0; back <= MAX_BYTES_AFTER; back += 1) {
    if (((bytes[at - back] ?? 0) & 0xc0) !== 0x80) return at - back
  }
  return at
}

/** A text in pieces that together are the text. No character is split. */
export function* piecesOfText(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end = from + PIECE
    const to = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end
    yield text.slice(from, to)
    from = to
  }
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800
}

/** True for a text that should be converted in pieces. */
export function isLongText(value: unknown): value is string {
  return typeof value === 'string' && value.length > PIECE
}
