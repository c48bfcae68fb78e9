/**
 * Clone, fetch and push over smart HTTP, for users who may use the source of a site.
 *
 * A push streams into git's quarantine without a lock, however slow the client is. There the trees are checked. Only
 * then the site's lock is taken, until git has moved its refs, and index and working tree have been updated. The end
 * of the answer waits for that, so a pusher who has the answer finds the content in the API.
 *
 * @see src/http/README.md (Git), src/git/README.md
 */

import path from 'node:path'
import { PassThrough, pipeline, type Readable } from 'node:stream'
import { GalleyError } from '../../errors.js'
import { GitError } from '../../git/program/git-error.js'
import type { PushUpdate } from '../../git/server/push-hook.js'
import { countRefs } from '../../git/refs/refs.js'
import { MAIN, type Repository } from '../../git/repository.js'
import { isHiddenRef, type GitService } from '../../git/protocol/serve-config.js'
import { createGitServer, type GitServer } from '../../git/server/serve.js'
import { mayOnSite } from '../../model/policy.js'
import type { Actor } from '../../model/user.js'
import type { Access } from '../accounts/access.js'
import type { Advance } from '../branch/advance.js'
import type { Holds, Pusher } from '../branch/holds.js'
import type { DataFolders } from '../branch/folders.js'
import type { Repositories } from '../branch/repositories.js'
import type { IncomingCheck } from './incoming-check.js'
import { createKeyedSemaphore } from '../../system/keyed-semaphore.js'
import { holdingLast, unlessRefused } from './exchange-streams.js'
import { createPaces, pacedRpc, type PacedServer } from './paced-rpc.js'
import { MAX_REFS, refsProblem } from './push-rules.js'

export type { GitService } from '../../git/protocol/serve-config.js'

/** A request of a git client. */
interface GitExchange {
  readonly service: GitService
  /** The body as received. */
  readonly body: Readable
  readonly gzip: boolean
  /** The `Git-Protocol` header. */
  readonly protocol: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

export interface SmartHttp {
  /**
   * Answers `info/refs`.
   *
   * @throws GalleyError `not_implemented` if git is not installed
   */
  advertise(
    actor: Actor,
    siteId: string,
    request: Pick<GitExchange, 'service' | 'protocol' | 'signal'>,
  ): Promise<Buffer>
  /** Answers a request. The stream ends when index and working tree have been updated. */
  exchange(actor: Actor, siteId: string, exchange: GitExchange): Promise<Readable>
  /** True while somebody pushes to the site. */
  isPushing(siteId: string): boolean
  close(): Promise<void>
}

interface SmartHttpDependencies {
  readonly access: Access
  readonly advance: Pick<Advance, 'whileLocked'>
  readonly holds: Holds
  readonly folders: DataFolders
  readonly repositories: Pick<Repositories, 'get'>
  /** True if git is installed. */
  readonly native: boolean
  /** Largest push in bytes, as sent. */
  readonly pushBytes: number
  readonly incoming: Pick<IncomingCheck, 'check'>
  /** Time limit for sending a body, in seconds. */
  readonly bodySeconds: number
  /** A clone that is too slow for this many seconds is ended if others wait. */
  readonly cloneSlowSeconds: number
  /** The same for a push. */
  readonly pushSlowSeconds: number
  /** Updates the working tree to `main`. */
  readonly followTree: (siteId: string) => Promise<void>
  readonly onError: (error: unknown, siteId: string) => void
}

/** Git processes for reading, and as many for writing: slow pushes do not block clones. */
const PROGRAMS = 8
/** Git processes per user, so that slow users only delay themselves. */
const PROGRAMS_OF_USER = 3
/** Most waiting requests per user. */
const MAX_WAITING_OF_USER = 50
/** Buffer for git's report on a push, so that git need not wait for the client. */
const REPORT_BYTES = 16 * 1024 * 1024

const MOVED =
  'This branch has commits that your push lacks: run git pull --rebase, then push again.'

const NOT_ALLOWED = 'You may not push to this site any more.'

const PROGRAM_LIMITS = {
  permits: PROGRAMS_OF_USER,
  mostWaiting: MAX_WAITING_OF_USER,
  refuse: () => {
    const message = 'Too many of your clones and pushes are waiting; try again.'
    return new GalleyError('unavailable', message, { retryAfter: 5 })
  },
}

export function createSmartHttp(dependencies: SmartHttpDependencies): SmartHttp {
  const servers = new Map<GitService, GitServer>()
  const pushes = createTally()
  const programs = createKeyedSemaphore(PROGRAM_LIMITS)
  const paces = createPaces(dependencies)
  // In the data folder, where nobody deletes it. Hooks of the repository itself never run.
  const hooks = path.resolve(dependencies.folders.temporary, 'hooks')
  const server = (service: GitService): GitServer => {
    const options = { hooks, children: PROGRAMS }
    const found = servers.get(service) ?? createGitServer(options)
    servers.set(service, found)
    return found
  }
  const enter = (actor: Actor, siteId: string) => visitOf(dependencies, actor, siteId)
  return {
    advertise: (actor, siteId, { service, protocol, signal }) =>
      whileThere(signal, async () => {
        const place = enter(actor, siteId)
        // Separate places, which no client holds for long, so that slow clones do not block this.
        const leave = await programs.acquire(`refs ${service} ${place.userId}`, signal)
        try {
          if (service === 'upload-pack') await turnOf(dependencies, place)
          const ask = () => server(service).infoRefs(place.gitDir, service, protocol)
          const refs = await paces[service].waiting(ask)
          if (service === 'receive-pack') await notePush(dependencies, place)
          return refs
        } finally {
          leave()
        }
      }),
    exchange: (actor, siteId, exchange) =>
      whileThere(exchange.signal, async () => {
        const place = enter(actor, siteId)
        const { service } = exchange
        const leave = await programs.acquire(`${service} ${place.userId}`, exchange.signal)
        return holding(leave, async () => {
          // The request may have waited for long, and its body may take long.
          enter(actor, siteId)
          const { bodySeconds } = dependencies
          const paced = { server: server(service), pace: paces[service], bodySeconds }
          if (service === 'upload-pack') return read(paced, place, exchange)
          const visit = { ...place, exchange }
          return holding(pushes.enter(siteId), () => write(dependencies, paced, visit))
        })
      }),
    isPushing: pushes.has,
    async close() {
      for (const running of servers.values()) await running.close()
    },
  }
}

/** @throws GalleyError `not_found`, `forbidden`, `not_implemented` without git */
function visitOf(
  { access, folders, native }: SmartHttpDependencies,
  actor: Actor,
  siteId: string,
): RepositoryVisit {
  const { site } = access.onSite(access.renew(actor), siteId, 'source.use')
  const isAllowed = () => {
    const role = access.roleStillOn(actor, siteId)
    return role !== null && mayOnSite(role, 'source.use')
  }
  const userId = actor.kind === 'user' ? actor.user.id : ''
  const gitDir = folders.site(site.id).repository
  if (native) return { siteId: site.id, userId, gitDir, isAllowed }
  throw new GalleyError('not_implemented', 'This server has no git: clone and push are off.')
}

/** After the client has disconnected, an error is not the server's. */
async function whileThere<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted
      ? new GalleyError('unavailable', 'The client closed the connection.')
      : error
  }
}

