/** The rules for pushes: limited refs, names that are valid on every file system, limited sizes. */

import { checkPath } from '../../content/paths.js'
import { CONFIG_PATH } from '../../content/site-config.js'
import { isAncestor } from '../../git/refs/ancestry.js'
import { findOversized, type CommitLimits } from '../../git/refs/check-commits.js'
import { checkTree } from '../../git/objects/check-tree.js'
import { mapLimited } from '../../system/parallel.js'
import { diffTrees } from '../../git/diff/diff.js'
import { isHiddenRef } from '../../git/protocol/serve-config.js'
import type { PushUpdate } from '../../git/server/push-hook.js'
import type { ObjectReader } from '../../git/objects/reader.js'
import { treeOf } from '../../git/objects/snapshot.js'
import type { CommitNode } from '../../git/refs/new-commits.js'
import { MAX_OPEN_SETS, setOfRef } from '../../model/change-set.js'
import { isRefName } from '../../git/refs/refs.js'
import { MAIN } from '../../git/repository.js'
import { REFUSALS, refusedBy, type Refusal } from './refusals.js'

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

const NAMESPACES = /^refs\/(heads|tags|notes)\//

/**
 * Says why refs may not move like this, or null: only known kinds of refs; branches are commits; `main` and the branches of
 * change sets only move forward.
 */
export async function movesProblem(
  updates: readonly PushUpdate[],
  reader: ObjectReader,
): Promise<string | null> {
  for (const { ref, from, to } of updates) {
    if (!isRefName(ref) || !NAMESPACES.test(ref)) return REFUSALS.otherKind(ref)
    if (ref === MAIN && to === null) return REFUSALS.removed(ref)
    const isSet = setOfRef(ref) !== null
    if (isSet && to === null) return REFUSALS.dropped(ref)
    if (to === null || !ref.startsWith('refs/heads/')) continue
    if ((await reader.info(to)).type !== 'commit') return REFUSALS.noCommit(ref)
    if ((ref !== MAIN && !isSet) || from === null) continue
    if (!(await isAncestor(reader, from, to))) return REFUSALS.moved
  }
  return null
}

/** Says why the push makes too many branches and tags, or null. */
export async function refsProblem(
  updates: readonly PushUpdate[],
  count: (isCounted: (ref: string) => boolean) => Promise<number>,
): Promise<Refusal | null> {
  const isMore = updates.some(({ from }) => from === null)
  if (!isMore) return null
  const after = async (some: readonly PushUpdate[], isCounted: (ref: string) => boolean) =>
    some.reduce((sum, { from, to }) => sum + changeOf(from, to), await count(isCounted))
  if ((await after(updates, (ref) => !isHiddenRef(ref))) > MAX_REFS_OF_SITE) {
    return refusedBy(REFUSALS.tooManyRefs(MAX_REFS_OF_SITE))
  }
  const isSet = (ref: string) => setOfRef(ref) !== null
  const ofSets = updates.filter(({ ref }) => isSet(ref))
  if (!ofSets.some(({ from }) => from === null)) return null
  const isMuch = (await after(ofSets, isSet)) > MAX_OPEN_SETS
  return isMuch ? refusedBy(REFUSALS.tooManySets(MAX_OPEN_SETS)) : null
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
  if (path === CONFIG_PATH && mode === '160000') return REFUSALS.submodule
  return checkPath(path)
}

/** Says why new, unchecked commits are refused, or null. */
export async function commitsProblem(
  reader: ObjectReader,
  commits: readonly CommitNode[],
  limits: CommitLimits,
): Promise<Refusal | null> {
  if (commits.length > limits.changes) return refusedBy(REFUSALS.tooManyCommits(limits.changes))
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
    const limit = REFUSALS.largeFile(limits.fileBytes)
    return { reason: `${large.path}: ${limit}`, limit }
  }
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return total > limits.totalBytes ? refusedBy(REFUSALS.largeFiles(limits.totalBytes)) : null
}
