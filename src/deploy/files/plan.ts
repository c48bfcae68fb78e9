/**
 * Decides what a deployment does, as a pure function of three things: what earlier deployments have put there, the
 * release, and (if it was listed) what is there. Inputs can be long, so it yields to the event loop.
 */
import type { FileFacts, Manifest } from './deployer.js'
import type { RemoteFile } from './file-store.js'
import { oursIn } from './manifest.js'
import { inSteps } from './plan-order.js'
import { forEachYielding } from '../../system/yielding.js'
import { foldersAbove, foldPath, isReserved, TEMPORARY_PREFIX } from './remote-name.js'

type PutReason =
  'new' | 'changed' | 'missing there' | 'changed there' | 'not ours there' | 'differs in case'

export interface Put {
  readonly path: string
  readonly reason: PutReason
  readonly size: number
}

export interface Remove {
  readonly path: string
  readonly reason: 'not in the release' | 'in the way'
}

export interface Plan {
  /** Removed before anything goes live, because a new path cannot exist beside it. */
  readonly clear: readonly Remove[]
  /** Folders that `clear` empties and that a file will replace; deepest first. */
  readonly clearFolders: readonly string[]
  /** Groups in the order in which they go live; any order within a group. */
  readonly puts: readonly (readonly Put[])[]
  /** Groups in the order in which they are removed, after all puts. */
  readonly removes: readonly (readonly Remove[])[]
  /** Folders that have no file of the release any more; deepest first. */
  readonly emptied: readonly string[]
  readonly unchanged: number
  /** Files that Galley never put there. They stay, unless the release has a file at that path. */
  readonly foreign: readonly string[]
  /** Files of Galley that somebody changed there and that the release no longer has. They stay. */
  readonly kept: readonly string[]
  /** Temporary files of interrupted deployments. */
  readonly stale: readonly string[]
}

/** Files on the target by path; null if it was not listed and the manifest is trusted. */
export type Remote = ReadonlyMap<string, RemoteFile> | null

/**
 * @param previous what earlier deployments have put there (its `pending` may be there as well), or null
 * @param release facts by path of what has to be there
 * @param remote what is there, or null to trust `previous`
 */
export async function plan(
  previous: Manifest | null,
  release: ReadonlyMap<string, FileFacts>,
  remote: Remote,
): Promise<Plan> {
  const known = (path: string) => knownFacts(previous, path)
  const { removed, kept } = await findRemoved(previous, release, remote)
  const inTheWay = await findInTheWay(removed, release)
  const puts = await findPuts(release, { known, remote, redo: inTheWay.redo })
  const clear: Remove[] = []
  const removes: Remove[] = []
  await forEachYielding(removed, (path) => {
    if (inTheWay.clear.has(path)) clear.push({ path, reason: 'in the way' })
    else removes.push({ path, reason: 'not in the release' })
  })
  return {
    clear,
    puts: await inSteps(puts),
    removes: (await inSteps(removes)).reverse(),
    ...(await findEmptied(removed, release)),
    unchanged: release.size - puts.length,
    kept,
    ...(await findForeign(remote, known)),
  }
}

function knownFacts(previous: Manifest | null, path: string): FileFacts[] {
  const facts = [previous?.files.get(path), previous?.pending?.get(path)]
  return facts.filter((fact) => fact !== undefined)
}

/** True if the file on the target may have the known content. */
function mayMatch(there: RemoteFile, facts: FileFacts): boolean {
  if (there.size !== null && there.size !== facts.size) return false
  if (there.version === undefined || facts.version === undefined) return true
  return there.version === facts.version
}

interface PutQuestion {
  readonly known: (path: string) => FileFacts[]
  readonly remote: Remote
  readonly redo: ReadonlySet<string>
}

async function findPuts(
  release: ReadonlyMap<string, FileFacts>,
  question: PutQuestion,
): Promise<Put[]> {
  const puts: Put[] = []
  await forEachYielding(release, ([path, facts]) => {
    const reason = putReason(path, facts, question)
    if (reason !== null) puts.push({ path, reason, size: facts.size })
  })
  return puts
}

