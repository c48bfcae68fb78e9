/**
 * Repairs a working tree after a power failure. Files that were written shortly before may be missing, empty, cut off
 * or full of zeros. Nobody edited them, so they are checked out again and not committed.
 */
import { mapLimited } from '../../system/parallel.js'
import { hashObject } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'
import { folderOfPath } from '../objects/paths.js'
import type { ObjectReader } from '../objects/reader.js'
import { readTyped } from '../objects/reader.js'
import { inFolder, readIn, removeIn, statFolder, statIn } from './safe-fs.js'
import type { OpenFolder } from './safe-fs.js'
import type { Entry } from '../objects/snapshot.js'
import { stateOf } from './stat-cache.js'
import type { StatCache } from './stat-cache.js'

/** Blobs that paths had shortly before. */
export type FormerBlobs = ReadonlyMap<string, readonly Oid[]>

interface Loss {
  readonly root: string
  readonly cache: StatCache
  readonly reader: ObjectReader
  /** The files that should exist, by path. */
  readonly wanted: ReadonlyMap<string, Entry>
  /** What the last commits have replaced or removed, by path: files of ours that the cache may have lost. */
  readonly former: FormerBlobs
  /** Nanoseconds since the Unix epoch. Whatever changed later was changed by a user. */
  readonly bootTime: bigint
}

const PARALLEL_FOLDERS = 4
/** Operating systems write cached data to disk after about half a minute. */
const UNSURE_NS = 120_000_000_000n
const BLOCK = 4096

/**
 * Removes damaged files, and removes lost ones from the cache, so that the next checkout writes them again.
 *
 * @returns their paths, sorted
 */
export async function forgetLost(loss: Loss): Promise<string[]> {
  const { cache, root, wanted, former } = loss
  const sureBefore = latestChange(cache) - UNSURE_NS
  const paths = new Set([...cache.files.keys(), ...wanted.keys(), ...former.keys()])
  const lost: string[] = []
  const rests: string[] = []
  await mapLimited([...byFolder(paths)], PARALLEL_FOLDERS, async ([folder, list]) => {
    const work = async (open: OpenFolder): Promise<true> => {
      for (const path of list) {
        const found = await lookAt(loss, { open, path, sureBefore })
        if (found !== 'sound') lost.push(path)
        if (found === 'rest') rests.push(path)
      }
      return true
    }
    // A missing folder was lost with its files.
    const done = await inFolder({ root, folder, create: false }, work)
    if (done === null && !(await wasFolderTaken(loss, folder))) {
      lost.push(...list.filter((path) => cache.files.has(path)))
    }
  })
  // Only after all were examined: removing a file changes the time of its folder, by which other files are judged.
  await mapLimited([...byFolder(rests)], PARALLEL_FOLDERS, async ([folder, list]) => {
    await inFolder({ root, folder, create: false }, async (open) => {
      for (const path of list) await removeIn(open, nameOf(path))
    })
  })
  for (const path of lost) cache.files.delete(path)
  return lost.sort()
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function byFolder(paths: Iterable<string>): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    const folder = folderOfPath(path)
    const list = folders.get(folder)
    if (list) list.push(path)
    else folders.set(folder, [path])
  }
  return folders
}

/** Time of the last file that was checked out. */
function latestChange(cache: StatCache): bigint {
  let latest = 0n
  for (const { state } of cache.files.values()) {
    const changed = BigInt(state.split(' ')[2] ?? 0)
    if (changed > latest) latest = changed
  }
  return latest
}

interface Named {
  readonly open: OpenFolder
  readonly path: string
  readonly sureBefore: bigint
}

/** Finds out whether a file was lost, completely or in part. */
async function lookAt(
  loss: Loss,
  { open, path, sureBefore }: Named,
): Promise<'sound' | 'gone' | 'rest'> {
  const known = loss.cache.files.get(path)
  const stats = await statIn(open, nameOf(path))
  if (stats === null) {
    return known !== undefined && !(await wasTouched(loss, open)) ? 'gone' : 'sound'
  }
  if (!stats.isFile() || stats.ctimeNs > loss.bootTime) return 'sound'
  if (known?.state === stateOf(stats) && stats.ctimeNs < sureBefore) return 'sound'
  const read = await readIn(open, nameOf(path))
  if (read === null) return 'sound'
  const wanted = loss.wanted.get(path)?.oid
  const oids = new Set([known?.oid, wanted].filter((oid) => oid !== undefined))
  const oid = await hashObject('blob', read.data)
  if (oids.has(oid)) return 'sound'
  if (await isRestOfAny(loss.reader, read.data, oids)) return 'rest'
  // A cache that knows the newest blob of a path has lost nothing of what came before.
  const former = known !== undefined && known.oid === wanted ? [] : (loss.former.get(path) ?? [])
  const isFormer = former.includes(oid) || (await isRestOfAny(loss.reader, read.data, former))
  return isFormer ? 'rest' : 'sound'
}

/** Removing a file changes the time of its folder. */
async function wasTouched(loss: Loss, open: OpenFolder): Promise<boolean> {
  const { ctimeNs } = await statFolder(open)
  return ctimeNs > loss.bootTime
}

/** True if a user removed a missing folder, judged by the nearest existing folder above it. */
async function wasFolderTaken(loss: Loss, folder: string): Promise<boolean> {
  const parent = folderOfPath(folder)
  const request = { root: loss.root, folder: parent, create: false }
  const isTaken = await inFolder(request, (open) => wasTouched(loss, open))
  return isTaken ?? wasFolderTaken(loss, parent)
}

async function isRestOfAny(
  reader: ObjectReader,
  data: Buffer,
  oids: Iterable<Oid>,
): Promise<boolean> {
  for (const oid of oids) if (isRest(data, await readTyped(reader, 'blob', oid))) return true
  return false
}

/** True if a file is what a power failure may leave of a content: some of its blocks, zeros for others. */
export function isRest(data: Buffer, content: Buffer): boolean {
  if (data.length > content.length) return false
  for (let at = 0; at < data.length; at += BLOCK) {
    const block = data.subarray(at, at + BLOCK)
    const isSame = block.equals(content.subarray(at, at + block.length))
    if (!isSame && block.some((byte) => byte !== 0)) return false
  }
  return true
}
