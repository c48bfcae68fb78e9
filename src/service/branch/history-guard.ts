/**
 * Checks a `main` that was moved outside of Galley (a push on disk, a restored folder, an existing repository) before
 * anything walks its history: such commits did not pass the rules for pushes.
 *
 * If the new commits break the rules, they are kept under a ref of their own, and `main` is put back to the last
 * known commit. If no commit is known, the site is blocked (`unavailable`) until somebody repairs the repository.
 * Used by `advance.ts`, which holds the lock of the site meanwhile.
 */

import { GalleyError } from '../../errors.js'
import { hasCommit } from '../../git/objects/reader.js'
import { REFUSED } from '../../git/refs/new-commits.js'
import type { Repository } from '../../git/repository.js'
import type { Readiness } from './readiness.js'

/** The commits to check: those of `commit` that `from` does not have. `from` was checked before; null for none. */
export interface HistorySpan {
  readonly repository: Repository
  readonly from: string | null
  readonly commit: string
}

/** Says why the commits break the rules, or null if they do not. */
export type CheckHistory = (span: HistorySpan) => Promise<string | null>

export interface HistoryGuard {
  /**
   * True if the history is fine; false if `main` was put back to `from`.
   *
   * @throws GalleyError `unavailable` if it is not, and there is nothing to go back to
   */
  check(siteId: string, span: HistorySpan): Promise<boolean>
  /** Runs work that calls `check`. A refusal that an earlier call has thrown already is not thrown again. */
  withoutRepeats(siteId: string, work: () => Promise<void>): Promise<void>
}

interface HistoryGuardDependencies {
  readonly checkHistory: CheckHistory
  /** Moves `main` from `commit` back to `from`. */
  readonly putBack: (span: HistorySpan & { readonly from: string }) => Promise<void>
  readonly warn: (fields: object, message: string) => void
  readonly readiness: Pick<Readiness, 'block' | 'unblock'>
}

/** The caller holds the lock of the site. */
export function createHistoryGuard(dependencies: HistoryGuardDependencies): HistoryGuard {
  /** The blocked sites, each with the refused commit. */
  const blocked = new Map<string, { readonly commit: string; readonly error: GalleyError }>()
  return {
    async check(siteId, span) {
      const { repository, from, commit } = span
      const known = blocked.get(siteId)
      if (known?.commit === commit) throw known.error
      if (blocked.delete(siteId)) dependencies.readiness.unblock(siteId)
      const base = from !== null && (await hasCommit(repository.reader, from)) ? from : null
      const reason = await dependencies.checkHistory({ ...span, from: base })
      if (reason === null) return true
      if (base === null) {
        const error = refusal({ commit, reason })
        blocked.set(siteId, { commit, error })
        dependencies.readiness.block(siteId, error)
        throw error
      }
      // First the ref, so that git never collects the commits.
      const ref = await keepRefused(repository, commit)
      await dependencies.putBack({ ...span, from: base })
      dependencies.warn(
        { siteId, commit, ref, reason },
        'commits break the rules for pushes: main was reset, and the ref keeps them',
      )
      return false
    },
    async withoutRepeats(siteId, work) {
      const before = blocked.get(siteId)
      try {
        await work()
      } catch (error) {
        if (before === undefined || blocked.get(siteId) !== before) throw error
      }
    },
  }
}

function refusal({ commit, reason }: { readonly commit: string; readonly reason: string }) {
  const message = `The site cannot be used until its repository is repaired: commit ${commit} of main breaks the rules for pushes. ${reason}`
  return new GalleyError('unavailable', message, { retryAfter: 60 })
}

async function keepRefused(repository: Repository, commit: string): Promise<string> {
  const ref = `${REFUSED}/${commit}`
  if ((await repository.head(ref)) === null) {
    await repository.updateRef({ ref, from: null, to: commit })
  }
  return ref
}
