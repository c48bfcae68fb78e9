/**
 * Writes and reads packs without git, for machines that do not have it. Everything is held in memory, within limits.
 *
 * @see gitformat-pack(5)
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { createInflate, deflate, deflateSync } from 'node:zlib'
import { GitError } from '../program/git-error.js'
import { hashObject } from '../objects/oid.js'
import type { ObjectType, Oid } from '../objects/oid.js'
import { applyDelta } from './pack-delta.js'
import type { GitObject, ObjectReader } from '../objects/reader.js'

const deflateAsync = promisify(deflate)

const TYPES: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 }
const OFFSET_DELTA = 6
const OID_DELTA = 7
const OID_BYTES = 20
export const HEADER_BYTES = 12

/** Streams a pack of these objects, without deltas. */
export async function* writePack(
  reader: ObjectReader,
  oids: readonly Oid[],
): AsyncGenerator<Buffer> {
  const hash = createHash('sha1')
  const header = packHeader(oids.length)
  hash.update(header)
  yield header
  for (const oid of oids) {
    const { type, data } = await reader.read(oid)
    const bytes = await packEntry(type, data)
    hash.update(bytes)
    yield bytes
  }
  yield hash.digest()
}

/** The entry of an object in a pack, without delta. */
export async function packEntry(type: ObjectType, data: Uint8Array): Promise<Buffer> {
  return Buffer.concat([entryHeader(TYPES[type], data.length), await deflateAsync(data)])
}

/** Like `packEntry`, synchronously. */
export function packSmallEntry(type: ObjectType, data: Uint8Array): Buffer {
  return Buffer.concat([entryHeader(TYPES[type], data.length), deflateSync(data)])
}

/** The header of a pack. */
export function packHeader(objects: number): Buffer {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  header.writeUInt32BE(objects, 8)
  return header
}

function entryHeader(type: number, size: number): Buffer {
  const bytes: number[] = []
  let rest = Math.floor(size / 16)
  let byte = (type << 4) | (size % 16)
  while (rest > 0) {
    bytes.push(byte | 0x80)
    byte = rest % 128
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...bytes, byte])
}

/** Objects that deltas may refer to outside of the pack, and the limit of unpacked bytes. */
interface UnpackOptions {
  readonly reader: ObjectReader
  readonly maxBytes: number
}

/** A delta; its base is given by offset or by id. */
interface Delta {
  readonly at: number
  readonly base: number | Oid
  readonly delta: Buffer
}

/**
 * Parses a whole pack. @returns its objects by id
 * @throws GitError `refused` for a pack that is invalid, incomplete, or refers to missing bases; `too_large`
 */
export async function readPack(
  pack: Buffer,
  { reader, maxBytes }: UnpackOptions,
): Promise<Map<Oid, GitObject>> {
  const count = checkPack(pack)
  const budget = { left: maxBytes }
  const found = createFound(reader)
  const deltas: Delta[] = []
  let at = HEADER_BYTES
  for (let number = 0; number < count; number += 1) {
    const entry = await readEntry(pack, at, budget)
    if ('base' in entry) deltas.push({ at, ...entry })
    else await found.add(at, entry.object)
    at = entry.end
  }
  if (at !== pack.length - OID_BYTES) throw broken('there is more in it than it says')
  await resolve(deltas, found, budget)
  return found.objects
}

function checkPack(pack: Buffer): number {
  const end = pack.length - OID_BYTES
  if (end < HEADER_BYTES || pack.toString('latin1', 0, 4) !== 'PACK') throw broken('no pack')
  const version = pack.readUInt32BE(4)
  if (version !== 2 && version !== 3) throw broken(`version ${version}`)
  const sum = createHash('sha1').update(pack.subarray(0, end)).digest()
  if (!sum.equals(pack.subarray(end))) throw broken('its checksum is wrong')
  return pack.readUInt32BE(8)
}

function broken(why: string): GitError {
  return new GitError('refused', `the server sent a broken pack (${why})`)
}

interface Found {
  readonly objects: Map<Oid, GitObject>
  add(at: number, object: GitObject): Promise<void>
  /** Finds an object of the pack, by offset or id, or one of the repository; null if it is not known yet. */
  base(of: number | Oid): Promise<GitObject | null>
}

