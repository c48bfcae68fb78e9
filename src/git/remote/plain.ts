/**
 * Fetches and pushes on machines without git: reads and makes packs in memory, within limits. Received objects are
 * checked before any of them is stored.
 */
import { printable } from '../objects/check-tree.js'
import { GitError } from '../program/git-error.js'
import { objectWriter } from '../objects/object-store.js'
import type { Oid } from '../objects/oid.js'
import { readPack, writePack } from '../pack/pack.js'
import { newObjects } from '../refs/reach.js'
import { startOf } from '../objects/reader.js'
import type { GitObject, ObjectReader } from '../objects/reader.js'
import { parseTree } from '../objects/tree.js'
import { concatYielding } from '../../system/yielding.js'

/** Limits in bytes: of a pack, and of its unpacked content. */
const PLAIN_MAX = { packed: 64 * 1024 * 1024, unpacked: 256 * 1024 * 1024 }

/** A repository without git. */
interface Plain {
  readonly gitDir: string
  readonly reader: ObjectReader
}

/**
 * The objects of a pack that the repository does not have.
 *
 * @throws GitError `refused` for a broken pack, and for trees that git would never make; `too_large`
 */
export async function readPlainPack(
  reader: ObjectReader,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ readonly objects: ReadonlyMap<Oid, GitObject>; readonly reader: ObjectReader }> {
  const pack = await gather(chunks)
  const objects = await readPack(pack, { reader, maxBytes: PLAIN_MAX.unpacked })
  for (const { type, data } of objects.values()) if (type === 'tree') refuseOddTree(data)
  const find = (oid: Oid) => objects.get(oid)
  return {
    objects,
    reader: {
      read: async (oid) => find(oid) ?? reader.read(oid),
      async start(oid, bytes) {
        const own = find(oid)
        return own ? startOf(own, bytes) : reader.start(oid, bytes)
      },
      async info(oid) {
        const own = find(oid)
        return own ? { type: own.type, size: own.data.length } : reader.info(oid)
      },
      close: async () => undefined,
    },
  }
}

async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const received: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > PLAIN_MAX.packed) {
      throw new GitError(
        'too_large',
        'there is more to fetch than this server can read without git',
      )
    }
    received.push(chunk)
  }
  return concatYielding(received)
}

/** Refuses trees with dangerous or repeated names, or in wrong order; git's own programs do so as well. */
function refuseOddTree(tree: Buffer): void {
  let last: Buffer | null = null
  const names = new Set<string>()
  for (const { name, mode } of parseTree(tree)) {
    const isOdd = name.includes('/') || ['', '.', '..', '.git'].includes(name.toLowerCase())
    const key = Buffer.from(mode === '040000' ? `${name}/` : name)
    const isAfter = last === null || Buffer.compare(last, key) < 0
    if (isOdd || !isAfter || names.has(name)) {
      throw new GitError('refused', `the server sent a folder with the entry ${printable(name)}`)
    }
    names.add(name)
    last = key
  }
}

/** True if everything that a commit needs exists. What the tips reach is not checked. */
export async function isPlainlyConnected(
  reader: ObjectReader,
  commit: Oid,
  tips: readonly Oid[],
): Promise<boolean> {
  try {
    for (const oid of await newObjects(reader, commit, tips)) await reader.info(oid)
    return true
  } catch (error) {
    if (error instanceof GitError && error.code === 'not_found') return false
    throw error
  }
}

/** Stores objects; they are durable when this resolves. */
export async function keepObjects(
  { gitDir }: Plain,
  objects: ReadonlyMap<Oid, GitObject>,
): Promise<void> {
  const batch = objectWriter(gitDir).batch()
  try {
    for (const { type, data } of objects.values()) await batch.write(type, data)
    await batch.finish()
  } catch (error) {
    await batch.settle()
    throw error
  }
}

/** Makes a pack of what a commit needs and the known commits do not have. */
export async function* plainPack(
  reader: ObjectReader,
  commit: Oid,
  known: readonly Oid[],
): AsyncGenerator<Buffer> {
  yield* writePack(reader, await newObjects(reader, commit, known))
}
