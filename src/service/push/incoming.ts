/** What is looked at of commits that come from outside, wherever that is done. */

import type { CatFilePool } from '../../git/objects/cat-file.js'
import type { CommitLimits } from '../../git/refs/check-commits.js'
import { quarantineEnv, quarantineReader } from '../../git/objects/quarantine-reader.js'
import { readCommit, type ObjectReader } from '../../git/objects/reader.js'
import type { TreeWeight } from '../../git/objects/tree-scale.js'
import { listNewCommits, type CommitNode } from '../../git/refs/new-commits.js'
import type { PushUpdate } from '../../git/server/push-hook.js'
import { checkFiles, commitsProblem, pushProblem, type PushLimits } from './push-rules.js'

/** Commits to look over. */
export interface IncomingQuestion {
  readonly gitDir: string
  /** Name below `objects/` of the folder in which the objects lie; null for the repository itself. */
  readonly quarantine: string | null
  readonly updates: readonly PushUpdate[]
  /**
   * What is new is walked for all of them: for `push` beyond all refs, then names and sizes of files;
   * for `fetch` the names alone; for `history` nothing more than the commits from `from` to `to`.
   */
  readonly scope: 'push' | 'fetch' | 'history'
}

/** What they are read with. */
interface IncomingSources {
  /** Reads what is in the repository already. */
  readonly known: ObjectReader
  readonly pool: CatFilePool
  /** Weights of trees that were found out before. */
  readonly weights: Map<string, TreeWeight>
}

/** What is found; undecided for commits that are to be looked over elsewhere. */
interface Verdict {
  readonly isDecided: boolean
  /** A line for each thing that is wrong, or null. */
  readonly reason: string | null
}

/** Git counts no further. */
const MOST_COMMITS = 2 ** 31 - 2
/** A history that is read in whole was taken piece by piece: only what nothing explains is refused. */
const HISTORY_FACTOR = 10
/** What is looked over at once, beside everything else. */
const SMALL: CommitLimits = { entries: 2000, changes: 2000 }

/**
 * Looks commits over; undecided where they are larger than what `isSmall` allows.
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
    const reason = await commitsProblem(reader, commits, { ...rules, weights })
    if (reason !== null) return { isDecided: !isSmall, reason }
    return { isDecided: true, reason: await scopeProblem(question, reader, limits) }
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
): Promise<string | null> {
  if (scope === 'history') return null
  if (scope === 'push') return pushProblem(updates, reader, limits)
  for (const { from, to } of updates) {
    if (to === null) continue
    const reasons = await checkFiles(reader, { known: from, commit: to }, limits)
    if (reasons.length > 0) return reasons.join('\n')
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
  const most = Math.min(changes + 1, MOST_COMMITS)
  return listNewCommits({ gitDir, env }, { tips, known, most })
}

/** One commit more on a branch, as most pushes are: known without asking a program. */
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
