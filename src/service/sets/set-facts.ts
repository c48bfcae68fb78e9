/** What a change set has changed, and where that can't be merged with `main`. */

import type { Change } from '../../git/diff/diff.js'
import { mergeBase } from '../../git/refs/merge-base.js'
import { GitError } from '../../git/program/git-error.js'
import { MAIN, type Repository } from '../../git/repository.js'
import { pairMoves } from '../branch/moves.js'
import { mergeCommits, type MergeConflict } from '../sync/merge.js'

export interface SetFacts {
  readonly head: string
  readonly main: string
  /** Where the set left `main`; null if it never was on it. */
  readonly base: string | null
  /** True if `main` has commits that the set lacks. */
  readonly isBehind: boolean
  /** From the base to the set, sorted by path. */
  readonly changes: readonly Change[]
}

/** Facts of one set are kept, since a list asks for those of all. */
const MAX_KEPT = 200

/** Changed paths of all kept facts: each takes about half a kilobyte, and a push may have changed very many. */
const MAX_KEPT_CHANGES = 50_000

interface FactsParts {
  readonly ignoresCase: boolean
  readonly maxChanges?: number
}

export function createSetFacts({ ignoresCase, maxChanges = MAX_KEPT_CHANGES }: FactsParts) {
  const remembered = createMemory<SetFacts>(maxChanges, ({ changes }) => changes.length)
  const rememberedMerge = createMemory<readonly MergeConflict[]>(maxChanges, ({ length }) => length)
  return {
    /** Null if the set or `main` has no commit, or one that is gone. @param repository at the branch of the set */
    async of(repository: Repository): Promise<SetFacts | null> {
      const [head, main] = await Promise.all([repository.head(), repository.head(MAIN)])
      if (head === null || main === null) return null
      return remembered(`${repository.gitDir} ${head} ${main}`, () =>
        factsOf(repository, head, main),
      ).catch(orNull)
    },

    /** What can't be merged into `main`. */
    conflicts(repository: Repository, facts: SetFacts): Promise<readonly MergeConflict[]> {
      const { head, main, base } = facts
      return rememberedMerge(`${repository.gitDir} ${head} ${main}`, async () => {
        if (!facts.isBehind) return []
        const sides = { base, ours: main, theirs: head, ignoresCase }
        return (await mergeCommits(repository, sides)).conflicts
      })
    },
  }
}

/** For a commit that is not there: somebody has damaged the repository, and can't be asked here. */
export function orNull(error: unknown): null {
  if (error instanceof GitError && error.code === 'not_found') return null
  throw error
}

async function factsOf(repository: Repository, head: string, main: string): Promise<SetFacts> {
  const base = await mergeBase(repository.reader, main, head)
  const isBehind = base !== main
  const changes = await repository.diff(base, head)
  const messages = await messagesOf(repository, { head, base })
  return { head, main, base, isBehind, changes: pairMoves(messages, changes) }
}

/** Commits of a set whose messages are read for moves. */
const MAX_READ = 500

/** The messages of the commits of a set, newest first. */
async function messagesOf(
  repository: Repository,
  { head, base }: Pick<SetFacts, 'head' | 'base'>,
): Promise<string> {
  const messages: string[] = []
  for await (const { message } of commitsOf(repository, { head, base })) {
    messages.push(message)
    if (messages.length >= MAX_READ) break
  }
  return messages.join('\n')
}

/** The commits of a set itself, newest first: neither those of `main`, nor merges of it. */
export async function* commitsOf(
  repository: Repository,
  { head, base }: Pick<SetFacts, 'head' | 'base'>,
) {
  // Where the line of first parents leaves `main`. Below a merge, it is further back: looked for from there once a merge,
  // since each search reads what `main` has in between.
  let end = base
  for (let oid: string | undefined = head; oid !== undefined && oid !== end;) {
    const commit = await repository.readCommit(oid)
    const [parent, ...merged] = commit.parents
    if (merged.length === 0) yield commit
    else if (parent !== undefined && end !== null)
      end = await mergeBase(repository.reader, parent, end)
    oid = parent
  }
}

/** Makes a function that makes a value once for each key, and forgets the oldest if all together weigh too much. */
function createMemory<Value>(most: number, weigh: (value: Value) => number) {
  const known = new Map<string, { readonly made: Promise<Value>; weight: number }>()
  let total = 0
  const forget = (key: string): void => {
    total -= known.get(key)?.weight ?? 0
    known.delete(key)
  }
  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const found = known.get(key)
    if (found) return found.made
    const one = { made: make(), weight: 0 }
    known.set(key, one)
    const weighed = (value: Value): void => {
      if (known.get(key) !== one) return
      one.weight = weigh(value)
      total += one.weight
      for (const oldest of known.keys()) {
        if (oldest === key || (total <= most && known.size <= MAX_KEPT)) return
        forget(oldest)
      }
    }
    one.made.then(weighed, () => forget(key))
    return one.made
  }
}