function putReason(path: string, wanted: FileFacts, question: PutQuestion): PutReason | null {
  if (question.redo.has(path)) return 'differs in case'
  const known = question.known(path)
  if (question.remote === null) {
    if (known.length === 0) return 'new'
    return known.every((facts) => facts.sha256 === wanted.sha256) ? null : 'changed'
  }
  const there = question.remote.get(path)
  if (there === undefined) return known.length === 0 ? 'new' : 'missing there'
  if (isProved(there, wanted)) return null
  if (known.length === 0) return 'not ours there'
  const possible = known.filter((facts) => mayMatch(there, facts))
  if (possible.length === 0) return 'changed there'
  return possible.every((facts) => facts.sha256 === wanted.sha256) ? null : 'changed'
}

/** True if the target's own MD5 proves that it has the wanted content. */
function isProved(there: RemoteFile, wanted: FileFacts): boolean {
  return wanted.md5 !== undefined && there.version === wanted.md5 && there.size === wanted.size
}

/**
 * Paths of earlier deployments that the release does not have. `kept` are those that somebody changed there; missing
 * ones are in neither list.
 */
async function findRemoved(
  previous: Manifest | null,
  release: ReadonlyMap<string, FileFacts>,
  remote: Remote,
): Promise<{ removed: string[]; kept: string[] }> {
  const removed: string[] = []
  const kept: string[] = []
  await forEachYielding(oursIn(previous), (path) => {
    if (release.has(path) || isReserved(path)) return
    const there = remote?.get(path)
    if (remote !== null && there === undefined) return
    const isOurs =
      there === undefined || knownFacts(previous, path).some((facts) => mayMatch(there, facts))
    if (isOurs) removed.push(path)
    else kept.push(path)
  })
  return { removed, kept }
}

/**
 * Old paths that must be removed before new ones are written: a file that becomes a folder, files in a folder that
 * becomes a file, and names that differ from new ones only in case. In the last case, a new file that is already
 * there is uploaded again (`redo`), because the removal may have hit it.
 */
async function findInTheWay(
  removed: readonly string[],
  release: ReadonlyMap<string, FileFacts>,
): Promise<{ clear: Set<string>; redo: Set<string> }> {
  const folders = new Set<string>()
  const folded = new Map<string, string>()
  await forEachYielding(release.keys(), (path) => {
    for (const folder of foldersAbove(path)) folders.add(folder)
    folded.set(foldPath(path), path)
  })
  const clear = new Set<string>()
  const redo = new Set<string>()
  await forEachYielding(removed, (path) => {
    const twin = folded.get(foldPath(path))
    if (twin !== undefined) redo.add(twin)
    const blocks = folders.has(path) || foldersAbove(path).some((folder) => release.has(folder))
    if (blocks || twin !== undefined) clear.add(path)
  })
  return { clear, redo }
}

/** Folders that have no file of the release after the removals; deepest first. */
async function findEmptied(
  removed: readonly string[],
  release: ReadonlyMap<string, FileFacts>,
): Promise<Pick<Plan, 'clearFolders' | 'emptied'>> {
  if (removed.length === 0) return { clearFolders: [], emptied: [] }
  const inUse = new Set<string>()
  await forEachYielding(release.keys(), (path) => {
    for (const folder of foldersAbove(path)) inUse.add(folder)
  })
  const seen = new Set<string>()
  const byDepth = new Map<number, string[]>()
  await forEachYielding(removed, (path) => {
    const folders = foldersAbove(path)
    for (const [at, folder] of folders.entries()) {
      // Then the folders above it are in use, too.
      if (inUse.has(folder) || seen.has(folder)) return
      seen.add(folder)
      const depth = folders.length - at
      byDepth
        .set(depth, byDepth.get(depth) ?? [])
        .get(depth)
        ?.push(folder)
    }
  })
  const clearFolders: string[] = []
  const emptied: string[] = []
  for (const [, folders] of [...byDepth].sort(([a], [b]) => b - a)) {
    await forEachYielding(folders, (folder) => {
      if (release.has(folder)) clearFolders.push(folder)
      else emptied.push(folder)
    })
  }
  return { clearFolders, emptied }
}

async function findForeign(
  remote: Remote,
  known: (path: string) => FileFacts[],
): Promise<{ foreign: string[]; stale: string[] }> {
  const foreign: string[] = []
  const stale: string[] = []
  await forEachYielding(remote?.keys() ?? [], (path) => {
    if (!isReserved(path) && known(path).length === 0) foreign.push(path)
    if (path.startsWith(TEMPORARY_PREFIX)) stale.push(path)
  })
  return { foreign, stale }
}
