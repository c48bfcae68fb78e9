/**
 * Handles large trees in parts. A folder of 100,000 files has a tree of 6 MB, and a commit changes one entry of it.
 * So names are found, entries changed and bytes compressed in one part only; what is known of the other parts is
 * reused for the new tree.
 *
 * This knowledge is attached to the buffer of the tree, takes less memory than that, and is freed with it.
 */
import { constants, deflateRaw } from 'node:zlib'
import { promisify } from 'node:util'
import { mapLimited } from '../../system/parallel.js'
import { compareSpans, spanAt } from './tree-span.js'

/** A range of bytes that is replaced or removed; always whole entries. */
export interface Cut {
  readonly at: number
  readonly end: number
  readonly bytes: Buffer
}

/** A range of whole entries. */
interface Part {
  readonly bytes: number
  /** Compressed form; made when the tree is first written. */
  packed: Packed | null
}

/** Compressed so that it can be placed anywhere in a stream. */
interface Packed {
  readonly data: Buffer
  readonly sum: Sum
}

interface Parts {
  readonly list: readonly Part[]
  /** Offset of each part. */
  readonly starts: readonly number[]
  /** False for a tree that git would reject; its names are searched one by one. */
  readonly isSorted: boolean
}

/** Smaller trees are scanned as fast. */
const LARGE = 256 * 1024
const PART = 32 * 1024
/** Parts that are compressed at the same time. */
const PARALLEL = 4

const known = new WeakMap<Buffer, Parts>()

/** True if a tree is handled in parts. */
export function isLargeTree(tree: Buffer): boolean {
  return tree.length >= LARGE
}

/**
 * Finds the part that contains a name, if the tree contains it.
 *
 * @param reaches true if the name equals the entry at an offset, or sorts after it
 */
export function partFor(
  tree: Buffer,
  reaches: (at: number) => boolean,
): { readonly from: number; readonly to: number } {
  const parts = isLargeTree(tree) ? partsOf(tree) : null
  if (!parts?.isSorted) return { from: 0, to: tree.length }
  const index = lastWhere(parts.starts, reaches)
  return { from: parts.starts[index] ?? 0, to: parts.starts[index + 1] ?? tree.length }
}

const NAMES_BEFORE_MAP = 32
/** Searching one part takes about as long as adding the entries of this many bytes to a map. */
const BYTES_A_LOOK = 3 * 1024

/** Number of single look-ups after which a map of all entries is faster. */
export function namesBeforeMap(tree: Buffer): number {
  const inParts = isLargeTree(tree) && partsOf(tree).isSorted
  return inParts ? Math.max(NAMES_BEFORE_MAP, tree.length / BYTES_A_LOOK) : NAMES_BEFORE_MAP
}

/** An offset at or shortly before the given one at which an entry begins. */
export function partBefore(tree: Buffer, offset: number): number {
  if (!isLargeTree(tree)) return 0
  const { starts } = partsOf(tree)
  return starts[lastWhere(starts, (at) => at <= offset)] ?? 0
}

/** The last of the sorted offsets for which `holds` is true; the first if it is true for none. */
function lastWhere(starts: readonly number[], holds: (at: number) => boolean): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(starts[middle] ?? 0)) low = middle
    else high = middle - 1
  }
  return low
}

function partsOf(tree: Buffer): Parts {
  const found = known.get(tree)
  if (found) return found
  const made = toParts(partsBetween(tree, 0, tree.length), isSorted(tree))
  known.set(tree, made)
  return made
}

function toParts(list: readonly Part[], sorted: boolean): Parts {
  const starts: number[] = []
  let at = 0
  for (const { bytes } of list) {
    starts.push(at)
    at += bytes
  }
  return { list, starts, isSorted: sorted }
}

function partsBetween(tree: Buffer, from: number, to: number): Part[] {
  const list: Part[] = []
  let start = from
  for (let at = from; at < to;) {
    at = spanAt(tree, at).end
    if (at - start < PART && at < to) continue
    list.push({ bytes: at - start, packed: null })
    start = at
  }
  return list
}

