/** What a git client sends over smart HTTP, byte for byte. */

/** Ends a list of packets. */
export const FLUSH = '0000'

/** A pack of nothing: what a push names is there. */
export const EMPTY_PACK = Buffer.from(
  '5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e',
  'hex',
)

/** One packet with a text in ASCII, after its length. */
export function packet(text: string): string {
  return `${(text.length + 4).toString(16).padStart(4, '0')}${text}`
}
