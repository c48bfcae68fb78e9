/**
 * Stands between a `main` that somebody else has moved and all that walks its history: a push on disk,
 * a restored folder, a repository that was there before. Commits that can't be walked are set aside:
 * kept under a ref of their own, and `main` is put back to what was known. Where nothing was known the
 * site waits for somebody to mend it.
 */

import { GalleyError } from '../../errors.js'
import { GitError } from '../../git/program/git-error.js'
import { REFUSED } from '../../git/refs/new-commits.js'
import type { Repository } from '../../git/repository.js'
import type { Readiness } from './readiness.js'

/** Where a history begins, which is known, and where it ends. */
export interface HistorySpan {
  readonly repository: Repository
  readonly from: string | null
  readonly commit: string
}

/** The reason why the commits from one to another can't be walked, or null. */
export type CheckHistory = (span: HistorySpan) => Promise<string | null>

/** Guards the histories of all sites. */
export interface HistoryGuard {
  /**
   * Whether a history may be walked; false where `main` was put back.
   *
   * @throws GalleyError `unavailable` where it may not, and there is nothing to go back to
   */
  admit(siteId: string, span: HistorySpan): Promise<boolean>
  /** Runs work that may meet a history that was refused before: that is told once. */
  once(siteId: string, work: () => Promise<void>): Promise<void>
}

interface HistoryGuardDependencies {
  readonly checkHistory: CheckHistory
  /** Moves `main` from `commit` back to `from`. */
  readonly putBack: (span: HistorySpan & { readonly from: string }) => Promise<void>
  readonly warn: (fields: object, message: string) => void
  readonly readiness: Pick<Readiness, 'block' | 'unblock'>
}

/** Nothing here holds a lock: whoever asks holds the site's. */
export function createHistoryGuard(dependencies: HistoryGuardDependencies): HistoryGuard {
  /** Commits that were refused, and why, where the site waits. */
  const waiting = new Map<string, { readonly commit: string; readonly error: GalleyError }>()
  return {
    async admit(siteId, span) {
      const { repository, from, commit } = span
      const known = waiting.get(siteId)
      if (known?.commit === commit) throw known.error
      waiting.delete(siteId)
      dependencies.readiness.unblock(siteId)
      const base = from !== null && (await isThere(repository, from)) ? from : null
      const reason = await dependencies.checkHistory({ ...span, from: base })
      if (reason === null) return true
      if (base === null) {
        const error = refusal({ commit, reason })
        waiting.set(siteId, { commit, error })
        dependencies.readiness.block(siteId, error)
        throw error
      }
      // The commits first get a name, so that nothing is lost; then `main` goes back.
      const ref = await keepRefused(repository, commit)
      await dependencies.putBack({ ...span, from: base })
      dependencies.warn(
        { siteId, commit, ref, reason },
        'commits break the rules for pushes: main was reset, and the ref keeps them',
      )
      return false
    },
    async once(siteId, work) {
      const before = waiting.get(siteId)
      try {
        await work()
      } catch (error) {
        if (before === undefined || waiting.get(siteId) !== before) throw error
      }
    },
  }
}

function refusal({ commit, reason }: { readonly commit: string; readonly reason: string }) {
  const message = `The branch main is at commit ${commit}, whose history is refused. ${reason}`
  return new GalleyError('unavailable', message, { retryAfter: 60 })
}

async function isThere(repository: Repository, commit: string): Promise<boolean> {
  try {
    await repository.readCommit(commit)
    return true
  } catch (error) {
    if (error instanceof GitError && error.code === 'not_found') return false
    throw error
  }
}

async function keepRefused(repository: Repository, commit: string): Promise<string> {
  const ref = `${REFUSED}/${commit}`
  if ((await repository.head(ref)) === null) {
    await repository.updateRef({ ref, from: null, to: commit })
  }
  return ref
}