function isSorted(tree: Buffer): boolean {
  let before = tree.length > 0 ? spanAt(tree, 0) : null
  while (before !== null && before.end < tree.length) {
    const span = spanAt(tree, before.end)
    if (compareSpans(tree, before, { tree, span }) >= 0) return false
    before = span
  }
  return true
}

/**
 * Passes the knowledge about a tree on to the tree that was made from it.
 *
 * @param cuts sorted by offset, not overlapping
 */
export function inheritParts(before: Buffer, after: Buffer, cuts: readonly Cut[]): void {
  const parts = known.get(before)
  if (!parts || !isLargeTree(after)) return
  const list: Part[] = []
  let next = 0
  let at = 0
  for (const [index, part] of parts.list.entries()) {
    const isLast = index === parts.list.length - 1
    const end = (parts.starts[index] ?? 0) + part.bytes
    let bytes = part.bytes
    const first = next
    for (let cut = cuts[next]; cut && (isLast || cut.at < end); cut = cuts[++next]) {
      bytes += cut.bytes.length - (cut.end - cut.at)
    }
    if (next === first) list.push(part)
    else list.push(...partsBetween(after, at, at + bytes))
    at += bytes
  }
  known.set(after, toParts(list, parts.isSorted))
}

const deflateRawAsync = promisify(deflateRaw)

/** Header of a zlib stream with fast compression. */
const STREAM_HEADER = Buffer.from([0x78, 0x01])
/** An empty last block. */
const STREAM_END = Buffer.from([0x03, 0x00])

/** The zlib stream of an object header and a large tree, in pieces. Parts that were compressed before are reused. */
export async function packTree(header: Buffer, tree: Buffer): Promise<Buffer[]> {
  const { list, starts } = partsOf(tree)
  const packed = await mapLimited([...list.entries()], PARALLEL, async ([index, part]) => {
    const start = starts[index] ?? 0
    part.packed ??= await packPart(tree.subarray(start, start + part.bytes))
    return { ...part.packed, bytes: part.bytes }
  })
  const first = { ...(await packPart(header)), bytes: header.length }
  const pieces = [first, ...packed]
  const sum = pieces.reduce<Sum>((all, piece) => joinSums(all, piece.sum, piece.bytes), EMPTY_SUM)
  const end = Buffer.alloc(4)
  end.writeUInt16BE(sum.high, 0)
  end.writeUInt16BE(sum.low, 2)
  return [STREAM_HEADER, ...pieces.map(({ data }) => data), STREAM_END, end]
}

async function packPart(bytes: Buffer): Promise<Packed> {
  // A full flush ends at a byte boundary, and later data does not refer back beyond it.
  const data = await deflateRawAsync(bytes, { level: 1, finishFlush: constants.Z_FULL_FLUSH })
  return { data, sum: sumOf(bytes) }
}

/** Adler-32, the checksum at the end of a zlib stream. @see RFC 1950 */
interface Sum {
  readonly low: number
  readonly high: number
}

const EMPTY_SUM: Sum = { low: 1, high: 0 }
const ADLER = 65521
/** Bytes that can be added before the sums exceed 32 bits. */
const ADDED_AT_ONCE = 3800

function sumOf(bytes: Buffer): Sum {
  let { low, high } = EMPTY_SUM
  for (let at = 0; at < bytes.length;) {
    const stop = Math.min(bytes.length, at + ADDED_AT_ONCE)
    for (; at < stop; at++) {
      low += bytes[at] ?? 0
      high += low
    }
    low %= ADLER
    high %= ADLER
  }
  return { low, high }
}

/** The checksum of two consecutive ranges. @param bytes length of the second */
function joinSums(first: Sum, second: Sum, bytes: number): Sum {
  const low = (first.low + second.low - 1 + ADLER) % ADLER
  const high = (first.high + second.high + bytes * (first.low - 1 + ADLER)) % ADLER
  return { low, high }
}
