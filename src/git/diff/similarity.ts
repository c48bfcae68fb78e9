/**
 * How much of one file is in another, estimated as git does it, so that renames are the same with
 * and without git: content is cut at line ends or after 64 bytes, the pieces are hashed and weighed
 * by their length, and what occurs in both counts as copied. Pure.
 *
 * @see gitdiffcore(7), "diffcore-rename"; git/diffcore-delta.c for the hash
 */

/** Bytes of a file by the hash of the piece they are in. */
export type Chunks = ReadonlyMap<number, number>

/** A file's pieces and its size. */
export interface Fingerprint {
  readonly chunks: Chunks
  readonly size: number
}

/** Similarity of two identical files. */
export const MAX_SCORE = 60_000

const PIECE = 64
const HASH_BASE = 107_927
const BINARY_PROBE = 8000
const LF = 10
const CR = 13

/** Cuts a file into pieces. A carriage return before a line feed does not count in text. */
export function fingerprint(data: Buffer): Fingerprint {
  const text = !data.subarray(0, BINARY_PROBE).includes(0)
  const chunks = new Map<number, number>()
  let low = 0
  let high = 0
  let length = 0
  const add = (): void => {
    const hash = ((low + Math.imul(high, 0x61)) >>> 0) % HASH_BASE
    chunks.set(hash, (chunks.get(hash) ?? 0) + length)
    low = high = length = 0
  }
  for (let at = 0; at < data.length; at++) {
    const byte = data[at] ?? 0
    if (text && byte === CR && data[at + 1] === LF) continue
    const carried = low
    low = (((low << 7) ^ (high >>> 25)) + byte) >>> 0
    high = ((high << 7) ^ (carried >>> 25)) >>> 0
    if (++length === PIECE || byte === LF) add()
  }
  if (length > 0) add()
  return { chunks, size: data.length }
}

/** 0 to 60,000: the share of the larger file that is in both; 0 at once if it is below `minimum`. */
export function similarity(from: Fingerprint, to: Fingerprint, minimum: number): number {
  const larger = Math.max(from.size, to.size)
  const smaller = Math.min(from.size, to.size)
  if (smaller === 0 || larger * (MAX_SCORE - minimum) < (larger - smaller) * MAX_SCORE) return 0
  let copied = 0
  for (const [hash, bytes] of from.chunks) copied += Math.min(bytes, to.chunks.get(hash) ?? 0)
  return Math.floor((copied * MAX_SCORE) / larger)
}
