/**
 * The one door to `main`: whoever changes a site, comes through here.
 *
 * The order of a write: the site's lock; the snapshot that stands; the edit (pure, from `content/`);
 * objects, durable; the ref by compare-and-swap. That is the commit point: what comes after it, the
 * working tree and the index, follows from the commit and can be made again. `catchUp` does so for
 * whatever moved `main` past us: a push on disk, a crash in between.
 *
 * @see CONTRIBUTING.md, src/git/README.md
 */

import { GalleyError } from '../../errors.js'
import type { Edit } from '../../git/commit.js'
import { GitError } from '../../git/program/git-error.js'
import { MAIN, type Repository } from '../../git/repository.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import { createFailedDisks, requireSpace } from './disk.js'
import { messageMaker, type Authorship } from './authorship.js'
import { keptAs, translate } from './failures.js'
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
import type { Repositories } from './repositories.js'

/** What an edit makes of the snapshot that it is given. */
export interface Edits {
  /** By path; null removes. */
  readonly files: ReadonlyMap<string, Edit>
  /** First line of the commit message, and more after an empty line. */
  readonly message: string
  /** Ids that are at another path afterwards. */
  readonly hints?: readonly RenameHint[]
}

interface AdvanceRequest {
  readonly author: Author
  readonly requestId?: string | undefined
  /**
   * Decides what to change, with the site's lock held. Runs again when somebody pushed on disk in
   * between, so it must have no effects of its own.
   */
  readonly edit: (snapshot: Snapshot) => Promise<Edits>
}

export interface Advanced {
  readonly commit: string | null
  /** False where the edits changed nothing: no commit was made. */
  readonly changed: boolean
}

export interface Advance {
  /**
   * Moves `main` by one commit, then working tree and index.
   *
   * @throws GalleyError `validation_failed` for a hostile path, `conflict` for one that is taken;
   *   `internal_error` that names the commit where that stands, but the index could not follow
   */
  advance(siteId: string, request: AdvanceRequest): Promise<Advanced>
  /** Brings working tree and index to where `main` is. */
  catchUp(siteId: string): Promise<void>
  /** Reads the index of a site anew, as if nothing were indexed. */
  reindex(siteId: string): Promise<void>
  /**
   * Runs something else that moves `main` (a push) under the site's lock; working tree and index
   * follow before it answers.
   */
  whileLocked<Result>(
    siteId: string,
    work: (repository: Repository) => Promise<Result>,
    options?: Checked,
  ): Promise<Result>
  /** Moves `main` to a commit that somebody else made (a sync), then working tree and index. */
  adopt<Result extends Adopted>(siteId: string, build: Build<Result>): Promise<Result>
}

/** A commit that was looked over already: `main` may become it without being looked over again. */
interface Checked {
  readonly checked: string | null
  /** For whom `main` may be held meanwhile. */
  readonly userId?: string | undefined
}

interface Adopted {
  /** What `main` becomes; null or where it is for no move. */
  readonly head: string | null
}

/**
 * Makes the commit to adopt, with the site's lock held. Runs again when somebody pushed on disk in
 * between.
 */
type Build<Result extends Adopted> = (
  repository: Repository,
  head: string | null,
) => Promise<Result>

interface AdvanceDependencies {
  readonly locks: Locks
  /** Left out where nobody pushes. */
  readonly holds?: Pick<Holds, 'waitForOthers'>
  readonly repositories: Repositories
  readonly indexing: Indexing
  readonly indexedCommit: (siteId: string) => string | null
  /** The working tree shall become `main`, soon. */
  readonly followTree: (siteId: string) => void
  readonly authorship: Authorship
  /** The reason why the commits from one to another can't be walked, or null. */
  readonly checkHistory: CheckHistory
  readonly now: () => number
  readonly warn: (fields: object, message: string) => void
  readonly readiness: Pick<Readiness, 'block' | 'unblock'>
}

/** A push on disk can beat us so often before we give up. */
const MAX_TRIES = 5

export function createAdvance(dependencies: AdvanceDependencies): Advance {
  const guard = createHistoryGuard({ ...dependencies, putBack })
  const { follow, settle } = createFollowing(dependencies, guard)
  const disks = createFailedDisks()
  const writing = async <Result>(siteId: string, work: () => Promise<Result>, userId?: string) => {
    await dependencies.holds?.waitForOthers(siteId, userId)
    return dependencies.locks.run(siteId, () => disks.guard(siteId, work))
  }
  const whileLocked: Advance['whileLocked'] = (siteId, work, options) =>
    writing(
      siteId,
      async () => {
        // What stands under it was looked over, then.
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
        const moving = moveMain(state, request, dependencies)
        const { result, hints } = await moving.catch((error: unknown) => {
          throw translate(error)
        })
        const { commit, changed } = result
        if (commit !== null && changed) await settle(siteId, state, { commit, hints })
        return result
      }),
    catchUp: (siteId) =>
      dependencies.locks.run(siteId, () =>
        guard.withoutRepeats(siteId, async () => void (await follow(siteId))),
      ),
    reindex: (siteId) =>
      dependencies.locks.run(siteId, () => reindexSite(dependencies, guard, siteId)),
    whileLocked,
    adopt: (siteId, build) =>
      writing(siteId, async () => {
        const state = await follow(siteId)
        const adopted = await adoptCommit(state, build)
        const { head } = adopted
        if (head !== null && head !== state.head) await settle(siteId, state, { commit: head })
        return adopted
      }),
  }
}

