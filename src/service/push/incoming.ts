/** The check of commits that come from outside, independent of the thread it runs in. */

import type { CatFilePool } from '../../git/objects/cat-file.js'
import type { CommitLimits } from '../../git/refs/check-commits.js'
import { quarantineEnv, quarantineReader } from '../../git/objects/quarantine-reader.js'
import { readCommit, type ObjectReader } from '../../git/objects/reader.js'
import type { TreeWeight } from '../../git/objects/tree-scale.js'
import { listNewCommits, type CommitNode } from '../../git/refs/new-commits.js'
import type { PushUpdate } from '../../git/server/push-hook.js'
import { checkFiles, commitsProblem, pushProblem, type PushLimits } from './push-rules.js'
import type { Refusal } from './refusals.js'
import { growthOf } from './growth.js'

/** The commits to check. */
export interface IncomingQuestion {
  readonly gitDir: string
  /** Name of the folder of the objects below `objects/`; null for the repository itself. */
  readonly quarantine: string | null
  readonly updates: readonly PushUpdate[]
  /**
   * What to check. `push`: commits that no ref reaches, then names and sizes of files. `fetch`: the same without
   * sizes. `history`: only the commits from `from` to `to`.
   */
  readonly scope: 'push' | 'fetch' | 'history'
  /** True to find out by how much the files of `main` grow. */
  readonly isSized?: boolean
}

/** Readers and caches. */
interface IncomingSources {
  /** Reads what is in the repository already. */
  readonly known: ObjectReader
  readonly pool: CatFilePool
  /** Cache of tree weights. */
  readonly weights: Map<string, TreeWeight>
}

/** The result; undecided if the commits are too large to check here. */
export interface Verdict {
  readonly isDecided: boolean
  /** Null if the commits are fine. */
  readonly refusal: Refusal | null
  /** Bytes by which the files of `main` grow; 0 unless asked for. */
  readonly growth: number
}

/** Largest number that git counts to. */
const MAX_COMMITS = 2 ** 31 - 2
/** Factor for a whole history: it was accepted piece by piece, so only absurd sizes are refused. */
const HISTORY_FACTOR = 10
/** Limits up to which commits are checked without a thread. */
const SMALL: CommitLimits = { entries: 2000, changes: 2000 }

/**
 * Checks commits; undecided if they are larger than `isSmall` allows.
 *
 * @throws GitError
 */
export async function lookOver(
  question: IncomingQuestion,
  limits: PushLimits,
  { known, pool, weights, isSmall }: IncomingSources & { readonly isSmall: boolean },
): Promise<Verdict> {
  const { gitDir, quarantine } = question
  const reader = quarantineReader({ gitDir, quarantine, known, pool })
  try {
    const full = rulesFor(question, limits)
    const rules = isSmall ? least(SMALL, full) : full
    const commits = await newCommits(question, reader, rules)
    const refusal = await commitsProblem(reader, commits, { ...rules, weights })
    if (refusal !== null) return { isDecided: !isSmall, refusal, growth: 0 }
    const problem = await scopeProblem(question, reader, limits)
    const isWanted = question.isSized === true && problem === null
    const growth = isWanted ? await growthOf(question.updates, reader) : 0
    return { isDecided: true, refusal: problem, growth }
  } finally {
    await reader.close()
  }
}

function rulesFor({ scope, updates }: IncomingQuestion, limits: PushLimits): CommitLimits {
  const isWhole = scope === 'history' && updates.every(({ from }) => from === null)
  return isWhole
    ? { entries: limits.files * HISTORY_FACTOR, changes: Number.POSITIVE_INFINITY }
    : { entries: limits.files, changes: limits.changes }
}

function least(one: CommitLimits, other: CommitLimits): CommitLimits {
  return {
    entries: Math.min(one.entries, other.entries),
    changes: Math.min(one.changes, other.changes),
  }
}

async function scopeProblem(
  { scope, updates }: IncomingQuestion,
  reader: ObjectReader,
  limits: PushLimits,
): Promise<Refusal | null> {
  if (scope === 'history') return null
  if (scope === 'push') return pushProblem(updates, reader, limits)
  for (const { from, to } of updates) {
    if (to === null) continue
    const reasons = await checkFiles(reader, { known: from, commit: to }, limits)
    if (reasons.length > 0) return { reason: reasons.join('\n'), limit: null }
  }
  return null
}

async function newCommits(
  { gitDir, quarantine, updates, scope }: IncomingQuestion,
  reader: ObjectReader,
  { changes }: CommitLimits,
): Promise<CommitNode[]> {
  const single = await singleCommit(updates, reader)
  if (single) return [single]
  const tips = updates.flatMap(({ to }) => (to === null ? [] : [to]))
  if (tips.length === 0) return []
  const env = quarantine === null ? {} : quarantineEnv(gitDir, quarantine)
  const from = updates.flatMap((update) => (update.from === null ? [] : [update.from]))
  const known = scope === 'history' ? from : 'refs'
  const most = Math.min(changes + 1, MAX_COMMITS)
  return listNewCommits({ gitDir, env }, { tips, known, most })
}

/** A push of a single commit, as most are: recognized without starting git. */
async function singleCommit(
  updates: readonly PushUpdate[],
  reader: ObjectReader,
): Promise<CommitNode | null> {
  const [update] = updates
  if (updates.length !== 1 || !update?.to || !update.from) return null
  if ((await reader.info(update.to)).type !== 'commit') return null
  const { oid, tree, parents } = await readCommit(reader, update.to)
  return parents.length === 1 && parents[0] === update.from ? { oid, tree, parents } : null
}
