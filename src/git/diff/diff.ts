/** Compares two snapshots. Reads only subtrees that differ. */
import { GitError } from '../program/git-error.js'
import { EMPTY_TREE } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'
import { joinPath } from '../objects/paths.js'
import { readTyped, treeBytes } from '../objects/reader.js'
import type { ObjectReader } from '../objects/reader.js'
import { findRenames } from './renames.js'
import type { Rename } from './renames.js'
import { fingerprint } from './similarity.js'
import type { Fingerprint } from './similarity.js'
import { toEntry, treeOf } from '../objects/snapshot.js'
import type { Entry } from '../objects/snapshot.js'
import { eachDifference } from '../objects/tree.js'
import { createYielder, forEachYielding, sortYielding } from '../../system/yielding.js'

/** One changed path. `before` and `after` are never both null. */
export interface Change {
  /** The path of the file; its old path if it was deleted. */
  readonly path: string
  /** Null for a new file. After a rename, it has the old path. */
  readonly before: Entry | null
  /** Null for a deleted file. */
  readonly after: Entry | null
  /** The old path, if a removed and an added file were paired as a rename. */
  readonly renamedFrom?: string
}

const SURROGATE = /[\ud800-\udfff]/

/** Larger files are paired as renames only if they are equal. */
const COMPARED_MAX = 8 * 1024 * 1024

/**
 * Changes from one commit to another, sorted by path (UTF-8 bytes). Null stands for an empty commit.
 *
 * @throws GitError `not_found` if a commit does not exist
 */
export async function diffCommits(
  reader: ObjectReader,
  from: Oid | null,
  to: Oid | null,
): Promise<Change[]> {
  const [before, after] = await Promise.all([treeOf(reader, from), treeOf(reader, to)])
  return pairRenames(reader, await diffTrees(reader, before, after))
}

/** Changes between two trees in git's order, without pairing renames. */
export async function diffTrees(
  reader: ObjectReader,
  before: Oid | null,
  after: Oid | null,
): Promise<Change[]> {
  const changes: Change[] = []
  await compareFolders({ reader, changes }, '', [before ?? EMPTY_TREE, after ?? EMPTY_TREE])
  return changes
}

interface Walk {
  readonly reader: ObjectReader
  readonly changes: Change[]
}

/** Changes between two checks whether to yield to the event loop. */
const CHANGES_A_LOOK = 100

async function compareFolders(walk: Walk, folder: string, trees: [Oid, Oid]): Promise<void> {
  const [before, after] = trees
  if (before === after) return
  const [left, right] = await Promise.all([
    treeBytes(walk.reader, before),
    treeBytes(walk.reader, after),
  ])
  const yieldIfDue = createYielder()
  for (const difference of eachDifference(left, right)) {
    if (walk.changes.length % CHANGES_A_LOOK === 0) await yieldIfDue()
    const path = joinPath(folder, (difference.after ?? difference.before)?.name ?? '')
    if ((difference.after ?? difference.before)?.mode === '040000') {
      const inner = [difference.before?.oid, difference.after?.oid]
      await compareFolders(walk, path, [inner[0] ?? EMPTY_TREE, inner[1] ?? EMPTY_TREE])
    } else {
      const change = {
        before: toEntry(path, difference.before),
        after: toEntry(path, difference.after),
      }
      walk.changes.push({ path, ...change })
    }
  }
}

/** Pairs removed with added paths (50% similar, as `git diff -M`) and sorts by path. */
export async function pairRenames(reader: ObjectReader, changes: Change[]): Promise<Change[]> {
  const removed = changes.flatMap(({ before, after }) => (before && !after ? [before] : []))
  const added = changes.flatMap(({ before, after }) => (after && !before ? [after] : []))
  if (removed.length === 0 || added.length === 0) return sortYielding(changes, byPath)
  const renames = await findRenames(removed, added, {
    load: ({ oid }) => loadFingerprint(reader, oid),
  })
  return sortYielding(await applyRenames(changes, renames), byPath)
}

async function applyRenames(
  changes: readonly Change[],
  renames: readonly Rename[],
): Promise<Change[]> {
  const sources = new Map<Entry, Entry>()
  const used = new Set<Entry>()
  await forEachYielding(renames, ({ from, to }) => {
    sources.set(to, from)
    used.add(from)
  })
  const applied: Change[] = []
  await forEachYielding(changes, (change) => {
    if (change.before && !change.after && used.has(change.before)) return
    const from = change.after && !change.before ? sources.get(change.after) : undefined
    applied.push(from ? { ...change, before: from, renamedFrom: from.path } : change)
  })
  return applied
}

async function loadFingerprint(reader: ObjectReader, oid: Oid): Promise<Fingerprint | null> {
  const { size, type } = await reader.info(oid)
  if (type !== 'blob') throw new GitError('corrupt', `${oid} is not the content of a file.`)
  return size > COMPARED_MAX ? null : fingerprint(await readTyped(reader, 'blob', oid))
}

function byPath(a: Change, b: Change): number {
  return comparePaths(a.path, b.path)
}

/** Compares paths by their UTF-8 bytes, like git. */
function comparePaths(a: string, b: string): number {
  // UTF-16 order differs only for characters outside of the basic plane.
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : a > b ? 1 : 0
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
