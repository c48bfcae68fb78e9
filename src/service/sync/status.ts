/**
 * The state of a site's sync: what it waits for, the files of which two versions are there, and the choice of an
 * administrator. @see src/http/README.md (Sites)
 */

import { GalleyError, invalid } from '../../errors.js'
import type { Repository } from '../../git/repository.js'
import type { Runner } from '../../jobs/runner.js'
import type { JobKind } from '../../model/job.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { Access } from '../accounts/access.js'
import type { Repositories } from '../branch/repositories.js'
import { conflictCopies, type ConflictCopy } from './copies.js'
import type { Choice, Decision, Decisions } from './decisions.js'
import { createKeptFiles } from './kept-files.js'
import { rememberCommit } from './push.js'
import { memoryRef, requireBranch, syncAccount, type RemoteAccount } from './remote.js'

/** `conflicts`: it syncs, but files are there twice, or were kept although the remote removed them. */
type SyncState = 'off' | 'in_order' | 'conflicts' | 'rewritten' | 'gone'

export interface SyncStatus {
  readonly state: SyncState
  /** The followed branch; null if sync is off. */
  readonly branch: string | null
  /** Commits: `main`, the remote branch, and what both had last; null if unknown. */
  readonly ours: string | null
  readonly theirs: string | null
  readonly last: string | null
  /** Other branches of the remote, if the followed one is gone. */
  readonly branches: readonly string[]
  readonly conflicts: readonly ConflictCopy[]
  /** Files that the remote removed and that were kept, since they had been changed here. */
  readonly kept: readonly string[]
}

/** A choice, the name of the branch to follow from now on, or the path of a kept file that stays. */
export type Resolution =
  { readonly choice: Choice } | { readonly branch: string } | { readonly keep: string }

interface SyncStatusDependencies {
  readonly records: Pick<Records, 'sites' | 'settings'>
  readonly repositories: Repositories
  readonly access: Access
  readonly decisions: Decisions
  readonly runner: Pick<Runner<JobKind>, 'enqueue'>
}

export type SyncStatuses = ReturnType<typeof createSyncStatus>

export function createSyncStatus(dependencies: SyncStatusDependencies) {
  const { records, repositories, access, decisions, runner } = dependencies
  const keptFiles = createKeptFiles(records)
  const pending = (siteId: string) => {
    const site = records.sites.get(siteId)
    if (site.sync !== 'githost') return { site, account: null, decision: null }
    const account = syncAccount(site.syncOptions)
    const decision = decisions.find(siteId)
    const isMeant = decision?.remote === memoryRef('sync', account)
    return { site, account, decision: isMeant ? decision : null }
  }
  return {
    /** @throws GalleyError `not_found`; `forbidden` for all but admins */
    async status(actor: Actor, siteId: string): Promise<SyncStatus> {
      access.onSite(actor, siteId, 'site.change')
      const { account, decision } = pending(siteId)
      const repository = await repositories.get(siteId)
      const ours = await repository.head()
      const conflicts = await conflictCopies(repository.snapshot(ours))
      const kept = await keptFiles.standing(siteId, repository.snapshot(ours))
      const shared = { ours, conflicts, kept, branch: account?.branch ?? null }
      if (decision !== null) {
        const { theirs, last, branches } = decision
        return { ...shared, state: theirs === null ? 'gone' : 'rewritten', theirs, last, branches }
      }
      const last = account === null ? null : await repository.head(memoryRef('sync', account))
      const state = conflicts.length + kept.length > 0 ? 'conflicts' : 'in_order'
      return {
        ...shared,
        state: account === null ? 'off' : state,
        theirs: last,
        last,
        branches: [],
      }
    },

    /**
     * Settles what the sync waits for, and queues a sync.
     *
     * @throws GalleyError `not_found`; `forbidden` for all but admins; `conflict` if it waits for nothing;
     *   `validation_failed` for a choice that makes no sense
     */
    async resolve(actor: Actor, siteId: string, resolution: Resolution): Promise<{ id: string }> {
      access.onSite(actor, siteId, 'site.change')
      const { site, account, decision } = pending(siteId)
      if ('keep' in resolution) {
        if (!keptFiles.settle(siteId, resolution.keep))
          throw invalid('keep', 'is no file that was removed on the remote and kept here')
      } else if (account === null || decision === null) {
        throw new GalleyError('conflict', 'The sync of this site waits for no decision.')
      } else if ('branch' in resolution) {
        const { branch } = resolution
        requireBranch(branch)
        await followFrom(await repositories.get(siteId), { ...account, branch }, decision)
        records.sites.update({ ...site, syncOptions: { ...site.syncOptions, branch } })
        decisions.clear(siteId)
      } else {
        requireSense(resolution.choice, decision)
        decisions.keep(siteId, { ...decision, choice: resolution.choice })
      }
      const userId = actor.kind === 'user' ? actor.user.id : null
      return runner.enqueue({ siteId, kind: 'sync', userId })
    },
  }
}

/** So that the new branch is compared with what was synced, too. */
function followFrom(
  repository: Repository,
  followed: RemoteAccount,
  { last }: Decision,
): Promise<void> {
  return rememberCommit(repository, memoryRef('sync', followed), last)
}

function requireSense(choice: Choice, { theirs }: Decision): void {
  if (theirs !== null || choice === 'ours') return
  throw invalid('choice', 'must be ours, since the branch is gone; or send a branch to follow')
}