function createFound(reader: ObjectReader): Found {
  const objects = new Map<Oid, GitObject>()
  const places = new Map<number, GitObject>()
  return {
    objects,
    async add(at, object) {
      places.set(at, object)
      objects.set(await hashObject(object.type, object.data), object)
    },
    async base(of) {
      if (typeof of === 'number') return places.get(of) ?? null
      const own = objects.get(of)
      if (own !== undefined) return own
      try {
        return await reader.read(of)
      } catch (error) {
        if (error instanceof GitError && error.code === 'not_found') return null
        throw error
      }
    },
  }
}

/** Deltas may come before their bases, so this repeats until a round resolves nothing. */
async function resolve(deltas: readonly Delta[], found: Found, budget: Budget): Promise<void> {
  let waiting = deltas
  while (waiting.length > 0) {
    const later: Delta[] = []
    for (const each of waiting) {
      const base = await found.base(each.base)
      if (base === null) later.push(each)
      else {
        const data = applyDelta(base.data, each.delta, (size) => spend(budget, size))
        await found.add(each.at, { type: base.type, data })
      }
    }
    if (later.length === waiting.length) throw broken('it lacks what its deltas stand on')
    waiting = later
  }
}

interface Budget {
  left: number
}

function spend(budget: Budget, bytes: number): void {
  budget.left -= bytes
  if (budget.left < 0) {
    throw new GitError('too_large', 'there is more to fetch than this server can read without git')
  }
}

type Entry =
  | { readonly end: number; readonly object: GitObject }
  | { readonly end: number; readonly base: number | Oid; readonly delta: Buffer }

async function readEntry(pack: Buffer, start: number, budget: Budget): Promise<Entry> {
  const { type, size, end } = readHeader(pack, start)
  spend(budget, size)
  if (type === OFFSET_DELTA) {
    const { distance, end: from } = readDistance(pack, end)
    const { data, end: next } = await inflateAt(pack, from, size)
    return { end: next, base: start - distance, delta: data }
  }
  if (type === OID_DELTA) {
    const base = pack.toString('hex', end, end + OID_BYTES)
    const { data, end: next } = await inflateAt(pack, end + OID_BYTES, size)
    return { end: next, base, delta: data }
  }
  const word = (['commit', 'tree', 'blob', 'tag'] as const).find((name) => TYPES[name] === type)
  if (word === undefined) throw broken(`an object of type ${type}`)
  const { data, end: next } = await inflateAt(pack, end, size)
  return { end: next, object: { type: word, data } }
}

function byteAt(pack: Buffer, at: number): number {
  const byte = pack[at]
  if (byte === undefined) throw broken('it ends too early')
  return byte
}

/** Type and size of an entry: 3 bits, then 4 and 7 bits at a time, the lowest first. */
function readHeader(pack: Buffer, start: number) {
  let at = start
  let byte = byteAt(pack, at++)
  const type = (byte >> 4) & 7
  let size = byte & 15
  for (let scale = 16; byte & 0x80; scale *= 128) {
    byte = byteAt(pack, at++)
    size += (byte & 0x7f) * scale
  }
  if (!Number.isSafeInteger(size)) throw broken('an object without end')
  return { type, size, end: at }
}

/** Distance back to the base: 7 bits at a time, highest first, one added for each further byte. */
function readDistance(pack: Buffer, start: number) {
  let at = start
  let byte = byteAt(pack, at++)
  let distance = byte & 0x7f
  while (byte & 0x80) {
    byte = byteAt(pack, at++)
    distance = (distance + 1) * 128 + (byte & 0x7f)
  }
  return { distance, end: at }
}

async function inflateAt(pack: Buffer, start: number, size: number) {
  // Compression adds at most this much; what follows belongs to other entries.
  const most = start + size + Math.ceil(size / 1000) + 64
  const engine = createInflate()
  engine.end(pack.subarray(start, Math.min(most, pack.length - OID_BYTES)))
  const data = await readAll(engine, size).catch(() => null)
  if (data?.length !== size) throw broken('an object is torn')
  return { data, end: start + engine.bytesWritten }
}

/** Reads a stream until its end, or until more than `most` bytes. */
async function readAll(stream: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size > most) break
  }
  return Buffer.concat(chunks)
}
