/**
 * Moves `main`. Every change of a site goes through this file.
 *
 * A write takes these steps: take the site's lock; read the current snapshot; compute the edit (pure, from `content/`); write
 * objects durably; move the ref by compare-and-swap. That is the commit point. Working tree and index follow from it and can be
 * made again at any time. `catchUp` does that if `main` moved in another way: by a push on disk, or before a crash.
 *
 * @see CONTRIBUTING.md, src/git/README.md
 */

import { GalleyError, notFound } from '../../errors.js'
import type { Edit } from '../../git/commit.js'
import { GitError } from '../../git/program/git-error.js'
import { MAIN, type Repository } from '../../git/repository.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import { withoutSet } from '../../model/change-set.js'
import type { SiteSpace } from '../space/site-space.js'
import type { DeletionReserve } from './deletion-reserve.js'
import { createFailedDisks, measureEdits, requireSpace } from './disk.js'
import { messageMaker, type Authorship } from './authorship.js'
import { keptAs, translate } from './failures.js'
import type { DataFolders } from './folders.js'
import type { Holds } from './holds.js'
import type { Indexing, RenameHint } from './indexing.js'
import type { Locks } from './locks.js'
import { checkPaths } from './new-paths.js'
import type { Author } from './authors.js'
import {
  createHistoryGuard,
  type HistoryGuard,
  type CheckHistory,
  type HistorySpan,
} from './history-guard.js'
import type { Readiness } from './readiness.js'
import type { ReadOnly } from './read-only.js'
import type { Repositories } from './repositories.js'
import { createSetAside, type SetAside } from './set-aside.js'

/** The changes that an edit makes to a snapshot. */
export interface Edits {
  /** By path; null removes the file. */
  readonly files: ReadonlyMap<string, Edit>
  /** Commit message: a subject line and, after an empty line, more text. */
  readonly message: string
  /** Files that move, so that their ids follow. */
  readonly hints?: readonly RenameHint[]
}

interface AdvanceRequest {
  readonly author: Author
  readonly requestId?: string | undefined
  /** True for edits made by hand on the server's disk: they are there already, whatever the limit of the site. */
  readonly isOnDisk?: boolean
  /** True for imports: names may differ from each other only in case. */
  readonly mayHaveTwins?: boolean
  /**
   * Computes the changes, with the site's lock held. Runs again if somebody pushed on disk meanwhile, so it must have
   * no side effects.
   */
  readonly edit: (snapshot: Snapshot) => Promise<Edits>
}

export interface Advanced {
  readonly commit: string | null
  /** False if the edits changed nothing; then no commit was made. */
  readonly changed: boolean
}

export interface Advance {
  /**
   * Moves `main` by one commit, then updates working tree and index.
   *
   * @throws GalleyError `validation_failed` for an invalid path, `conflict` for one that is taken; `internal_error`,
   *   which names the commit, if the commit was made but the index could not follow
   */
  advance(siteId: string, request: AdvanceRequest): Promise<Advanced>
  /** Updates working tree and index to the current `main`. */
  catchUp(siteId: string): Promise<void>
  /** Rebuilds the index of a site from scratch. */
  reindex(siteId: string): Promise<void>
  /** True if a process died while it indexed the site. */
  isSuspect(siteId: string): boolean
  /**
   * Runs other work that moves `main` (a push), with the site's lock held. Working tree and index follow before it
   * resolves.
   */
  whileLocked<Result>(
    siteId: string,
    work: (repository: Repository) => Promise<Result>,
    options?: Checked,
  ): Promise<Result>
  /** Moves `main` to a commit from elsewhere (a sync), then updates working tree and index. */
  adopt<Result extends Adopted>(siteId: string, build: Build<Result>): Promise<Result>
}

/** A commit that was checked already: `main` may move to it without another check. */
interface Checked {
  readonly checked: string | null
  /** The user for whom `main` may be reserved (`holds.ts`). */
  readonly userId?: string | undefined
}

interface Adopted {
  /** The new `main`; null, or the current one, for no move. */
  readonly head: string | null
  /** Files that move, so that their ids follow. */
  readonly hints?: readonly RenameHint[]
}

/** Makes the commit to adopt, with the site's lock held. Runs again if somebody pushed on disk meanwhile. */
type Build<Result extends Adopted> = (
  repository: Repository,
  head: string | null,
) => Promise<Result>

/** A commit that `main` has come to by `advance`. */
export interface Moved {
  readonly siteId: string
  readonly commit: string
  /** Undefined for the server itself. */
  readonly userId: string | undefined
  readonly requestId: string | undefined
  /** @see AdvanceRequest */
  readonly isOnDisk: boolean
}

