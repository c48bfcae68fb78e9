/**
 * A push, from its first byte to the end of the answer.
 *
 * It streams into git's quarantine without a lock, however slow the client is. There the trees are checked. Only
 * then the site's lock is taken, until git has moved its refs, and index and working tree have been updated. The end
 * of the answer waits for that, so a pusher who has the answer finds the content in the API.
 *
 * @see src/http/README.md (Git), src/git/README.md
 */

import { PassThrough, pipeline, type Readable } from 'node:stream'
import { GitError } from '../../git/program/git-error.js'
import { diffTrees } from '../../git/diff/diff.js'
import type { ObjectReader } from '../../git/objects/reader.js'
import { openSnapshot, treeOf } from '../../git/objects/snapshot.js'
import { setOfRef } from '../../model/change-set.js'
import { countRefs } from '../../git/refs/refs.js'
import { MAIN, type Repository } from '../../git/repository.js'
import type { PushUpdate } from '../../git/server/push-hook.js'
import type { AuditLog } from '../accounts/audit.js'
import type { Advance } from '../branch/advance.js'
import type { Holds } from '../branch/holds.js'
import type { Locks } from '../branch/locks.js'
import type { ReadOnly } from '../branch/read-only.js'
import type { Repositories } from '../branch/repositories.js'
import { newTwins } from '../branch/path-collisions.js'
import { holdingLast } from './exchange-streams.js'
import type { IncomingCheck } from './incoming-check.js'
import { pacedRpc, type PacedServer } from './paced-rpc.js'
import { MAX_REFS, movesProblem, refsProblem } from './push-rules.js'
import { REFUSALS, type Refusal } from './refusals.js'
import type { GitExchange, RepositoryVisit } from './repository-visit.js'

export interface PushDependencies {
  readonly advance: Pick<Advance, 'whileLocked'>
  readonly holds: Holds
  readonly locks: Pick<Locks, 'run'>
  readonly repositories: Pick<Repositories, 'get'>
  /** Largest push in bytes, as sent. */
  readonly pushBytes: number
  readonly incoming: Pick<IncomingCheck, 'check'>
  /** Not needed without an audit log. */
  readonly audit?: Pick<AuditLog, 'record'>
  /** Told of a pushed branch of a change set. Not needed without change sets. */
  readonly setPushed?: (siteId: string, id: string, userId: string) => Promise<void>
  /** Not needed if no site moves to another server. */
  readonly readOnly?: Pick<ReadOnly, 'problem'>
  /** Updates the working tree to `main`. */
  readonly followTree: (siteId: string) => Promise<void>
  readonly onError: (error: unknown, siteId: string) => void
}

/** Buffer for git's report on a push, so that git need not wait for the client. */
const REPORT_BYTES = 16 * 1024 * 1024

/** A request at a repository. */
export interface Visit extends RepositoryVisit {
  readonly exchange: GitExchange
  /** Tells the operator of a limit, in a sentence without names of files. */
  readonly tell: (limit: string) => void
}

function refusalOf({ isAllowed }: Visit): string | null {
  return isAllowed() ? null : REFUSALS.notAllowed
}

/** The progress of a push. */
interface Course {
  /** Resolves when git has ended; rejects if the push could not be made durable. */
  readonly ended: Promise<void>
  /** Resolves when index and working tree have been updated. */
  followed: Promise<void>
  /** What the pusher is told of a push that is accepted. */
  note: string | null
}

/**
 * Answers `receive-pack`. The stream ends when index and working tree have been updated.
 */
export async function acceptPush(
  dependencies: PushDependencies,
  paced: PacedServer,
  push: Visit,
): Promise<Readable> {
  const { exchange, gitDir } = push
  let end = (): void => undefined
  let fail: (reason: unknown) => void = end
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve
    fail = reject
  })
  ended.catch(() => undefined)
  const course: Course = { ended, followed: Promise.resolve(), note: null }
  try {
    const { reader: known } = await dependencies.repositories.get(push.siteId)
    const answer = await pacedRpc(paced, gitDir, {
      ...exchange,
      known,
      maxBytes: dependencies.pushBytes,
      maxRefs: MAX_REFS,
      limitReached: push.tell,
      check: (updates, reader, quarantine) =>
        judge(dependencies, { ...push, updates, reader, quarantine, course }),
      note: () => course.note,
    })
    // git has told the client about other errors.
    answer.done.then(end, (error: unknown) => (isIo(error) ? fail(error) : end()))
    const settled = () => ended.then(() => course.followed)
    const report = new PassThrough({ highWaterMark: REPORT_BYTES })
    return pipeline(answer.body, report, holdingLast(settled), () => undefined)
  } catch (error) {
    end()
    throw error
  }
}

function isIo(error: unknown): boolean {
  return error instanceof GitError && error.code === 'io'
}

/** Tells the operator if a limit is the reason. @returns the reason */
function told(refusal: Refusal | null, { tell }: Visit): string | null {
  if (refusal === null) return null
  if (refusal.limit !== null) tell(refusal.limit)
  return refusal.reason
}

interface Judging extends Visit {
  readonly updates: readonly PushUpdate[]
  /** Reads what is pushed, too. */
  readonly reader: ObjectReader
  readonly quarantine: string | null
  readonly course: Course
}

