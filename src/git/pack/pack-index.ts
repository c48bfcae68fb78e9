/**
 * Formats the index of a pack: the offset of each object.
 *
 * @see gitformat-pack(5), "Version 2 pack-*.idx files"
 */
import { createHash } from 'node:crypto'
import type { Oid } from '../objects/oid.js'

/** An object of a pack. */
export interface PackedObject {
  readonly oid: Oid
  /** CRC-32 of its bytes in the pack. */
  readonly crc: number
  /** Offset in the pack. */
  readonly offset: number
}

const MAGIC = Buffer.from('\xfftOc\0\0\0\x02', 'latin1')
/** Offsets from here on take eight bytes, in a separate table. */
const FAR = 2 ** 31

/** @param checksum the last twenty bytes of the pack */
export function formatPackIndex(objects: readonly PackedObject[], checksum: Buffer): Buffer {
  const sorted = objects.toSorted((a, b) => (a.oid < b.oid ? -1 : 1))
  const far = sorted.filter(({ offset }) => offset >= FAR)
  const places = new Map(far.map((object, place) => [object, place]))
  const body = Buffer.concat([
    MAGIC,
    numbers(countsUpTo(sorted)),
    Buffer.from(sorted.map(({ oid }) => oid).join(''), 'hex'),
    numbers(sorted.map(({ crc }) => crc)),
    numbers(sorted.map((object) => FAR + (places.get(object) ?? object.offset - FAR))),
    farOffsets(far),
    checksum,
  ])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

/** For each first byte: the number of ids that begin with it or a smaller one. */
function countsUpTo(sorted: readonly PackedObject[]): number[] {
  const counts = Array.from({ length: 256 }, () => 0)
  for (const { oid } of sorted) {
    const first = Number.parseInt(oid.slice(0, 2), 16)
    counts[first] = (counts[first] ?? 0) + 1
  }
  let sum = 0
  return counts.map((count) => (sum += count))
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value, place * 4)
  return bytes
}

function farOffsets(objects: readonly PackedObject[]): Buffer {
  const bytes = Buffer.alloc(objects.length * 8)
  for (const [place, { offset }] of objects.entries()) {
    bytes.writeBigUInt64BE(BigInt(offset), place * 8)
  }
  return bytes
}