interface AdvanceDependencies {
  /** Told of each commit, before the index follows. */
  readonly moved?: (move: Moved) => void
  readonly locks: Locks
  /** Not needed if nobody can push. */
  readonly holds?: Pick<Holds, 'waitForOthers'>
  readonly repositories: Repositories
  readonly indexing: Indexing
  readonly indexedCommit: (siteId: string) => string | null
  /** Updates the working tree to `main`, soon. */
  readonly followTree: (siteId: string) => void
  readonly authorship: Authorship
  /** Says why the commits must not be indexed, or null. */
  readonly checkHistory: CheckHistory
  readonly now: () => number
  readonly warn: (fields: object, message: string) => void
  readonly readiness: Pick<Readiness, 'block' | 'unblock'>
  readonly readOnly?: Pick<ReadOnly, 'require'>
  readonly folders: Pick<DataFolders, 'site'>
  /** Not needed if sites have no limit of disk space. */
  readonly space?: Pick<SiteSpace, 'refusal' | 'add'>
  /** Not needed if other programs leave room on the disk. */
  readonly reserve?: Pick<DeletionReserve, 'release'>
}

/** How often a push on disk may come first before the write fails. */
const MAX_TRIES = 5

export function createAdvance(dependencies: AdvanceDependencies): Advance {
  const guard = createHistoryGuard({ ...dependencies, putBack })
  const setAside = createSetAside(dependencies)
  const { follow, settle, ready, mend } = createFollowing(dependencies, guard, setAside)
  const disks = createFailedDisks()
  const writing = async <Result>(siteId: string, work: () => Promise<Result>, userId?: string) => {
    await dependencies.holds?.waitForOthers(siteId, userId)
    const permit = async () => dependencies.readOnly?.require(withoutSet(siteId))
    return dependencies.locks.run(siteId, () => permit().then(() => disks.guard(siteId, work)))
  }
  const whileLocked: Advance['whileLocked'] = (siteId, work, options) =>
    writing(
      siteId,
      async () => {
        if (setAside.isAside(siteId)) return mend(siteId, work, options)
        // Here the old `main` is always checked.
        const { repository } = await follow(siteId)
        try {
          return await work(repository)
        } finally {
          await follow(siteId, options)
        }
      },
      options?.userId,
    )
  return {
    advance: (siteId, request) =>
      writing(siteId, async () => {
        const state = await follow(siteId)
        const moving = moveMain(state, { ...request, siteId }, dependencies)
        const { result, hints } = await moving.catch((error: unknown) => {
          throw translate(error)
        })
        const { commit, changed } = result
        if (commit === null || !changed) return result
        const { requestId, isOnDisk = false, author } = request
        dependencies.moved?.({ siteId, commit, requestId, isOnDisk, userId: author.userId })
        await settle(siteId, state, { commit, hints })
        return result
      }),
    catchUp: (siteId) =>
      dependencies.locks.run(siteId, () => guard.withoutRepeats(siteId, () => ready(siteId))),
    reindex: (siteId) =>
      dependencies.locks.run(siteId, () => {
        setAside.forgive(siteId)
        return setAside.ready(siteId, () => reindexSite(dependencies, { guard, setAside }, siteId))
      }),
    whileLocked,
    isSuspect: (siteId) => setAside.isSuspect(siteId),
    adopt: (siteId, build) =>
      writing(siteId, async () => {
        const state = await follow(siteId)
        const adopted = await adoptCommit(state, build)
        const { head, hints = [] } = adopted
        if (head !== null && head !== state.head) {
          await settle(siteId, state, { commit: head, hints })
        }
        return adopted
      }),
  }
}

/** Updates the index to `main`, before and after a write. */
function createFollowing(
  dependencies: AdvanceDependencies,
  guard: HistoryGuard,
  setAside: SetAside,
) {
  /** Reads `main` and makes sure that the index matches it: the starting point of a write. */
  const follow = async (
    siteId: string,
    { checked }: Partial<Checked> = {},
  ): Promise<BranchState> => {
    const repository = await dependencies.repositories.get(siteId)
    const commit = await repository.head()
    const from = dependencies.indexedCommit(siteId)
    if (commit === null || commit === from) return { repository, head: commit }
    // A new change set begins at a commit of `main`, which was checked.
    const known = from ?? dependencies.indexedCommit(withoutSet(siteId))
    try {
      const isAdmitted =
        commit === checked || (await guard.check(siteId, { repository, from: known, commit }))
      if (!isAdmitted) return { repository, head: known }
      await setAside.index(siteId, commit, () =>
        dependencies.indexing.catchUp(siteId, { repository, commit, from }),
      )
      return { repository, head: commit }
    } finally {
      dependencies.followTree(siteId)
    }
  }
  // After the commit point, an error must say that the commit exists.
  const settle = async (siteId: string, { repository, head }: BranchState, made: NewCommit) => {
    try {
      await dependencies.indexing.catchUp(siteId, { repository, from: head, ...made })
    } catch (error) {
      throw keptAs(made.commit, error)
    } finally {
      dependencies.followTree(siteId)
    }
  }
  const ready = (siteId: string, options?: Checked) =>
    setAside.ready(siteId, async () => void (await follow(siteId, options)))
  /** Does the work of `whileLocked` for a site whose `main` can't be indexed: the new `main` may be better. */
  const mend: Advance['whileLocked'] = async (siteId, work, options) => {
    const repository = await dependencies.repositories.get(siteId)
    const before = await repository.head()
    try {
      return await work(repository)
    } finally {
      if ((await repository.head()) !== before) await ready(siteId, options)
    }
  }
  return { follow, settle, ready, mend }
}