/** Brings the rows to where `main` is, before a write and after it. */
function createFollowing(dependencies: AdvanceDependencies, guard: HistoryGuard) {
  /** Where `main` is, with the rows there too: what a write begins from. */
  const follow = async (
    siteId: string,
    { checked }: Partial<Checked> = {},
  ): Promise<BranchState> => {
    const repository = await dependencies.repositories.get(siteId)
    const commit = await repository.head()
    const from = dependencies.indexedCommit(siteId)
    if (commit === null || commit === from) return { repository, head: commit }
    try {
      const isAdmitted =
        commit === checked || (await guard.check(siteId, { repository, from, commit }))
      if (!isAdmitted) return { repository, head: from }
      await dependencies.indexing.catchUp(siteId, { repository, commit, from })
      return { repository, head: commit }
    } finally {
      dependencies.followTree(siteId)
    }
  }
  // After the commit point nothing fails as though it had not been.
  const settle = async (siteId: string, { repository, head }: BranchState, made: NewCommit) => {
    try {
      await dependencies.indexing.catchUp(siteId, { repository, from: head, ...made })
    } catch (error) {
      throw keptAs(made.commit, error)
    } finally {
      dependencies.followTree(siteId)
    }
  }
  return { follow, settle }
}

const putBack = ({ repository, from, commit }: HistorySpan & { readonly from: string }) =>
  repository.updateRef({ ref: MAIN, from: commit, to: from })

/** A repository, and the commit that both `main` and the rows are at. */
interface BranchState {
  readonly repository: Repository
  readonly head: string | null
}

/** A commit that `main` has become. */
interface NewCommit {
  readonly commit: string
  readonly hints?: readonly RenameHint[]
}

async function reindexSite(
  { repositories, indexing }: AdvanceDependencies,
  guard: HistoryGuard,
  siteId: string,
): Promise<void> {
  const repository = await repositories.get(siteId)
  const commit = await repository.head()
  if (commit === null) return
  await guard.check(siteId, { repository, from: null, commit })
  await indexing.rebuild(siteId, repository, commit)
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
      await repository.updateRef({ ref: MAIN, from: head, to: built.head })
      return built
    } catch (error) {
      if (left === 0 || !(error instanceof GitError && error.code === 'conflict')) throw error
    }
  }
}

interface Moved {
  readonly result: Advanced
  readonly hints: readonly RenameHint[]
}

/** Commits an edit on top of `main`, anew where `main` moved meanwhile. */
async function moveMain(
  { repository, head: known }: BranchState,
  request: AdvanceRequest,
  { now, authorship }: Pick<AdvanceDependencies, 'now' | 'authorship'>,
): Promise<Moved> {
  for (let left = MAX_TRIES; ; left -= 1) {
    const head = left === MAX_TRIES ? known : await repository.head()
    try {
      const time = Math.floor(now() / 1000)
      return await commitOn(repository, { ...request, authorship, head, time })
    } catch (error) {
      if (!(error instanceof GitError)) throw error
      // A lock of git's own that does not go away is somebody's long work, or left over.
      if (error.code !== 'conflict' && error.code !== 'locked') throw error
      if (left === 0 || error.code === 'locked') {
        throw new GalleyError(
          'unavailable',
          'Other changes to the site keep coming first; try again.',
          {
            cause: error,
            retryAfter: 1,
          },
        )
      }
    }
  }
}

interface CommitRequest extends AdvanceRequest {
  readonly authorship: Authorship
  readonly head: string | null
  /** Seconds since the Unix epoch. */
  readonly time: number
}

async function commitOn(repository: Repository, request: CommitRequest): Promise<Moved> {
  const { head, time, author, authorship, requestId } = request
  const snapshot = repository.snapshot(head)
  const edits = await request.edit(snapshot)
  await checkPaths(snapshot, edits.files)
  const hints = edits.hints ?? []
  await requireSpace(repository.gitDir, edits.files)
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
  if (!made.changed && head !== null) return { result: { commit: head, changed: false }, hints }
  await repository.updateRef({ ref: MAIN, from: head, to: made.commit })
  return { result: { commit: made.commit, changed: true }, hints }
}
