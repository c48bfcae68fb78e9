/**
 * Formats the index of a pack: the offset of each object.
 *
 * @see gitformat-pack(5), "Version 2 pack-*.idx files"
 */
import { createHash } from 'node:crypto'
import { createYielder, forEachYielding } from '../../system/yielding.js'
import type { Oid } from '../objects/oid.js'

/** An object of a pack. */
export interface PackedObject {
  readonly oid: Oid
  /** CRC-32 of its bytes in the pack. */
  readonly crc: number
  /** Offset in the pack. */
  readonly offset: number
}

const OID_BYTES = 20
const MAGIC = Buffer.from('\xfftOc\0\0\0\x02', 'latin1')
/** Offsets from here on take eight bytes, in a separate table. */
const FAR = 2 ** 31

/**
 * Yields to the event loop: an import may have 100,000 objects.
 *
 * @param checksum the last twenty bytes of the pack
 */
export async function formatPackIndex(
  objects: readonly PackedObject[],
  checksum: Buffer,
): Promise<Buffer> {
  const groups = await byFirstByte(objects)
  const counts = Buffer.alloc(groups.length * 4)
  const oids = Buffer.alloc(objects.length * OID_BYTES)
  const crcs = Buffer.alloc(objects.length * 4)
  const offsets = Buffer.alloc(objects.length * 4)
  const far: PackedObject[] = []
  let place = 0
  const yieldIfDue = createYielder()
  for (const [first, group] of groups.entries()) {
    await yieldIfDue()
    for (const object of group.toSorted((a, b) => (a.oid < b.oid ? -1 : 1))) {
      oids.write(object.oid, place * OID_BYTES, 'hex')
      crcs.writeUInt32BE(object.crc, place * 4)
      const isFar = object.offset >= FAR
      offsets.writeUInt32BE(isFar ? FAR + far.length : object.offset, place * 4)
      if (isFar) far.push(object)
      place += 1
    }
    counts.writeUInt32BE(place, first * 4)
  }
  const body = Buffer.concat([MAGIC, counts, oids, crcs, offsets, farOffsets(far), checksum])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

async function byFirstByte(objects: readonly PackedObject[]): Promise<PackedObject[][]> {
  const groups = Array.from({ length: 256 }, (): PackedObject[] => [])
  await forEachYielding(objects, (object) => {
    groups[Number.parseInt(object.oid.slice(0, 2), 16)]?.push(object)
  })
  return groups
}

function farOffsets(objects: readonly PackedObject[]): Buffer {
  const bytes = Buffer.alloc(objects.length * 8)
  for (const [place, { offset }] of objects.entries()) {
    bytes.writeBigUInt64BE(BigInt(offset), place * 8)
  }
  return bytes
}
