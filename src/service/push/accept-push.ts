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
import { isHiddenRef } from '../../git/protocol/serve-config.js'
import { countRefs } from '../../git/refs/refs.js'
import { MAIN, type Repository } from '../../git/repository.js'
import type { PushUpdate } from '../../git/server/push-hook.js'
import type { Advance } from '../branch/advance.js'
import type { Holds } from '../branch/holds.js'
import type { Repositories } from '../branch/repositories.js'
import { holdingLast } from './exchange-streams.js'
import type { IncomingCheck } from './incoming-check.js'
import { pacedRpc, type PacedServer } from './paced-rpc.js'
import { MAX_REFS, refsProblem, type Refusal } from './push-rules.js'
import type { GitExchange, RepositoryVisit } from './repository-visit.js'

export interface PushDependencies {
  readonly advance: Pick<Advance, 'whileLocked'>
  readonly holds: Holds
  readonly repositories: Pick<Repositories, 'get'>
  /** Largest push in bytes, as sent. */
  readonly pushBytes: number
  readonly incoming: Pick<IncomingCheck, 'check'>
  /** Updates the working tree to `main`. */
  readonly followTree: (siteId: string) => Promise<void>
  readonly onError: (error: unknown, siteId: string) => void
}

/** Buffer for git's report on a push, so that git need not wait for the client. */
const REPORT_BYTES = 16 * 1024 * 1024

const MOVED =
  'This branch has commits that your push lacks: run git pull --rebase, then push again.'

const NOT_ALLOWED = 'You may not push to this site any more.'

/** A request at a repository. */
export interface Visit extends RepositoryVisit {
  readonly exchange: GitExchange
  /** Tells the operator of a limit, in a sentence without names of files. */
  readonly tell: (limit: string) => void
}

function refusalOf({ isAllowed }: Visit): string | null {
  return isAllowed() ? null : NOT_ALLOWED
}

/** The progress of a push. */
interface Course {
  /** Resolves when git has ended; rejects if the push could not be made durable. */
  readonly ended: Promise<void>
  /** Resolves when index and working tree have been updated. */
  followed: Promise<void>
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
  const course: Course = { ended, followed: Promise.resolve() }
  try {
    const { reader: known } = await dependencies.repositories.get(push.siteId)
    const answer = await pacedRpc(paced, gitDir, {
      ...exchange,
      known,
      maxBytes: dependencies.pushBytes,
      mostRefs: MAX_REFS,
      limitReached: push.tell,
      check: (updates, _reader, quarantine) =>
        judge(dependencies, { ...push, updates, quarantine, course }),
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
  readonly quarantine: string | null
  readonly course: Course
}

/** Answers git's hook. After a yes, the site stays locked until git has ended. */
async function judge(dependencies: PushDependencies, judging: Judging): Promise<string | null> {
  const { updates, quarantine, course, siteId, userId, gitDir } = judging
  const question = { gitDir, quarantine, updates, scope: 'push' as const }
  const { reader } = await dependencies.repositories.get(siteId)
  const count = () => countRefs(gitDir, (name) => !isHiddenRef(name))
  const refused = async () =>
    (await refsProblem(updates, count)) ?? (await dependencies.incoming.check(question, reader))
  const problem = refusalOf(judging) ?? told(await refused(), judging)
  const main = updates.find(({ ref }) => ref === MAIN)
  if (problem !== null) dependencies.holds.pushEnded(judging, null)
  if (problem !== null || !main) return problem
  return new Promise((resolve) => {
    const take = async (repository: Repository) => {
      const isThere = (await repository.head()) === main.from
      if (!isThere) dependencies.holds.pushRejected(judging)
      const refusal = !isThere ? MOVED : judging.isAllowed() ? null : NOT_ALLOWED
      dependencies.holds.pushEnded(judging, refusal === null ? main.to : null)
      resolve(refusal)
      if (refusal === null) await course.ended
    }
    const moved = dependencies.advance.whileLocked(siteId, take, {
      checked: main.to,
      userId,
    })
    // In parallel: each mostly waits for its own disk or thread.
    const treed = course.ended.then(() => dependencies.followTree(siteId))
    course.followed = Promise.all([moved, treed])
      .then(() => undefined)
      .catch((error: unknown) => {
        resolve('The server could not accept the push; try again.')
        // git has accepted the push; the index is updated later.
        dependencies.onError(error, siteId)
      })
  })
}
