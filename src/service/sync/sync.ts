/**
 * The job `sync`: makes `main` of a site and a remote branch the same commit.
 *
 * It fetches, merges (or fast-forwards one side), pushes, and starts again if somebody pushed meanwhile. `main` moves
 * only through `advance`, before the push, so what is pushed is always what the site has. If the remote lost commits that
 * both sides had, nothing is done until an administrator has chosen (`rewritten.ts`); only then is history rewritten on
 * one side. A conflict is committed with both versions, and reported as long as the second one is there (`copies.ts`).
 *
 * @see src/http/README.md (Sites; Jobs), src/service/README.md
 */

import { formatBytes } from '../../deploy/network/remote-text.js'
import type { Outgoing } from '../../deploy/network/outgoing.js'
import { GalleyError } from '../../errors.js'
import { GitError } from '../../git/program/git-error.js'
import { pointersAmong } from '../../git/lfs/pointer.js'
import { mergeBase } from '../../git/refs/merge-base.js'
import { readPushTip } from '../../git/remote/refs.js'
import { fetchRemote, pushRemote } from '../../git/remote/remote.js'
import type { Remote } from '../../git/remote/http.js'
import type { Repository } from '../../git/repository.js'
import type { JobContext, RunnerJob } from '../../jobs/job.js'
import { MAX_DIAGNOSTICS, type JobKind } from '../../model/job.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { SiteRecord } from '../../model/site.js'
import type { Records } from '../../store/records/records.js'
import type { Advance } from '../branch/advance.js'
import { authorOf, type Author } from '../branch/authors.js'
import { newTwins, type Collision } from '../branch/path-collisions.js'
import type { Repositories } from '../branch/repositories.js'
import type { IncomingCheck } from '../push/incoming-check.js'
import { twinWarnings } from '../sites/importing.js'
import type { SiteOptions } from '../sites/site-options.js'
import { conflictCopies, copyWarnings, seenCopies } from './copies.js'
import type { Decisions } from './decisions.js'
import { settleRewritten } from './rewritten.js'
import { conflictError, conflictText, isSeen } from './conflict-error.js'
import { createKeptFiles, keptWarnings } from './kept-files.js'
import { syncIsOff } from './hook.js'
import { missingWarnings, type LfsObjects } from './lfs-objects.js'
import { mergeCommits, type MergeConflict } from './merge.js'
import { rememberCommit } from './push.js'
import {
  explainRemote,
  memoryRef,
  PATIENCE,
  persistently,
  syncAccount,
  withRemote,
  type Patience,
  type RemoteAccount,
} from './remote.js'

interface SyncingDependencies {
  readonly records: Pick<Records, 'sites' | 'users' | 'jobs' | 'settings'>
  readonly repositories: Repositories
  readonly index: Pick<SiteIndex, 'entryByPath'>
  readonly advance: Pick<Advance, 'adopt'>
  readonly options: Pick<SiteOptions, 'open'>
  readonly decisions: Decisions
  readonly lfs: Pick<LfsObjects, 'fetch'>
  readonly incoming: Pick<IncomingCheck, 'checkFetched'>
  readonly outgoing: Outgoing
  /** True if the server's disk takes names for one that are equal but for case. */
  readonly ignoresCase: boolean
  readonly now: () => number
  /** Retries; if left out, four attempts with a pause of one second before the second. */
  readonly patience?: Patience
}

export type Syncing = ReturnType<typeof createSyncing>

/** Rounds before the job gives up because others keep pushing; the next job continues. */
const MAX_ROUNDS = 8

export function createSyncing(dependencies: SyncingDependencies) {
  const optionsOf = (siteId: string) => placeOf(dependencies.records.sites.get(siteId))
  const placeOf = (site: SiteRecord) => {
    if (site.sync !== 'githost') throw syncIsOff()
    return site.syncOptions
  }
  return {
    /** The job. */
    async handler(job: RunnerJob<JobKind>, context: JobContext): Promise<void> {
      const account = syncAccount(dependencies.options.open(optionsOf(job.siteId)))
      const { signal } = context
      try {
        await withRemote(dependencies.outgoing, { account, signal }, (remote) =>
          syncSite(dependencies, job, { ...context, remote }),
        )
      } catch (error) {
        throw explainRemote(account, error)
      }
    },

    /** Connects with push access to the repository of a site, saved or not, and says in one sentence what was found. @throws GalleyError */
    async test(site: SiteRecord, signal: AbortSignal): Promise<string> {
      const account = syncAccount(dependencies.options.open(placeOf(site)))
      try {
        const tip = await withRemote(dependencies.outgoing, { account, signal }, readPushTip)
        const where = `${nameOf(account)} answers and may be pushed to`
        if (tip === null) return `${where}; the first sync makes its branch ${account.branch}.`
        return `${where}; its branch ${account.branch} is at ${tip.slice(0, 7)}.`
      } catch (error) {
        throw explainRemote(account, error)
      }
    },

    /** True if `main` has commits that the remote may not have. */
    async isAhead(siteId: string): Promise<boolean> {
      const repository = await dependencies.repositories.get(siteId)
      const [head, last] = await Promise.all([
        repository.head(),
        repository.head(memoryRef('sync', syncAccount(optionsOf(siteId)))),
      ])
      return head !== null && head !== last
    },
  }
}

