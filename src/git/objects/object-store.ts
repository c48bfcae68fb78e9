/**
 * Writes loose objects.
 *
 * Each object is written to a temporary file, fsynced and renamed, so an object file is never incomplete. A batch
 * ends with an fsync of every folder that it changed. Only after `finish` may a ref point to its objects. An existing
 * object is touched, so that a prune at the same time keeps it. Once per process it is also read back: after a crash
 * it may be incomplete, and is then written again.
 *
 * @see git-object-store in git's documentation (gitrepository-layout: objects/[0-9a-f][0-9a-f])
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, stat, utimes } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createDeflate, createInflate, deflate } from 'node:zlib'
import { createLimit } from '../../system/parallel.js'
import {
  ignore,
  makeFolder,
  removeIfThere,
  syncPath,
  temporaryName,
  writeTemporary,
} from '../../system/durable.js'
import { GitError, ioError } from '../program/git-error.js'
import { hasCode } from '../../system/errno.js'
import { hashObject, objectHeader } from './oid.js'
import type { ObjectType, Oid } from './oid.js'
import { isLargeTree, packTree } from './tree-parts.js'

const deflateAsync = promisify(deflate)

/** Larger objects (trees of huge folders, images) are compressed fast rather than well. */
const FAST_DEFLATE_FROM = 100_000
/** Ids of objects that this process wrote or checked. All are forgotten when there are more. */
const TRUSTED_MAX = 50_000
/** Objects that a batch writes at the same time; limits file descriptors and memory. */
const PARALLEL = 16

/** Writes the objects of one commit; `finish` makes all of them durable. */
export interface ObjectBatch {
  /** Starts writing an object and returns its id at once. `finish` throws if that fails. */
  write(type: ObjectType, data: Uint8Array): Promise<Oid>
  /** Streams a file of any size into a blob. When it resolves, the blob is durable but its folder is not. */
  writeFile(path: string): Promise<Oid>
  /** Waits for all writes and fsyncs their folders. @throws GitError `io` if one failed */
  finish(): Promise<void>
  /** After a failure: waits until no write is running. Never rejects. */
  settle(): Promise<void>
}

/** Writer of loose objects for one repository. */
export interface ObjectWriter {
  batch(): ObjectBatch
}

/** Creates the writer for the `objects/` folder of a bare repository. */
export function objectWriter(gitDir: string): ObjectWriter {
  const store: Store = { objects: join(gitDir, 'objects'), trusted: new Set() }
  return { batch: () => createBatch(store) }
}

interface Store {
  readonly objects: string
  readonly trusted: Set<Oid>
}

function createBatch(store: Store): ObjectBatch {
  const limit = createLimit(PARALLEL)
  const folders = new Set<string>()
  const pending: Promise<void>[] = []
  const started = new Set<Oid>()
  const start = (work: () => Promise<void>): Promise<void> => {
    const running = limit(work)
    running.catch(ignore)
    pending.push(running)
    return running
  }
  return {
    async write(type, data) {
      const oid = await hashObject(type, data)
      if (started.has(oid)) return oid
      started.add(oid)
      folders.add(folderOf(store, oid))
      void start(() => writeLoose(store, oid, { type, data }))
      return oid
    },
    async writeFile(path) {
      let oid = ''
      await start(async () => {
        oid = await writeStreamed(store, path)
        folders.add(folderOf(store, oid))
      })
      return oid
    },
    async finish() {
      try {
        await Promise.all(pending)
        await Promise.all([...folders].map(syncFanOut))
      } catch (error) {
        throw ioError(error, 'Writing objects')
      }
    },
    async settle() {
      await Promise.allSettled(pending)
    },
  }
}

function folderOf(store: Store, oid: Oid): string {
  return join(store.objects, oid.slice(0, 2))
}

/** Path of a loose object below `objects/`. */
export function looseObjectPath(objects: string, oid: Oid): string {
  return join(objects, oid.slice(0, 2), oid.slice(2))
}

interface Content {
  readonly type: ObjectType
  readonly data: Uint8Array
}

async function writeLoose(store: Store, oid: Oid, content: Content): Promise<void> {
  if (await keepExisting(store, oid)) return
  const packed = await packContent(content)
  const temporary = join(folderOf(store, oid), temporaryName('tmp_obj_'))
  await inFanOut(store, oid, () =>
    writeTemporary({ path: temporary, mode: 0o444 }, (handle) =>
      handle.writeFile(Buffer.concat(packed)),
    ),
  )
  await moveInto(store, oid, temporary)
}

