/**
 * The git door: clone, fetch and push over smart HTTP, for whoever may use the source of a site.
 *
 * A push streams into git's quarantine without any lock, however slow it comes. The trees are looked
 * over there, and only then is the site's lock taken, until git has moved its refs and the index and
 * the working tree have followed. The last piece of the answer waits for that, so that a pusher who
 * has his answer finds his content in the API.
 *
 * @see src/http/README.md (Git), src/git/README.md
 */

import path from 'node:path'
import { Duplex, PassThrough, pipeline, type Readable } from 'node:stream'
import { GalleyError } from '../../errors.js'
import { GitError } from '../../git/program/git-error.js'
import type { PushUpdate } from '../../git/server/push-hook.js'
import { MAIN, type Repository } from '../../git/repository.js'
import type { GitService } from '../../git/protocol/serve-config.js'
import { createGitServer, type GitServer } from '../../git/server/serve.js'
import { createProcessLauncher } from '../../git/server/process-launcher.js'
import type { Actor } from '../../model/user.js'
import type { Access } from '../accounts/access.js'
import type { Advance } from '../branch/advance.js'
import type { Holds, Pusher } from '../branch/holds.js'
import type { DataFolders } from '../branch/folders.js'
import type { Repositories } from '../branch/repositories.js'
import type { IncomingCheck } from './incoming-check.js'
import { createKeyedSemaphore } from '../../system/keyed-semaphore.js'
import { MOST_REFS } from './push-rules.js'
import { createReadingPace, type ReadingPace } from './reading-pace.js'

export type { GitService } from '../../git/protocol/serve-config.js'

/** One request of a git client. */
interface GitExchange {
  readonly service: GitService
  /** The body as it comes over the wire. */
  readonly body: Readable
  readonly gzip: boolean
  /** The `Git-Protocol` header. */
  readonly protocol: string
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
}

export interface SmartHttp {
  /**
   * What `info/refs` answers.
   *
   * @throws GalleyError `not_implemented` without git on this machine
   */
  advertise(
    actor: Actor,
    siteId: string,
    request: Pick<GitExchange, 'service' | 'protocol' | 'signal'>,
  ): Promise<Buffer>
  /** Answers one request; the stream ends when everything that follows from it is done. */
  exchange(actor: Actor, siteId: string, exchange: GitExchange): Promise<Readable>
  /** Whether somebody pushes to a site now. */
  isPushing(siteId: string): boolean
  close(): Promise<void>
}

interface SmartHttpDependencies {
  readonly access: Access
  readonly advance: Pick<Advance, 'whileLocked'>
  readonly holds: Holds
  readonly folders: DataFolders
  readonly repositories: Pick<Repositories, 'get'>
  /** Whether the machine has git. */
  readonly native: boolean
  /** Largest push as it is sent, bytes. */
  readonly pushBytes: number
  readonly incoming: Pick<IncomingCheck, 'check'>
  /** Time for sending a body. */
  readonly bodySeconds: number
  /** A clone that takes less than asked for so long is ended where somebody waits for its place. */
  readonly cloneSlowSeconds: number
  /** Makes the working tree what `main` is. */
  readonly followTree: (siteId: string) => Promise<void>
  readonly onError: (error: unknown, siteId: string) => void
}

/** Programs that read, and as many that write, at a time: slow pushers keep nobody from cloning. */
const PROGRAMS = 8
/** Of them, those of one user: who reads or sends slowly waits for himself, not others for him. */
const PROGRAMS_OF_USER = 3
/** So many more of a user may wait. */
const MOST_WAITING_OF_USER = 50
/** A client that takes nothing of what it asked for, for so long, has gone. */
const STALL_MS = 120_000
/** Of a clone that has somebody's place, bytes a second. */
const LEAST_RATE = 64 * 1024
/** Git's report on a push waits for no client: it fits in here. */
const REPORT_BYTES = 16 * 1024 * 1024

const MOVED =
  'This branch has commits that your push lacks: run git pull --rebase, then push again.'