interface Context extends JobContext {
  readonly remote: Remote & RemoteAccount
}

async function syncSite(
  dependencies: SyncingDependencies,
  job: RunnerJob<JobKind>,
  context: Context,
): Promise<void> {
  const repository = await dependencies.repositories.get(job.siteId)
  const before = await repository.head()
  const conflicts: MergeConflict[] = []
  for (let round = 1; ; round += 1) {
    const theirs = await fetchBranch(dependencies, repository, context)
    const settled = await settleRewritten(dependencies, {
      ...context,
      siteId: job.siteId,
      repository,
      theirs,
    })
    const merged =
      settled === 'ours'
        ? { head: await repository.head(), conflicts: [] }
        : await mergeRemote(dependencies, job, { ...context, theirs })
    conflicts.push(...merged.conflicts)
    await noteKept(dependencies, repository, { siteId: job.siteId, ...merged })
    if (await pushMain(dependencies, repository, { ...context, ...merged, theirs })) {
      dependencies.decisions.clear(job.siteId)
      break
    }
    if (round === MAX_ROUNDS) {
      throw new GalleyError(
        'unavailable',
        'Somebody else keeps pushing to the remote; the next sync tries again.',
      )
    }
    context.report('Somebody else pushed meanwhile: fetching again')
  }
  if (conflicts.length > 0) {
    await reportLeft(dependencies, repository, { ...context, job, before })
    throw await conflictError(conflicts, { ...dependencies, repository, siteId: job.siteId })
  }
  await reportLeft(dependencies, repository, { ...context, job, before })
  context.report(`In sync with ${context.remote.branch} of ${nameOf(context.remote)}`)
}

/** Remembers what the remote removed and is kept here, as soon as `main` has it. */
async function noteKept(
  { records }: SyncingDependencies,
  repository: Repository,
  { siteId, head, conflicts }: MergeOutcome & { readonly siteId: string },
): Promise<void> {
  const paths = conflicts.flatMap(({ path, keptAt }) => (keptAt === null ? [path] : []))
  await createKeptFiles(records).note(siteId, repository.snapshot(head), paths)
}

interface Report extends Context {
  readonly job: RunnerJob<JobKind>
  /** What `main` was before. */
  readonly before: string | null
}

/**
 * Says what is left to settle: a conflict is reported until somebody has settled it. Also fetches what new pointers of Git
 * LFS name, and warns of what can't be fetched and of new names that are equal to others but for case.
 */
async function reportLeft(
  { records, index, lfs }: SyncingDependencies,
  repository: Repository,
  { job: { id, siteId }, before, remote, ...context }: Report,
): Promise<void> {
  const head = await repository.head()
  const snapshot = repository.snapshot(head)
  const files = { index, repository, siteId }
  const copies = copyWarnings(await seenCopies(files, await conflictCopies(snapshot)))
  const kept = keptWarnings(await createKeptFiles(records).standing(siteId, snapshot))
  const changes = head === before ? [] : await repository.diff(before, head)
  const added = changes.flatMap(({ before: old, after }) => (old || !after ? [] : [after.path]))
  const twins: Collision[] = []
  for (const twin of await newTwins(snapshot, added)) {
    const both = await Promise.all(
      [twin.path, twin.other].map((path) => isSeen(files, { path, keptAt: null })),
    )
    if (!both.includes(false)) twins.push(twin)
  }
  const pointers = await pointersAmong(
    repository,
    changes.flatMap(({ after }) => after ?? []),
  )
  const missing = await lfs.fetch(remote, { ...context, siteId, pointers })
  const said = [...copies, ...kept, ...missingWarnings(pointers, missing), ...twinWarnings(twins)]
  records.jobs.keepDiagnostics(id, said.slice(0, MAX_DIAGNOSTICS))
}