const putBack = ({ repository, from, commit }: HistorySpan & { readonly from: string }) =>
  repository.updateRef({ ref: repository.branch, from: commit, to: from })

/** A repository, and the commit of both `main` and the index. */
interface BranchState {
  readonly repository: Repository
  readonly head: string | null
}

/** The new commit of `main`. */
interface NewCommit {
  readonly commit: string
  readonly hints?: readonly RenameHint[]
}

async function reindexSite(
  { repositories, indexing }: AdvanceDependencies,
  { guard, setAside }: { readonly guard: HistoryGuard; readonly setAside: SetAside },
  siteId: string,
): Promise<void> {
  const repository = await repositories.get(siteId)
  const commit = await repository.head()
  if (commit === null) return
  await guard.check(siteId, { repository, from: null, commit })
  await setAside.index(siteId, commit, () => indexing.rebuild(siteId, repository, commit))
}

async function adoptCommit<Result extends Adopted>(
  state: BranchState,
  build: Build<Result>,
): Promise<Result> {
  const { repository } = state
  for (let left = MAX_TRIES; ; left -= 1) {
    const head = left === MAX_TRIES ? state.head : await repository.head()
    const built = await build(repository, head)
    if (built.head === null || built.head === head) return built
    try {
      await repository.updateRef({ ref: repository.branch, from: head, to: built.head })
      return built
    } catch (error) {
      if (left === 0 || !(error instanceof GitError && error.code === 'conflict')) throw error
    }
  }
}

interface Made {
  readonly result: Advanced
  readonly hints: readonly RenameHint[]
}

/** Commits an edit on top of `main`; repeats it if `main` moved meanwhile. */
async function moveMain(
  { repository, head: known }: BranchState,
  request: SiteRequest,
  {
    now,
    authorship,
    space,
    reserve,
  }: Pick<AdvanceDependencies, 'now' | 'authorship' | 'space' | 'reserve'>,
): Promise<Made> {
  for (let left = MAX_TRIES; ; left -= 1) {
    const head = left === MAX_TRIES ? known : await repository.head()
    try {
      const time = Math.floor(now() / 1000)
      return await commitOn(repository, { ...request, authorship, space, reserve, head, time })
    } catch (error) {
      if (!(error instanceof GitError)) throw error
      // A git lock that stays is held by long work of somebody, or left over.
      if (error.code !== 'conflict' && error.code !== 'locked') throw error
      if (left === 0 || error.code === 'locked') {
        throw new GalleyError(
          'unavailable',
          'Other changes to the site came first, again and again; nothing was changed. Try again.',
          {
            cause: error,
            retryAfter: 1,
          },
        )
      }
    }
  }
}

interface SiteRequest extends AdvanceRequest {
  readonly siteId: string
}

interface CommitRequest extends SiteRequest, Pick<AdvanceDependencies, 'authorship'> {
  readonly space: AdvanceDependencies['space'] | undefined
  readonly reserve: AdvanceDependencies['reserve'] | undefined
  readonly head: string | null
  /** Seconds since the Unix epoch. */
  readonly time: number
}

async function commitOn(repository: Repository, request: CommitRequest): Promise<Made> {
  const { head, time, author, authorship, requestId, space, reserve } = request
  const siteId = withoutSet(request.siteId)
  // It was dropped, or has landed, while the request waited.
  if (head === null && repository.branch !== MAIN) throw notFound('open change set')
  const snapshot = repository.snapshot(head)
  const edits = await request.edit(snapshot)
  await checkPaths(snapshot, edits.files, request.mayHaveTwins)
  const hints = edits.hints ?? []
  const sizes = await measureEdits(edits.files)
  const limit = request.isOnDisk ? undefined : space
  await requireSpace({ siteId, folder: repository.gitDir, space: limit, reserve }, sizes)
  if (edits.files.size === 0) return { result: { commit: head, changed: false }, hints }
  const parents = head === null ? [] : [head]
  const { userId } = author
  const made = await repository.commit({
    parents,
    base: head,
    edits: edits.files,
    author: { ...author, time },
    committer: { ...author, time },
    message: messageMaker(authorship, {
      message: edits.message,
      userId,
      requestId,
      parents,
      moves: hints.flatMap(({ from, path }) => (from === undefined ? [] : [{ from, to: path }])),
    }),
  })
  space?.add(siteId, sizes.bytes)
  if (!made.changed && head !== null) return { result: { commit: head, changed: false }, hints }
  await repository.updateRef({ ref: repository.branch, from: head, to: made.commit })
  return { result: { commit: made.commit, changed: true }, hints }
}
