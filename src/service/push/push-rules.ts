/** The rules for pushes: limited refs, names that are valid on every file system, limited sizes. */

import { checkPath } from '../../content/paths.js'
import { CONFIG_PATH } from '../../content/site-config.js'
import { findOversized, type CommitLimits } from '../../git/refs/check-commits.js'
import { checkTree } from '../../git/objects/check-tree.js'
import { mapLimited } from '../../system/parallel.js'
import { diffTrees } from '../../git/diff/diff.js'
import type { PushUpdate } from '../../git/server/push-hook.js'
import type { ObjectReader } from '../../git/objects/reader.js'
import { treeOf } from '../../git/objects/snapshot.js'
import type { CommitNode } from '../../git/refs/new-commits.js'

/** Why commits are refused. */
export interface Refusal {
  /** One line for each problem, for who sent the commits. */
  readonly reason: string
  /** The limit that they exceed, for the operator's log: no names of files. Null if they break another rule. */
  readonly limit: string | null
}

export interface PushLimits {
  /** Largest file, bytes. */
  readonly fileBytes: number
  /** Total unpacked bytes of the new and changed files of a branch. */
  readonly totalBytes: number
  /** Most files and folders of a commit. */
  readonly files: number
  /** Most files and folders that all new commits change together. */
  readonly changes: number
  /** True if the disk can't hold names that are equal but for case. */
  readonly refuseTwins?: boolean
}

/** Most branches and tags of one push. */
export const MAX_REFS = 1000

/** Most branches and tags of a repository: each push lists them all. */
export const MAX_REFS_OF_SITE = 10_000
const PARALLEL = 64

/**
 * Says why a push is refused, or null. Every branch is checked, so that nothing gets to `main`
 * by way of another branch.
 */
export async function pushProblem(
  updates: readonly PushUpdate[],
  reader: ObjectReader,
  limits: PushLimits,
): Promise<Refusal | null> {
  for (const { ref, from, to } of updates) {
    if (to === null || !ref.startsWith('refs/heads/')) continue
    const commits = { known: from, commit: to }
    const reasons = await checkFiles(reader, commits, limits)
    if (reasons.length > 0) return { reason: reasons.join('\n'), limit: null }
    const problem = await sizeProblem(reader, commits, limits)
    if (problem !== null) return problem
  }
  return null
}

/** Says why the push makes too many branches and tags, or null. */
export async function refsProblem(
  updates: readonly PushUpdate[],
  count: () => Promise<number>,
): Promise<Refusal | null> {
  const isMore = updates.some(({ from }) => from === null)
  if (!isMore) return null
  const made = updates.reduce((sum, { from, to }) => sum + changeOf(from, to), await count())
  const most = MAX_REFS_OF_SITE.toLocaleString('en')
  return made > MAX_REFS_OF_SITE
    ? refusedBy(`The repository would have more than ${most} branches and tags: remove some first.`)
    : null
}

/** For a limit whose sentence names no file. */
export function refusedBy(limit: string): Refusal {
  return { reason: limit, limit }
}

function changeOf(from: string | null, to: string | null): number {
  return (to === null ? 0 : 1) - (from === null ? 0 : 1)
}

/** Problems of the files of a commit, at most ten; files that `known` has are not checked again. */
export async function checkFiles(
  reader: ObjectReader,
  commits: { readonly known: string | null; readonly commit: string },
  { files, refuseTwins = false }: Pick<PushLimits, 'files' | 'refuseTwins'>,
): Promise<string[]> {
  return checkTree(reader, commits, { refuse: refusePath, maxEntries: files, refuseTwins })
}

function refusePath(path: string, mode: string): string | null {
  if (path === CONFIG_PATH && mode === '160000') return 'This must be a file, but is a submodule.'
  return checkPath(path)
}

/** Says why new, unchecked commits are refused, or null. */
export async function commitsProblem(
  reader: ObjectReader,
  commits: readonly CommitNode[],
  limits: CommitLimits,
): Promise<Refusal | null> {
  const most = limits.changes.toLocaleString('en-US')
  if (commits.length > limits.changes)
    return refusedBy(`There are more than ${most} new commits; push some of them first.`)
  const problem = await findOversized(reader, commits, limits)
  if (problem === null) return null
  const reason = `Commit ${problem.commit.slice(0, 12)}: ${problem.reason}`
  return { reason, limit: problem.reason }
}
/** Checks the unpacked size: a small pack may unpack to more than any disk can hold. */
async function sizeProblem(
  reader: ObjectReader,
  { known, commit }: { readonly known: string | null; readonly commit: string },
  limits: PushLimits,
): Promise<Refusal | null> {
  const trees = [await treeOf(reader, known), await treeOf(reader, commit)] as const
  const changes = await diffTrees(reader, ...trees)
  const files = changes.flatMap(({ after }) => (after && after.mode !== '160000' ? [after] : []))
  const sizes = await mapLimited(files, PARALLEL, async ({ oid }) => (await reader.info(oid)).size)
  const large = files.find((_file, place) => (sizes[place] ?? 0) > limits.fileBytes)
  if (large) {
    const limit = `The file is larger than ${inMegabytes(limits.fileBytes)}.`
    return { reason: `${large.path}: ${limit}`, limit }
  }
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return total > limits.totalBytes
    ? refusedBy(`The new files are larger than ${inMegabytes(limits.totalBytes)} together.`)
    : null
}

function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MB`
}
