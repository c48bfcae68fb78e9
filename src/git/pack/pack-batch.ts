/**
 * Writes the objects of a large commit as one pack: one fsync for all, instead of one for each loose object.
 *
 * The pack is written under a temporary name and becomes visible when its index is renamed, after both are durable.
 * Large files are not loaded into memory; they become loose objects.
 *
 * @see gitformat-pack(5); git/objects/object-store.ts, which has the same interface
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { createLimit } from '../../system/parallel.js'
import { createYielder } from '../../system/yielding.js'
import {
  ignore,
  makeFolder,
  removeIfThere,
  syncPath,
  temporaryName,
  writeTemporary,
} from '../../system/durable.js'
import { ioError } from '../program/git-error.js'
import type { ObjectBatch } from '../objects/object-store.js'
import { hashObject } from '../objects/oid.js'
import type { ObjectType, Oid } from '../objects/oid.js'
import { HEADER_BYTES, packEntry, packHeader, packSmallEntry } from './pack.js'
import { formatPackIndex } from './pack-index.js'
import type { PackedObject } from './pack-index.js'

/** Objects that are read and packed at the same time. */
const PARALLEL = 16
/** Objects up to this size are compressed synchronously. */
const SMALL = 4 * 1024
/** Files from this size on are streamed. */
const LARGE = 1024 * 1024

/** @param loose writes the large files */
export function packBatch(gitDir: string, loose: ObjectBatch): ObjectBatch {
  const pack = new PackFile(join(gitDir, 'objects', 'pack'))
  const limit = createLimit(PARALLEL)
  const pending: Promise<void>[] = []
  const started = new Set<Oid>()
  const start = (oid: Oid, work: () => Promise<void>): Oid => {
    if (started.has(oid)) return oid
    started.add(oid)
    const running = limit(work)
    running.catch(ignore)
    pending.push(running)
    return oid
  }
  const yieldIfDue = createYielder()
  const write = async (type: ObjectType, data: Uint8Array): Promise<Oid> => {
    // Thousands of small objects wait for nothing else.
    await yieldIfDue()
    const oid = await hashObject(type, data)
    return start(oid, async () => pack.append(oid, await packed(type, data)))
  }
  return {
    write,
    async writeFile(path) {
      const { size } = await stat(path)
      return size >= LARGE ? loose.writeFile(path) : write('blob', await readFile(path))
    },
    async finish() {
      try {
        await Promise.all(pending)
        await loose.finish()
        await pack.finish()
      } catch (error) {
        throw ioError(error, 'Writing a pack')
      }
    },
    async settle() {
      await Promise.allSettled(pending)
      await loose.settle()
      await pack.discard()
    },
  }
}

/** Small objects are compressed here: the way to another thread and back takes longer. */
function packed(type: ObjectType, data: Uint8Array): Buffer | Promise<Buffer> {
  return data.length <= SMALL ? packSmallEntry(type, data) : packEntry(type, data)
}

/** Bytes that are collected before a write: small objects would each need a system call. */
const GATHERED = 256 * 1024

/** A pack that is being written under a temporary name. */
class PackFile {
  readonly #folder: string
  readonly #temporary: string
  readonly #objects: PackedObject[] = []
  #opening: Promise<FileHandle> | undefined
  #end = HEADER_BYTES
  /** The bytes that are not written yet. */
  #gathered: Buffer[] = []
  #bytes = 0

  constructor(folder: string) {
    this.#folder = folder
    // git's own prune looks for leftovers of this name.
    this.#temporary = join(folder, temporaryName('tmp_pack_'))
  }

  /** Appends may run at the same time: each gets its offset before anything is written. */
  async append(oid: Oid, bytes: Buffer): Promise<void> {
    this.#objects.push({ oid, crc: crc32(bytes), offset: this.#end })
    this.#end += bytes.length
    this.#gathered.push(bytes)
    this.#bytes += bytes.length
    if (this.#bytes >= GATHERED) await this.#flush()
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#gathered)
    const offset = this.#end - bytes.length
    this.#gathered = []
    this.#bytes = 0
    await writeAt(await this.#open(), bytes, offset)
  }

  /** Makes the pack durable, then visible. */
  async finish(): Promise<void> {
    if (this.#objects.length === 0) return
    await this.#flush()
    const handle = await this.#open()
    await writeAt(handle, packHeader(this.#objects.length), 0)
    const hash = createHash('sha1')
    await pipeline(createReadStream(this.#temporary), hash)
    const checksum = hash.digest()
    await writeAt(handle, checksum, this.#end)
    await handle.sync()
    await handle.chmod(0o444)
    await handle.close()
    await this.#show(checksum)
  }

  async discard(): Promise<void> {
    const handle = await this.#opening?.catch(ignore)
    await handle?.close().catch(ignore)
    await removeIfThere(this.#temporary).catch(ignore)
  }

  /** The index is renamed last: it makes the pack visible. */
  async #show(checksum: Buffer): Promise<void> {
    const name = join(this.#folder, `pack-${checksum.toString('hex')}`)
    const index = join(this.#folder, temporaryName('tmp_idx_'))
    const bytes = await formatPackIndex(this.#objects, checksum)
    await writeTemporary({ path: index, mode: 0o444 }, (file) => file.writeFile(bytes))
    await rename(this.#temporary, `${name}.pack`)
    await rename(index, `${name}.idx`)
    await syncPath(this.#folder)
  }

  #open(): Promise<FileHandle> {
    this.#opening ??= makeFolder(this.#folder).then(() => open(this.#temporary, 'wx', 0o644))
    return this.#opening
  }
}

async function writeAt(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