/** Compresses an object into the zlib stream that git stores, in pieces. */
async function packContent({ type, data }: Content): Promise<Buffer[]> {
  const header = objectHeader(type, data.length)
  if (type === 'tree' && Buffer.isBuffer(data) && isLargeTree(data)) return packTree(header, data)
  const level = data.length > FAST_DEFLATE_FROM ? 1 : 6
  return [await deflateAsync(Buffer.concat([header, data]), { level })]
}

const FOLDER_TRIES = 20

/** Runs work in an object's folder. Repeats it if a gc removed the folder meanwhile: git deletes empty ones. */
async function inFanOut(store: Store, oid: Oid, work: () => Promise<void>): Promise<void> {
  for (let left = FOLDER_TRIES; ; left--) {
    await makeFolder(folderOf(store, oid))
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !hasCode(error, 'ENOENT')) throw error
    }
  }
}

/** A missing folder was emptied by a repack, which has made its packs durable. */
async function syncFanOut(folder: string): Promise<void> {
  await syncPath(folder).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
  })
}

async function moveInto(store: Store, oid: Oid, temporary: string): Promise<void> {
  await rename(temporary, looseObjectPath(store.objects, oid)).catch((error: unknown) =>
    discard(temporary, error),
  )
  trust(store, oid)
}

async function discard(temporary: string, error: unknown): Promise<never> {
  await removeIfThere(temporary).catch(ignore)
  throw error
}

function trust(store: Store, oid: Oid): void {
  if (store.trusted.size >= TRUSTED_MAX) store.trusted.clear()
  store.trusted.add(oid)
}

/**
 * Touches an existing object, so that `git prune` treats it as new. @returns whether it is complete; an object that
 * this process neither wrote nor checked is unpacked and hashed first
 */
async function keepExisting(store: Store, oid: Oid): Promise<boolean> {
  const path = looseObjectPath(store.objects, oid)
  if (!(await touch(path))) return false
  if (store.trusted.has(oid)) return true
  if (!(await isWhole(path, oid)) || !(await syncFile(path))) return false
  trust(store, oid)
  return true
}

async function touch(path: string): Promise<boolean> {
  try {
    const now = new Date()
    await utimes(path, now, now)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/** Fsyncs a file that another process may have written without fsync. @returns false if it is missing */
async function syncFile(path: string): Promise<boolean> {
  try {
    // fsync works the same for files and folders.
    await syncPath(path)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

async function isWhole(path: string, oid: Oid): Promise<boolean> {
  const hash = createHash('sha1')
  try {
    await pipeline(createReadStream(path), createInflate(), hash)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'Z_DATA_ERROR', 'Z_BUF_ERROR', 'Z_NEED_DICT')) return false
    throw error
  }
  return hash.digest('hex') === oid
}

async function writeStreamed(store: Store, source: string): Promise<Oid> {
  const { size } = await stat(source)
  // The name is known only after the last byte. So the temporary file is in `objects/` itself, where git's prune also
  // looks for leftovers.
  const temporary = join(store.objects, temporaryName('tmp_obj_'))
  const hash = createHash('sha1')
  await writeTemporary({ path: temporary, mode: 0o444 }, (handle) =>
    deflateInto(handle, { source, size, hash }),
  )
  const oid = hash.digest('hex')
  if (await keepExisting(store, oid)) {
    await removeIfThere(temporary)
    return oid
  }
  await inFanOut(store, oid, () => rename(temporary, looseObjectPath(store.objects, oid))).catch(
    (error: unknown) => discard(temporary, error),
  )
  trust(store, oid)
  return oid
}

interface Streamed {
  readonly source: string
  readonly size: number
  readonly hash: { update(data: Uint8Array): unknown }
}

async function deflateInto(handle: FileHandle, streamed: Streamed): Promise<void> {
  const header = objectHeader('blob', streamed.size)
  let seen = -header.length
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      streamed.hash.update(chunk)
      done(null, chunk)
    },
  })
  const bytes = Readable.from(headed(header, streamed.source), { objectMode: false })
  let reason: unknown
  const write = async (chunk: Buffer): Promise<void> => {
    await handle.writeFile(chunk).catch((error: unknown) => {
      reason = error
      throw error
    })
  }
  await pipeline(bytes, meter, createDeflate({ level: 1 }), async (packed) => {
    for await (const chunk of packed) await write(chunk)
  }).catch((error: unknown) => {
    // The stream ends before its error is known.
    throw reason ?? error
  })
  if (seen !== streamed.size) throw new GitError('io', 'The file changed while it was read.')
}

async function* headed(header: Buffer, source: string): AsyncGenerator<Buffer> {
  yield header
  const file: AsyncIterable<Buffer> = createReadStream(source, { highWaterMark: 1 << 18 })
  yield* file
}
