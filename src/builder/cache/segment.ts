/**
 * One file of the cache: values by key, written once and never changed.
 *
 * The values stand one after the other, then comes the index (40 bytes an entry: key, offset, length,
 * checksum), then a footer (24 bytes: offset of the index, entries, checksum of the index, mark). A file
 * that ends otherwise is none, and a value whose checksum is another is not there.
 */

import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** Ends the name of every segment. */
export const SEGMENT = '.cache'
/** Ends the name of one that is being written. */
export const UNFINISHED = '.tmp'

/** Characters of a key, all ASCII. */
export const KEY_LENGTH = 22

const ENTRY = 40
const FOOTER = 24
const MARK = 'galley01'

/** A finished segment, open for reading. */
export class Segment {
  readonly bytes: number
  readonly modifiedMs: number
  readonly #handle: number
  readonly #index: Buffer
  readonly #places = new Map<string, number>()

  /** @throws Error for a file that is no whole segment */
  constructor(readonly path: string) {
    const found = statSync(path)
    // To open a pipe could take for ever.
    if (!found.isFile()) throw new Error('no file')
    this.bytes = found.size
    this.modifiedMs = found.mtimeMs
    this.#handle = openSync(path, 'r')
    try {
      this.#index = this.#readIndex()
    } catch (error) {
      this.close()
      throw error
    }
    for (let at = 0; at < this.#index.length; at += ENTRY) {
      this.#places.set(this.#index.toString('latin1', at, at + KEY_LENGTH), at)
    }
  }

  #readIndex(): Buffer {
    const footer = this.#bytesAt(this.bytes - FOOTER, FOOTER)
    const [start, count] = [footer.readDoubleLE(0), footer.readUInt32LE(8)]
    const isFooter = footer.toString('latin1', 16) === MARK
    if (!isFooter || start + count * ENTRY + FOOTER !== this.bytes) throw new Error('no segment')
    const index = this.#bytesAt(start, count * ENTRY)
    if (crc32(index) !== footer.readUInt32LE(12)) throw new Error('a damaged segment')
    return index
  }

  #bytesAt(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    if (readSync(this.#handle, bytes, 0, length, offset) === length) return bytes
    throw new Error('a short segment')
  }

  keys(): Iterable<string> {
    return this.#places.keys()
  }

  has(key: string): boolean {
    return this.#places.has(key)
  }

  /** Bytes of a value, null where there is none. */
  read(key: string): Buffer | null {
    const at = this.#places.get(key)
    if (at === undefined) return null
    const [offset, length] = [this.#index.readDoubleLE(at + 24), this.#index.readUInt32LE(at + 32)]
    const bytes = this.#bytesAt(offset, length)
    return crc32(bytes) === this.#index.readUInt32LE(at + 36) ? bytes : null
  }

  close(): void {
    closeSync(this.#handle)
  }
}

const BUFFERED = 1024 * 1024

/** A segment that is being written, under a temporary name until it is whole. */
export class SegmentWriter {
  readonly keys = new Set<string>()
  readonly #path: string
  readonly #handle: number
  readonly #entries: Buffer[] = []
  #chunks: Buffer[] = []
  #chunkBytes = 0
  #offset = 0

  constructor(folder: string) {
    this.#path = join(folder, `${randomBytes(9).toString('hex')}${SEGMENT}`)
    this.#handle = openSync(this.#path + UNFINISHED, 'wx')
  }

  /** Adds a value; a key is added once. */
  add(key: string, value: Buffer): void {
    const entry = Buffer.alloc(ENTRY)
    entry.write(key, 0, KEY_LENGTH, 'latin1')
    entry.writeDoubleLE(this.#offset, 24)
    entry.writeUInt32LE(value.length, 32)
    entry.writeUInt32LE(crc32(value), 36)
    this.keys.add(key)
    this.#entries.push(entry)
    this.#put(value)
    this.#offset += value.length
  }

  /** Makes the segment whole and gives it its name. */
  commit(): void {
    const index = Buffer.concat(this.#entries)
    const footer = Buffer.alloc(FOOTER)
    footer.writeDoubleLE(this.#offset, 0)
    footer.writeUInt32LE(this.#entries.length, 8)
    footer.writeUInt32LE(crc32(index), 12)
    footer.write(MARK, 16, 'latin1')
    this.#put(index)
    this.#put(footer)
    this.#flush()
    closeSync(this.#handle)
    renameSync(this.#path + UNFINISHED, this.#path)
  }

  /** Leaves nothing behind. */
  abandon(): void {
    closeSync(this.#handle)
    rmSync(this.#path + UNFINISHED, { force: true })
  }

  #put(bytes: Buffer): void {
    this.#chunks.push(bytes)
    this.#chunkBytes += bytes.length
    if (this.#chunkBytes >= BUFFERED) this.#flush()
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#chunks)
    for (let done = 0; done < bytes.length;) done += writeSync(this.#handle, bytes, done)
    this.#chunks = []
    this.#chunkBytes = 0
  }
}
