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
export interface Collision {
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
 *
 * @param key equal for paths that collide; if left out, that of a disk that ignores case
 */
export async function findCollision(
  paths: Iterable<string>,
  key: (path: string) => string = foldPath,
): Promise<Collision | null> {
  for await (const collision of collisions(paths, key)) return collision
  return null
}

/** Most pairs of names that are reported. */
const MAX_TWINS = 100

/** Pairs of paths that are equal but for case; of two such folders, only the folders. */
export async function findTwins(paths: Iterable<string>): Promise<Collision[]> {
  const twins: Collision[] = []
  for await (const collision of collisions(paths, foldPath)) {
    if (twins.push(collision) === MAX_TWINS) break
  }
  return twins
}

/** Most new paths of which twins are looked for. */
const MAX_LOOKED = 10_000

/** Of the new paths of a snapshot, those (or the folders above) that are equal to others there but for case. */
export async function newTwins(after: Snapshot, added: readonly string[]): Promise<Collision[]> {
  const namesLike = namesOf(after)
  const twins = new Map<string, Collision>()
  const yieldIfDue = createYielder()
  for (const path of added.slice(0, MAX_LOOKED)) {
    await yieldIfDue()
    const twin = await twinOf(namesLike, path)
    if (twin !== null && !twins.has(twin.other)) twins.set(twin.path, twin)
    if (twins.size === MAX_TWINS) break
  }
  return [...twins.values()]
}

async function twinOf(namesLike: NamesLike, path: string): Promise<Collision | null> {
  const segments = path.split('/')
  for (const [depth, segment] of segments.entries()) {
    const folder = segments.slice(0, depth)
    const names = await namesLike(folder.join('/'), segment)
    const other = names?.find(({ name }) => name !== segment)
    if (other === undefined) continue
    return { path: [...folder, segment].join('/'), other: [...folder, other.name].join('/') }
  }
  return null
}

/** For imports, whose names may differ only in case: a disk that takes both holds such sites. */
export function exactPath(path: string): string {
  return path
}

async function* collisions(
  paths: Iterable<string>,
  key: (path: string) => string,
): AsyncGenerator<Collision> {
  const seen = new Map<string, Seen>()
  const folders = new Set<string>()
  const yieldIfDue = createYielder()
  for (const path of paths) {
    await yieldIfDue()
    const fresh = newFolders(folders, path).map((folder) => ({ path: folder, isFile: false }))
    for (const one of [...fresh, { path, isFile: true }]) {
      if (!one.isFile) folders.add(one.path)
      const folded = key(one.path)
      const before = seen.get(folded)
      if (before === undefined) seen.set(folded, one)
      else if (isInTheWay(before, one)) yield { path, other: before.path }
    }
  }
}

function isInTheWay(before: Seen, fresh: Seen): boolean {
  return before.isFile || fresh.isFile || before.path !== fresh.path
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

/**
 * True if the path exists, in any spelling that some file system treats as the same.
 *
 * @param mover what would move there, and is in nobody's way
 */
export type IsTaken = (path: string, mover?: string) => Promise<boolean>

export function takenIn(snapshot: Snapshot): IsTaken {
  const namesLike = namesOf(snapshot)
  return async (path, mover) => {
    const name = path.lastIndexOf('/') + 1
    const names = await namesLike(path.slice(0, Math.max(0, name - 1)), path.slice(name))
    return (
      names !== null && names.some((one) => isOther(path.slice(0, name) + one.name, path, mover))
    )
  }
}

function isOther(found: string, wanted: string, mover: string | undefined): boolean {
  return found !== mover || found === wanted
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
