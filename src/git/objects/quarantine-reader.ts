/**
 * Reads the objects of a push in quarantine, together with those of the repository.
 *
 * A small push consists of loose objects, which are read here: starting a git process would take longer than the
 * whole check. Git has checked them while unpacking, so they are not hashed again. Packs are read by a git process.
 *
 * @see git-receive-pack(1), quarantine environment
 */
import { open, readdir } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'
import type { CatFilePool } from './cat-file.js'
import { GitError, ioError } from '../program/git-error.js'
import { hasCode } from '../../system/errno.js'
import { looseObjectPath } from './object-store.js'
import { isObjectType } from './oid.js'
import type { Oid } from './oid.js'
import { cachedReader, createObjectCache } from './object-cache.js'
import { startOf } from './reader.js'
import type { GitObject, ObjectInfo, ObjectReader } from './reader.js'

const inflateAsync = promisify(inflate)

/** Where the objects are. */
interface QuarantineOptions {
  readonly gitDir: string
  /** Name of the folder below `objects/`; null if the push sent no objects. */
  readonly quarantine: string | null
  /** Reads what is in the repository already. */
  readonly known: ObjectReader
  readonly pool: CatFilePool
}

/** Commits and trees are read more than once. */
const CACHE_BYTES = 16 * 1024 * 1024
/** Larger objects are read by a git process, whose memory is limited. */
const DEFLATED_MAX = 4 * 1024 * 1024
const INFLATED_MAX = 32 * 1024 * 1024
/** Enough compressed bytes to contain the header, whatever the Huffman codes. */
const HEADER_BYTES = 512

/** A reader for one push. `close` does not close `known`. */
export function quarantineReader(options: QuarantineOptions): ObjectReader {
  const { gitDir, quarantine, known, pool } = options
  if (quarantine === null) return { ...known, close: () => Promise.resolve() }
  const objects = join(gitDir, 'objects', quarantine)
  const all = pool.reader(gitDir, { env: quarantineEnv(gitDir, quarantine) })
  // git either keeps the received pack or unpacks all of it.
  let chosen: Promise<Omit<ObjectReader, 'close'>> | undefined
  const choose = () =>
    (chosen ??= hasPack(objects).then((has) => (has ? all : looseReader(objects, { all, known }))))
  const reader: ObjectReader = {
    read: async (oid) => (await choose()).read(oid),
    start: async (oid, bytes) => (await choose()).start(oid, bytes),
    info: async (oid) => (await choose()).info(oid),
    close: () => all.close(),
  }
  const cache = createObjectCache(CACHE_BYTES)
  return cachedReader(reader, { cache, space: quarantine })
}

interface FallbackReaders {
  /** Reads all objects through a git process. */
  readonly all: ObjectReader
  /** Reads what is in the repository already. */
  readonly known: ObjectReader
}

function looseReader(
  objects: string,
  { all, known }: FallbackReaders,
): Omit<ObjectReader, 'close'> {
  const readerOf = (found: Unread): ObjectReader => (found === 'large' ? all : known)
  return {
    async read(oid) {
      const found = await inLoose(objects, oid, readObject)
      return wasRead(found) ? found : readerOf(found).read(oid)
    },
    async start(oid, bytes) {
      const found = await inLoose(objects, oid, readObject)
      return wasRead(found) ? startOf(found, bytes) : readerOf(found).start(oid, bytes)
    },
    async info(oid) {
      const found = await inLoose(objects, oid, readHead)
      return wasRead(found) ? found : readerOf(found).info(oid)
    },
  }
}

/**
 * Environment with which git's programs see a quarantine and the repository. `quarantine` is a name below `objects/`.
 */
export function quarantineEnv(gitDir: string, quarantine: string): Record<string, string> {
  return {
    GIT_OBJECT_DIRECTORY: join(gitDir, 'objects', quarantine),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(gitDir, 'objects'),
  }
}

async function hasPack(objects: string): Promise<boolean> {
  try {
    return (await readdir(join(objects, 'pack'))).length > 0
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw ioError(error, `Listing ${objects}`)
  }
}

/** Why an object was not read here: there is no file, or it is too large. */
type Unread = 'absent' | 'large'

function wasRead<Result extends object>(found: Result | Unread): found is Result {
  return typeof found === 'object'
}

async function inLoose<Result>(
  objects: string,
  oid: Oid,
  work: (file: FileHandle) => Promise<Result | Unread>,
): Promise<Result | Unread> {
  try {
    const file = await open(looseObjectPath(objects, oid), 'r')
    try {
      return await work(file)
    } finally {
      await file.close()
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'absent'
    if (hasCode(error, 'ERR_BUFFER_TOO_LARGE')) return 'large'
    throw ioError(error, `Reading ${oid}`)
  }
}

async function readObject(file: FileHandle): Promise<GitObject | Unread> {
  if ((await file.stat()).size > DEFLATED_MAX) return 'large'
  const bytes = await inflateAsync(await file.readFile(), { maxOutputLength: INFLATED_MAX })
  const { type, size: length, start } = parseHeader(bytes)
  const data = bytes.subarray(start)
  if (data.length !== length) throw new GitError('corrupt', 'An object is not as long as it says.')
  return { type, data }
}

async function readHead(file: FileHandle): Promise<ObjectInfo> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
  const part = { finishFlush: constants.Z_SYNC_FLUSH }
  const { type, size } = parseHeader(await inflateAsync(buffer.subarray(0, bytesRead), part))
  return { type, size }
}

function parseHeader(bytes: Buffer): ObjectInfo & { readonly start: number } {
  const end = bytes.indexOf(0)
  const [type = '', size = ''] = bytes.toString('latin1', 0, Math.max(end, 0)).split(' ')
  if (!isObjectType(type) || !/^\d+$/.test(size)) {
    throw new GitError('corrupt', 'An object does not say what it is.')
  }
  return { type, size: Number(size), start: end + 1 }
}