/** Stores who pushed, and what came of it. */
async function note(
  { audit }: PushDependencies,
  { actor, requestId, siteId, exchange, updates }: Judging,
  outcome: 'done' | 'refused',
): Promise<void> {
  const main = updates.find(({ ref }) => ref === MAIN)
  const made = outcome === 'done' && main?.to ? { made: { commit: main.to } } : {}
  const target = updates.map(({ ref }) => ref).join(' ')
  const row = { operation: 'gitReceivePack', target, outcome, status: null, ...made }
  await audit?.record({ actor, requestId, siteId, address: exchange.address, ...row })
}

/** Answers git's hook. After a yes, the site stays locked until git has ended. */
async function judge(dependencies: PushDependencies, judging: Judging): Promise<string | null> {
  const { updates, quarantine, course, siteId, userId, gitDir } = judging
  const problemOfMoves = await movesProblem(updates, judging.reader)
  if (problemOfMoves !== null) {
    await note(dependencies, judging, 'refused')
    return problemOfMoves
  }
  const question = { gitDir, quarantine, updates, scope: 'push' as const }
  const { reader } = await dependencies.repositories.get(siteId)
  const count = (isCounted: (name: string) => boolean) => countRefs(gitDir, isCounted)
  const refused = async () =>
    (await refsProblem(updates, count)) ?? (await dependencies.incoming.check(question, reader))
  const isMoving = () => dependencies.readOnly?.problem(siteId) ?? null
  const problem = refusalOf(judging) ?? isMoving() ?? told(await refused(), judging)
  const main = updates.find(({ ref }) => ref === MAIN)
  if (problem !== null) {
    dependencies.holds.pushEnded(judging, null)
    await note(dependencies, judging, 'refused')
    return problem
  }
  const sets = setsFollowed(dependencies, judging)
  if (!main) return takeOthers(dependencies, judging, { isMoving, sets })
  course.note = await twinsNote(judging, main)
  return new Promise((resolve) => {
    const take = async (repository: Repository) => {
      const isThere = (await repository.head()) === main.from
      if (!isThere) dependencies.holds.pushRejected(judging)
      const refusal = !isThere ? REFUSALS.moved : refusalOf(judging)
      dependencies.holds.pushEnded(judging, refusal === null ? main.to : null)
      if (refusal !== null) await note(dependencies, judging, 'refused')
      resolve(refusal)
      if (refusal !== null) return
      await course.ended
      await note(dependencies, judging, 'done')
    }
    const moved = dependencies.advance.whileLocked(siteId, take, {
      checked: main.to,
      userId,
    })
    // In parallel: each mostly waits for its own disk or thread.
    const treed = course.ended.then(() => dependencies.followTree(siteId))
    course.followed = Promise.all([moved, treed, sets()])
      .then(() => undefined)
      .catch((error: unknown) => {
        resolve(isMoving() ?? REFUSALS.notTaken)
        // git has accepted the push; the index is updated later.
        dependencies.onError(error, siteId)
      })
  })
}

interface Others {
  readonly isMoving: () => string | null
  readonly sets: () => Promise<void>
}

/** A push of other refs than `main`. Who holds the site's lock knows that no ref moves, also at the begin of a move. */
function takeOthers(
  dependencies: PushDependencies,
  judging: Judging,
  { isMoving, sets }: Others,
): Promise<string | null> {
  const { siteId, course } = judging
  return new Promise((resolve) => {
    const take = async () => {
      const refusal = refusalOf(judging) ?? isMoving()
      await note(dependencies, judging, refusal === null ? 'done' : 'refused')
      resolve(refusal)
      if (refusal === null) await course.ended
      return refusal
    }
    course.followed = dependencies.locks
      .run(siteId, take)
      .then((refusal) => (refusal === null ? sets() : undefined))
      .catch((error: unknown) => {
        resolve(REFUSALS.notTaken)
        dependencies.onError(error, siteId)
      })
  })
}

/** Makes a function that waits for git, and then for the records of the change sets whose branches were pushed. */
function setsFollowed(
  { setPushed, onError }: PushDependencies,
  { updates, siteId, userId, course }: Judging,
) {
  const ids = updates.flatMap(({ ref }) => setOfRef(ref) ?? [])
  return async (): Promise<void> => {
    if (ids.length === 0 || setPushed === undefined) return
    await course.ended
    // Whoever asks for a set finds it by its branch, too.
    const following = ids.map((id) => setPushed(siteId, id, userId))
    await Promise.all(following).catch((error: unknown) => onError(error, siteId))
  }
}

/** Most pairs of names that a pusher is told of. */
const MAX_TOLD = 5

/** Warns of names that are equal but for case: git keeps both, the pusher's next clone may not. */
async function twinsNote(
  { gitDir, reader }: Judging,
  { from, to }: PushUpdate,
): Promise<string | null> {
  if (to === null) return null
  const [before, after] = await Promise.all([treeOf(reader, from), treeOf(reader, to)])
  const changes = await diffTrees(reader, before, after)
  const added = changes.flatMap((change) => (change.before === null ? [change.path] : []))
  const twins = await newTwins(openSnapshot({ gitDir, reader, native: false }, to), added)
  if (twins.length === 0) return null
  const lines = twins
    .slice(0, MAX_TOLD)
    .map(({ path, other }) => `warning: ${path} differs from ${other} only in case.`)
  const more = twins.length > MAX_TOLD ? ['There are more such names.'] : []
  return [...lines, ...more, 'Computers that ignore case can hold only one of them.'].join('\n')
}
