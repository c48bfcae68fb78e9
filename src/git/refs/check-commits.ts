/** Checks the size of new commits before anything walks their trees. */
import type { CommitNode } from './new-commits.js'
import { GitError } from '../program/git-error.js'
import { EMPTY_TREE } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'
import { readCommit } from '../objects/reader.js'
import type { ObjectReader } from '../objects/reader.js'
import { createTreeScale } from '../objects/tree-scale.js'
import type { TreeScale, TreeWeight } from '../objects/tree-scale.js'

/** Limits for commits. */
export interface CommitLimits {
  /** Most files and folders of one commit. */
  readonly entries: number
  /** Most changed files and folders of all commits together. Each commit counts as one more. */
  readonly changes: number
  /** Cache of known weights; new ones are added. */
  readonly weights?: Map<Oid, TreeWeight>
}

/** Deepest folder of a commit. */
const MAX_DEPTH = 32
/** Equal objects are read once, so only really different content reaches this. */
const READ_FACTOR = 4

/** A commit that breaks a limit. */
interface CommitProblem {
  readonly commit: Oid
  /** A sentence without the commit's name. */
  readonly reason: string
}

/**
 * The first commit that is too large, or null. If its parent was already too large, a commit that only removes files
 * is accepted.
 *
 * @param commits parents before children; other parents are known commits
 */
export async function findOversized(
  reader: ObjectReader,
  commits: readonly CommitNode[],
  limits: CommitLimits,
): Promise<CommitProblem | null> {
  const maxRead = READ_FACTOR * (limits.entries + limits.changes)
  const { weights } = limits
  const scale = createTreeScale(reader, { maxRead, ...(weights && { weights }) })
  const walk: Walk = { reader, scale, limits, known: new Map(), changes: 0 }
  for (const commit of commits) {
    const reason = await commitProblem(walk, commit)
    if (reason !== null) return { commit: commit.oid, reason }
  }
  return null
}

interface Walk {
  readonly reader: ObjectReader
  readonly scale: TreeScale
  readonly limits: CommitLimits
  /** Trees of commits, and their number of entries. */
  readonly known: Map<Oid, { readonly tree: Oid; readonly entries: number }>
  changes: number
}

async function commitProblem(
  walk: Walk,
  { oid, tree, parents }: CommitNode,
): Promise<string | null> {
  const { limits } = walk
  try {
    const before = await parentOf(walk, parents[0])
    const growth = await walk.scale.compare(before.tree, tree)
    const entries = before.entries + growth.entries
    walk.known.set(oid, { tree, entries })
    walk.changes += growth.changes + 1
    if (growth.height > MAX_DEPTH) return `Folders lie deeper than ${MAX_DEPTH}.`
    if (entries > limits.entries && growth.entries > 0) {
      return `It holds ${shown(entries)} files and folders; at most ${shown(limits.entries)} are taken.`
    }
  } catch (error) {
    if (error instanceof GitError && error.code === 'too_large') return error.message
    throw error
  }
  if (walk.changes <= limits.changes) return null
  return `With it, the new commits change more than ${shown(limits.changes)} files and folders.`
}

async function parentOf(walk: Walk, parent: Oid | undefined) {
  if (parent === undefined) return { tree: EMPTY_TREE, entries: 0 }
  const known = walk.known.get(parent)
  if (known) return known
  const { tree } = await readCommit(walk.reader, parent)
  const { entries } = await walk.scale.weigh(tree)
  const found = { tree, entries }
  walk.known.set(parent, found)
  return found
}

function shown(count: number): string {
  return count < 1e15 ? count.toLocaleString('en-US') : 'far too many'
}
