/**
 * Clone, fetch and push over smart HTTP, for users who may use the source of a site.
 *
 * @see src/http/README.md (Git), src/git/README.md
 */

import path from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { GalleyError, overloaded } from '../../errors.js'
import { createGitServer } from '../../git/server/serve.js'
import type { Actor } from '../../model/user.js'
import { createQueue } from '../../system/queue.js'
import { acceptPush, type PushDependencies, type Visit } from './accept-push.js'
import { unlessRefused } from './exchange-streams.js'
import { createPaces, pacedRpc, type PacedServer } from './paced-rpc.js'
import {
  tellerOf,
  visitOf,
  type GitExchange,
  type RepositoryVisit,
  type VisitDependencies,
} from './repository-visit.js'

export type { GitService } from '../../git/protocol/serve-config.js'

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

interface SmartHttpDependencies extends PushDependencies, VisitDependencies {
  /** A clone that is too slow for this many seconds is ended if others wait. */
  readonly cloneSlowSeconds: number
  /** The same for a push. */
  readonly pushSlowSeconds: number
}

/** Git processes for reading, and as many for writing: slow pushes do not block clones. */
const PROGRAMS = 8
/** Git processes per user, so that slow users only delay themselves. */
const PROGRAMS_OF_USER = 3
/** Most waiting requests per user. */
const MAX_WAITING_OF_USER = 50
/** And of all together: each that gets its turn is looked for among them. */
const MAX_WAITING = 1000

const PROGRAM_LIMITS = {
  placesOfOne: PROGRAMS_OF_USER,
  maxWaitingOfOne: MAX_WAITING_OF_USER,
  maxWaiting: MAX_WAITING,
  refuse: () => {
    const message = 'Too many clones and pushes are waiting; try again.'
    return overloaded(message, 5)
  },
}

const READ_SLOWLY = 'A git client read nothing for two minutes, or too slowly while others waited.'

export function createSmartHttp(dependencies: SmartHttpDependencies): SmartHttp {
  const pushes = createTally()
  const programs = createQueue(PROGRAM_LIMITS)
  // In the data folder, where nobody deletes it. Hooks of the repository itself never run.
  const hooks = path.resolve(dependencies.folders.temporary, 'hooks')
  const options = { hooks, children: PROGRAMS }
  const servers = {
    'upload-pack': createGitServer(options),
    'receive-pack': createGitServer(options),
  }
  const paces = createPaces(dependencies, servers)
  const enter = (actor: Actor, siteId: string) => visitOf(dependencies, actor, siteId)
  return {
    advertise: (actor, siteId, { service, protocol, signal }) =>
      whileThere(signal, async () => {
        const place = enter(actor, siteId)
        // Separate places, which no client holds for long, so that slow clones do not block this.
        const asker = `refs ${service} ${place.userId}`
        const leave = await programs.enter({ asker }, signal)
        try {
          if (service === 'upload-pack') await turnOf(dependencies, place)
          const refs = await servers[service].infoRefs(place.gitDir, service, protocol)
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
        const asker = `${service} ${place.userId}`
        const leave = await programs.enter({ asker }, exchange.signal)
        return holding(leave, async () => {
          // The request may have waited for long, and its body may take long.
          enter(actor, siteId)
          const paced = { server: servers[service], pace: paces[service] }
          const visit = { ...place, exchange, tell: tellerOf(dependencies, place, service) }
          if (service === 'upload-pack') return read(paced, visit)
          return holding(pushes.enter(siteId), () => acceptPush(dependencies, paced, visit))
        })
      }),
    isPushing: pushes.has,
    async close() {
      for (const server of Object.values(servers)) await server.close()
    },
  }
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

async function read(paced: PacedServer, { exchange, tell, ...place }: Visit): Promise<Readable> {
  const stalled = new AbortController()
  const signal = AbortSignal.any([exchange.signal, stalled.signal])
  const answer = await pacedRpc(paced, place.gitDir, { ...exchange, signal, limitReached: tell })
  answer.done.catch(() => undefined)
  const stream = pipeline(
    answer.body,
    unlessRefused(place.isAllowed),
    paced.pace.watchReader(() => {
      tell(READ_SLOWLY)
      stalled.abort()
    }),
    (error) => error && stalled.abort(),
  )
  // While nobody reads on, nothing notices that git has ended.
  stalled.signal.addEventListener('abort', () =>
    stream.destroy(new Error('The client is too slow.')),
  )
  return stream
}
