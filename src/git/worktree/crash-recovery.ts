/**
 * What a working tree has lost with the power: files that were put there and never reached the disk
 * are gone, empty, cut short or full of zeros afterwards. Nobody has edited them, so they are put
 * back, and not committed.
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

interface Loss {
  readonly root: string
  readonly cache: StatCache
  readonly reader: ObjectReader
  /** What should stand there, by path. */
  readonly wanted: ReadonlyMap<string, Entry>
  /** Nanoseconds since the Unix epoch; what was touched later was touched by somebody. */
  readonly bootTime: bigint
}

const PARALLEL_FOLDERS = 4
/** Systems write what they were given after half a minute or so. */
const UNSURE_NS = 120_000_000_000n
const BLOCK = 4096

/**
 * Removes what is left of files that the disk has lost, and forgets them, so that they are checked
 * out again like files that were never there.
 *
 * @returns their paths, sorted
 */
export async function forgetLost(loss: Loss): Promise<string[]> {
  const { cache, root, wanted } = loss
  const sureBefore = latestChange(cache) - UNSURE_NS
  const paths = new Set([...cache.files.keys(), ...wanted.keys()])
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
    // A folder that is gone went with all that was in it.
    const done = await inFolder({ root, folder, create: false }, work)
    if (done === null && !(await wasFolderTaken(loss, folder))) {
      lost.push(...list.filter((path) => cache.files.has(path)))
    }
  })
  // Only when all is seen: whoever removes a file touches its folder, which tells of others in it.
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

/** When the last file that is known was put there. */
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

/** Whether a file was lost, wholly or but for a rest. */
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
  const oids = new Set([known?.oid, loss.wanted.get(path)?.oid].filter((oid) => oid !== undefined))
  if (oids.has(await hashObject('blob', read.data))) return 'sound'
  return (await isRestOfAny(loss.reader, read.data, oids)) ? 'rest' : 'sound'
}

/** Who removes a file touches its folder. */
async function wasTouched(loss: Loss, open: OpenFolder): Promise<boolean> {
  const { ctimeNs } = await statFolder(open)
  return ctimeNs > loss.bootTime
}

/** Whether somebody has removed a folder that is not there, by the nearest one that is. */
async function wasFolderTaken(loss: Loss, folder: string): Promise<boolean> {
  const parent = folderOfPath(folder)
  const request = { root: loss.root, folder: parent, create: false }
  const isTaken = await inFolder(request, (open) => wasTouched(loss, open))
  return isTaken ?? wasFolderTaken(loss, parent)
}

async function isRestOfAny(
  reader: ObjectReader,
  data: Buffer,
  oids: ReadonlySet<Oid>,
): Promise<boolean> {
  for (const oid of oids) if (isRest(data, await readTyped(reader, 'blob', oid))) return true
  return false
}

/** Whether a file is what a disk may have kept of a content: some blocks of it, zeros for others. */
export function isRest(data: Buffer, content: Buffer): boolean {
  if (data.length > content.length) return false
  for (let at = 0; at < data.length; at += BLOCK) {
    const block = data.subarray(at, at + BLOCK)
    const isSame = block.equals(content.subarray(at, at + block.length))
    if (!isSame && block.some((byte) => byte !== 0)) return false
  }
  return true
}
