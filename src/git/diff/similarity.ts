/**
 * Estimates how much of one file is in another, in the same way as git, so that renames are the same with and without
 * git. Content is cut at line ends or after 64 bytes; the pieces are hashed and weighted by their length; what occurs
 * in both files counts as copied. Pure.
 *
 * @see gitdiffcore(7), "diffcore-rename"; git/diffcore-delta.c for the hash
 */

/** The pieces of a file: number of bytes by hash of the piece, and the size of the file. */
export interface Fingerprint {
  /** Each hash once, from 0 to `HASHES`. */
  readonly hashes: Uint32Array
  /** Number of bytes for the hash at the same index. */
  readonly bytes: Uint32Array
  readonly size: number
}

/** Similarity of two identical files. */
export const MAX_SCORE = 60_000

/** All hashes are smaller. */
export const HASHES = 107_927

const PIECE = 64
const BINARY_PROBE = 8000
const LF = 10
const CR = 13

/** Scratch space: bytes by hash. All zero between two calls, which are synchronous. */
const weights = new Uint32Array(HASHES)

/** Cuts a file into pieces. In text, a carriage return before a line feed is ignored. */
export function fingerprint(data: Buffer): Fingerprint {
  const text = !data.subarray(0, BINARY_PROBE).includes(0)
  const hashes: number[] = []
  let low = 0
  let high = 0
  let length = 0
  const add = (): void => {
    const hash = ((low + Math.imul(high, 0x61)) >>> 0) % HASHES
    const before = weights[hash] ?? 0
    if (before === 0) hashes.push(hash)
    weights[hash] = before + length
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
  return { ...taken(hashes), size: data.length }
}

function taken(hashes: readonly number[]): Pick<Fingerprint, 'hashes' | 'bytes'> {
  const bytes = Uint32Array.from(hashes, (hash) => weights[hash] ?? 0)
  for (const hash of hashes) weights[hash] = 0
  return { hashes: Uint32Array.from(hashes), bytes }
}

/** Similarity from 0 to 60,000: the common share of the larger file. Returns 0 early if it is below `minimum`. */
export function similarity(from: Fingerprint, to: Fingerprint, minimum: number): number {
  if (!canReach(from, to, minimum)) return 0
  from.hashes.forEach((hash, i) => (weights[hash] = from.bytes[i] ?? 0))
  let copied = 0
  to.hashes.forEach((hash, i) => (copied += Math.min(to.bytes[i] ?? 0, weights[hash] ?? 0)))
  from.hashes.forEach((hash) => (weights[hash] = 0))
  return scoreOf(copied, from, to)
}

/** True if the similarity can reach `minimum`, judged by the sizes. */
export function canReach(from: Fingerprint, to: Fingerprint, minimum: number): boolean {
  const larger = Math.max(from.size, to.size)
  const smaller = Math.min(from.size, to.size)
  return smaller > 0 && larger * (MAX_SCORE - minimum) >= (larger - smaller) * MAX_SCORE
}

/** The similarity of two files that have `copied` bytes in common. */
export function scoreOf(copied: number, from: Fingerprint, to: Fingerprint): number {
  return Math.floor((copied * MAX_SCORE) / Math.max(from.size, to.size))
}