/** Releases the place when the stream closes, or cannot be made. */
async function holding(leave: () => void, make: () => Promise<Readable>): Promise<Readable> {
  try {
    return (await make()).once('close', leave)
  } catch (error) {
    leave()
    throw error
  }
}

/** Counts the users at each repository. */
function createTally() {
  const counts = new Map<string, number>()
  return {
    has: (key: string) => counts.has(key),
    enter: (key: string) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return () => {
        const left = (counts.get(key) ?? 1) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}

/** A user at a repository. */
interface RepositoryVisit extends Pusher {
  readonly gitDir: string
  /** False once the user may not use the repository any more, or the credentials have ended. */
  readonly isAllowed: () => boolean
}

type Race = Pick<SmartHttpDependencies, 'repositories' | 'holds'>

/**
 * Notes the current `main` before a fetch starts, which may have to wait for its turn. Called once per fetch, at its
 * beginning: the client gets at least this version.
 */
function turnOf({ repositories, holds }: Race, place: RepositoryVisit): Promise<void> {
  return holds.beforeFetch(place, async () => (await repositories.get(place.siteId)).head())
}

/** Notes the current `main` after a push was answered. */
async function notePush({ repositories, holds }: Race, place: RepositoryVisit): Promise<void> {
  holds.beforePush(place, await (await repositories.get(place.siteId)).head())
}

async function read(
  paced: PacedServer,
  place: RepositoryVisit,
  exchange: GitExchange,
): Promise<Readable> {
  const stalled = new AbortController()
  const signal = AbortSignal.any([exchange.signal, stalled.signal])
  const answer = await pacedRpc(paced, place.gitDir, { ...exchange, signal })
  answer.done.catch(() => undefined)
  const stream = pipeline(
    answer.body,
    unlessRefused(place.isAllowed),
    paced.pace.watchReader(() => stalled.abort()),
    (error) => error && stalled.abort(),
  )
  // While nobody reads on, nothing notices that git has ended.
  stalled.signal.addEventListener('abort', () =>
    stream.destroy(new Error('The client is too slow.')),
  )
  return stream
}

interface Push extends RepositoryVisit {
  readonly exchange: GitExchange
}

function refusalOf({ isAllowed }: Push): string | null {
  return isAllowed() ? null : NOT_ALLOWED
}

/** The progress of a push. */
interface Course {
  /** Resolves when git has ended; rejects if the push could not be made durable. */
  readonly ended: Promise<void>
  /** Resolves when index and working tree have been updated. */
  followed: Promise<void>
}

async function write(
  dependencies: SmartHttpDependencies,
  paced: PacedServer,
  push: Push,
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

interface Judging extends Push {
  readonly updates: readonly PushUpdate[]
  readonly quarantine: string | null
  readonly course: Course
}

/** Answers git's hook. After a yes, the site stays locked until git has ended. */
async function judge(
  dependencies: SmartHttpDependencies,
  judging: Judging,
): Promise<string | null> {
  const { updates, quarantine, course, siteId, userId, gitDir } = judging
  const question = { gitDir, quarantine, updates, scope: 'push' as const }
  const { reader } = await dependencies.repositories.get(siteId)
  const problem =
    refusalOf(judging) ??
    (await refsProblem(updates, () => countRefs(gitDir, (name) => !isHiddenRef(name)))) ??
    (await dependencies.incoming.check(question, reader))
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