const PROGRAM_LIMITS = {
  permits: PROGRAMS_OF_USER,
  mostWaiting: MOST_WAITING_OF_USER,
  refuse: () => {
    const message = 'Too many of your clones and pushes are waiting; try again.'
    return new GalleyError('unavailable', message, { retryAfter: 5 })
  },
}

export function createSmartHttp(dependencies: SmartHttpDependencies): SmartHttp {
  const servers = new Map<GitService, GitServer>()
  const pushes = createTally()
  const programs = createKeyedSemaphore(PROGRAM_LIMITS)
  const slowMs = dependencies.cloneSlowSeconds * 1000
  const pace = createReadingPace({ stallMs: STALL_MS, slowMs, leastRate: LEAST_RATE })
  // In the data folder, where nobody sweeps; a repository's own hooks are never run.
  const hooks = path.resolve(dependencies.folders.temporary, 'hooks')
  const starter = createProcessLauncher(path.resolve(dependencies.folders.temporary, 'start'))
  const server = (service: GitService): GitServer => {
    const options = { hooks, children: PROGRAMS, start: starter.start }
    const found = servers.get(service) ?? createGitServer(options)
    servers.set(service, found)
    return found
  }
  const enter = (actor: Actor, siteId: string) => {
    const { site } = dependencies.access.onSite(actor, siteId, 'source.use')
    const userId = actor.kind === 'user' ? actor.user.id : ''
    const gitDir = dependencies.folders.site(site.id).repository
    if (dependencies.native) return { siteId: site.id, userId, gitDir }
    throw new GalleyError('not_implemented', 'This server has no git: clone and push are off.')
  }
  return {
    advertise: (actor, siteId, { service, protocol, signal }) =>
      whileThere(signal, async () => {
        const place = enter(actor, siteId)
        // A share of its own, which no client holds for long: slow clones keep it from nobody.
        const leave = await programs.acquire(`refs ${service} ${place.userId}`, signal)
        try {
          if (service === 'upload-pack') await turnOf(dependencies, place)
          const ask = () => server(service).infoRefs(place.gitDir, service, protocol)
          const refs = await (service === 'upload-pack' ? pace.waiting(ask) : ask())
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
          // It may have come to wait for long.
          enter(actor, siteId)
          const running = server(service)
          if (service === 'receive-pack') {
            const visit = { ...place, exchange }
            return holding(pushes.enter(siteId), () => write(dependencies, running, visit))
          }
          const body = detached(exchange.body, dependencies.bodySeconds)
          return read({ server: running, pace }, place, { ...exchange, body })
        })
      }),
    isPushing: pushes.has,
    async close() {
      for (const running of servers.values()) await running.close()
      await starter.close()
    },
  }
}

/** Nobody reads what is answered to who has gone, and it is no fault of the server. */
async function whileThere<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted
      ? new GalleyError('unavailable', 'The client closed the connection.')
      : error
  }
}

/** Leaves when the stream closes, or when it can't be made. */
async function holding(leave: () => void, make: () => Promise<Readable>): Promise<Readable> {
  try {
    return (await make()).once('close', leave)
  } catch (error) {
    leave()
    throw error
  }
}

/** Counts who is in. */
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

/** Somebody at a repository. */
interface RepositoryVisit extends Pusher {
  readonly gitDir: string
}

type Race = Pick<SmartHttpDependencies, 'repositories' | 'holds'>

/**
 * Notes where `main` is before a fetch is told, which may wait for its turn. Once a fetch, as it begins: what a
 * client has then is as new at least, and not as new as what comes between its requests.
 */
function turnOf({ repositories, holds }: Race, place: RepositoryVisit): Promise<void> {
  return holds.beforeFetch(place, async () => (await repositories.get(place.siteId)).head())
}

/** Notes where `main` is after a push was told: a client that was told something newer comes no more. */
async function notePush({ repositories, holds }: Race, place: RepositoryVisit): Promise<void> {
  holds.beforePush(place, await (await repositories.get(place.siteId)).head())
}