async function fetchBranch(
  { incoming, patience = PATIENCE }: SyncingDependencies,
  repository: Repository,
  { remote, signal, report }: Context,
): Promise<string | null> {
  report(`Fetching ${remote.branch} of ${nameOf(remote)}`)
  const known = await repository.head()
  const { commit } = await persistently(patience, signal, () =>
    fetchRemote(repository, {
      ...remote,
      check: async (_reader, commit, objects) => {
        const reason = await incoming.checkFetched(objects, { known, commit })
        return reason === null ? [] : reason.split('\n')
      },
      onProgress: (bytes) => report(`Received ${formatBytes(bytes)}`),
    }),
  )
  return commit
}

interface MergeOutcome {
  /** The new `main`; null while both sides are empty. */
  readonly head: string | null
  readonly conflicts: readonly MergeConflict[]
}

interface MergeContext extends Context {
  readonly theirs: string | null
}

/** Moves `main` to a commit that contains both sides, if it does not already. */
async function mergeRemote(
  dependencies: SyncingDependencies,
  job: RunnerJob<JobKind>,
  context: MergeContext,
): Promise<MergeOutcome> {
  const author = authorFor(dependencies, job)
  return dependencies.advance.adopt(job.siteId, async (repository, head) => {
    context.signal.throwIfAborted()
    const { ignoresCase } = dependencies
    return mergeHistories(repository, { head, ...context, author, ignoresCase })
  })
}

function authorFor({ records, now }: SyncingDependencies, { userId }: RunnerJob<JobKind>) {
  const user = userId === null ? null : records.users.find(userId)
  const author: Author = authorOf(user ? { kind: 'user', user } : { kind: 'server' })
  return { ...author, time: Math.floor(now() / 1000) }
}

interface MergeInput extends MergeContext {
  readonly head: string | null
  readonly author: Author & { readonly time: number }
  readonly ignoresCase: boolean
}

async function mergeHistories(repository: Repository, input: MergeInput): Promise<MergeOutcome> {
  const { head, theirs, report } = input
  const unchanged = { head: head ?? theirs, conflicts: [] }
  if (head === null || theirs === null || head === theirs) return unchanged
  const base = await mergeBase(repository.reader, head, theirs)
  if (base === theirs) return unchanged
  if (base === head) {
    const changes = await repository.diff(head, theirs)
    report(`Taking over changes in ${countFiles(changes.length)}`)
    return { head: theirs, conflicts: [] }
  }
  return mergeBoth(repository, { ...input, base, head, theirs })
}

interface DivergedInput extends MergeInput {
  readonly base: string | null
  readonly head: string
  readonly theirs: string
}

async function mergeBoth(repository: Repository, input: DivergedInput): Promise<MergeOutcome> {
  const { base, head, theirs, ignoresCase, author, remote, report } = input
  const sides = { base, ours: head, theirs, ignoresCase }
  const { edits, conflicts } = await mergeCommits(repository, sides)
  report(`Merging changes in ${countFiles(edits.size)}`)
  const { commit } = await repository.commit({
    parents: [head, theirs],
    base: head,
    edits,
    author,
    committer: author,
    message: messageOf(remote, conflicts),
  })
  return { head: commit, conflicts }
}

function messageOf(remote: RemoteAccount, conflicts: readonly MergeConflict[]): string {
  const subject = `Merge ${remote.branch} of ${nameOf(remote)}`
  const lines = conflicts.map((conflict) => `- ${conflictText(conflict)}`)
  return [subject, ...(lines.length > 0 ? ['', 'Both versions are kept:', ...lines] : [])].join(
    '\n',
  )
}

interface PushContext extends MergeContext, MergeOutcome {}

/** @returns false if `main` or the remote branch moved meanwhile */
async function pushMain(
  { patience = PATIENCE }: SyncingDependencies,
  repository: Repository,
  { head, theirs, remote, signal, report }: PushContext,
): Promise<boolean> {
  if (head === null) return true
  if (head !== theirs) {
    report(`Pushing ${remote.branch}`)
    const onProgress = (bytes: number): void => report(`Sent ${formatBytes(bytes)}`)
    try {
      await persistently(patience, signal, () =>
        pushRemote(repository, { ...remote, commit: head, expected: theirs, onProgress }),
      )
    } catch (error) {
      if (error instanceof GitError && error.code === 'conflict') return false
      throw error
    }
  }
  await rememberCommit(repository, memoryRef('sync', remote), head)
  return true
}

/** Host and path of the URL. */
function nameOf({ url }: RemoteAccount): string {
  return url.replace(/^https?:\/\//i, '').replace(/\.git$/, '')
}

function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en-US')} files`
}
