/**
 * Finds paths that some file system treats as the same, because it ignores case or Unicode normal form: among new
 * files, and between a new file and a snapshot.
 *
 * @see src/http/README.md (Source)
 */

import { foldPath } from '../../content/paths.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import type { TreeName } from '../../git/objects/tree.js'
import { createYielder, forEachYielding } from '../../system/yielding.js'

/** Two colliding paths. */
interface Collision {
  readonly path: string
  readonly other: string
}

interface Seen {
  readonly path: string
  readonly isFile: boolean
}

/**
 * The first two paths that collide: one is a file where the other has a folder, or they (or their folders) differ
 * only in case. Null if there is no collision.
 */
export async function findCollision(paths: Iterable<string>): Promise<Collision | null> {
  const seen = new Map<string, Seen>()
  const folders = new Set<string>()
  const yieldIfDue = createYielder()
  for (const path of paths) {
    await yieldIfDue()
    for (const folder of newFolders(folders, path)) {
      const other = clash(seen, { path: folder, isFile: false })
      if (other !== null) return { path, other }
      folders.add(folder)
    }
    const other = clash(seen, { path, isFile: true })
    if (other !== null) return { path, other }
  }
  return null
}

/** The folders of a path that are not in `known`, outermost first. If a folder is known, so are its parents. */
export function newFolders(known: ReadonlySet<string>, path: string): string[] {
  const fresh: string[] = []
  let end = path.lastIndexOf('/')
  while (end > 0) {
    const folder = path.slice(0, end)
    if (known.has(folder)) break
    fresh.push(folder)
    end = path.lastIndexOf('/', end - 1)
  }
  return fresh.reverse()
}

function clash(seen: Map<string, Seen>, fresh: Seen): string | null {
  const folded = foldPath(fresh.path)
  const before = seen.get(folded)
  seen.set(folded, fresh)
  if (!before) return null
  const isSameFolder = !before.isFile && !fresh.isFile && before.path === fresh.path
  return isSameFolder ? null : before.path
}

type Names = readonly TreeName[]

/** Finds the names in a folder that match a name; null if there is no such folder. */
export type NamesLike = (folder: string, name: string) => Promise<Names | null>

const known = new WeakMap<Snapshot, NamesLike>()

/** Looks up names in a snapshot. Results are cached with the snapshot. */
export function namesOf(snapshot: Snapshot): NamesLike {
  const found = known.get(snapshot)
  if (found) return found
  const made = readNamesOf(snapshot)
  known.set(snapshot, made)
  return made
}

/** True if the path exists, in any spelling that some file system treats as the same. */
export function takenIn(snapshot: Snapshot): (path: string) => Promise<boolean> {
  const namesLike = namesOf(snapshot)
  return async (path) => {
    const slash = path.lastIndexOf('/')
    const names = await namesLike(path.slice(0, Math.max(0, slash)), path.slice(slash + 1))
    return names !== null && names.length > 0
  }
}

/** Number of single look-ups in a folder before a map of it is faster. */
const BEFORE_MAP = 3

function readNamesOf(snapshot: Snapshot): NamesLike {
  const folders = new Map<string, (name: string) => Promise<Names | null>>()
  return (folder, name) => {
    const here = folders.get(folder) ?? inFolder(snapshot, folder)
    folders.set(folder, here)
    return here(name)
  }
}

function inFolder(snapshot: Snapshot, folder: string): (name: string) => Promise<Names | null> {
  const answers = new Map<string, Promise<Names | null>>()
  let map: Promise<ReadonlyMap<string, Names> | null> | undefined
  const look = async (name: string, folded: string) => {
    if (answers.size < BEFORE_MAP) return snapshot.namesLike(folder, { name, fold: foldPath })
    const all = await (map ??= mapOf(snapshot, folder))
    return all && (all.get(folded) ?? [])
  }
  return (name) => {
    const folded = foldPath(name)
    const answer = answers.get(folded) ?? look(name, folded)
    if (map === undefined) answers.set(folded, answer)
    return answer
  }
}

async function mapOf(
  snapshot: Snapshot,
  folder: string,
): Promise<ReadonlyMap<string, Names> | null> {
  const names = await snapshot.names(folder)
  if (names === null) return null
  const map = new Map<string, TreeName[]>()
  await forEachYielding(names, (one) => {
    const key = foldPath(one.name)
    const list = map.get(key)
    if (list === undefined) map.set(key, [one])
    else list.push(one)
  })
  return map
}