async function read(
  { server, pace }: { readonly server: GitServer; readonly pace: ReadingPace },
  place: RepositoryVisit,
  exchange: GitExchange,
): Promise<Readable> {
  const stalled = new AbortController()
  const signal = AbortSignal.any([exchange.signal, stalled.signal])
  const answer = await pace.waiting(() => server.rpc(place.gitDir, { ...exchange, signal }))
  answer.done.catch(() => undefined)
  return pipeline(
    answer.body,
    pace.watch(() => stalled.abort()),
    () => undefined,
  )
}

interface Push extends RepositoryVisit {
  readonly exchange: GitExchange
}

/** How far a push is. */
interface Course {
  /** Resolves when git has ended; rejects where what it took could not be made durable. */
  readonly ended: Promise<void>
  /** Resolves when index and working tree have followed. */
  followed: Promise<void>
}

async function write(
  dependencies: SmartHttpDependencies,
  server: GitServer,
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
    const answer = await server.rpc(gitDir, {
      ...exchange,
      known,
      body: detached(exchange.body, dependencies.bodySeconds),
      maxBytes: dependencies.pushBytes,
      mostRefs: MOST_REFS,
      check: (updates, _reader, quarantine) =>
        judge(dependencies, { ...push, updates, quarantine, course }),
    })
    // Whatever else git ends with, it has told the client.
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

/**
 * The body as git reads it. When git wants no more, the rest is read and thrown away, so that the
 * client gets as far as reading why.
 */
function detached(stream: Readable, seconds: number): Readable {
  const body = new PassThrough()
  const late = () => stream.destroy(new Error('The body took too long to arrive.'))
  const timer = setTimeout(late, seconds * 1000)
  stream.on('error', () => body.destroy())
  stream.once('end', () => clearTimeout(timer))
  stream.once('close', () => {
    clearTimeout(timer)
    if (!stream.readableEnded) body.destroy()
  })
  body.on('error', () => undefined)
  body.once('close', () => {
    stream.unpipe(body)
    stream.resume()
  })
  return stream.pipe(body)
}

/** Passes on all but the last piece, which waits for `settled`. */
function holdingLast(settled: () => Promise<void>): Duplex {
  return Duplex.from(async function* (source: AsyncIterable<Buffer>) {
    let last: Buffer | null = null
    for await (const chunk of source) {
      if (last) yield last
      last = chunk
    }
    await settled()
    if (last) yield last
  })
}

interface Judging extends Push {
  readonly updates: readonly PushUpdate[]
  readonly quarantine: string | null
  readonly course: Course
}

/** Answers git's question; after a yes the site stays locked until git has ended. */
async function judge(
  dependencies: SmartHttpDependencies,
  judging: Judging,
): Promise<string | null> {
  const { updates, quarantine, course, siteId, userId, gitDir } = judging
  const question = { gitDir, quarantine, updates, scope: 'push' as const }
  const { reader } = await dependencies.repositories.get(siteId)
  const problem = await dependencies.incoming.check(question, reader)
  const main = updates.find(({ ref }) => ref === MAIN)
  if (problem !== null) dependencies.holds.pushEnded(judging, null)
  if (problem !== null || !main) return problem
  return new Promise((resolve) => {
    const take = async (repository: Repository) => {
      const isThere = (await repository.head()) === main.from
      if (!isThere) dependencies.holds.pushRejected(judging)
      dependencies.holds.pushEnded(judging, isThere ? main.to : null)
      resolve(isThere ? null : MOVED)
      if (isThere) await course.ended
    }
    const moved = dependencies.advance.whileLocked(siteId, take, {
      checked: main.to,
      userId,
    })
    // Side by side: neither needs the other, and each mostly waits for its own disk or thread.
    const treed = course.ended.then(() => dependencies.followTree(siteId))
    course.followed = Promise.all([moved, treed])
      .then(() => undefined)
      .catch((error: unknown) => {
        resolve('The server could not accept the push; try again.')
        // What git has taken is taken: the index catches up later.
        dependencies.onError(error, siteId)
      })
  })
}
