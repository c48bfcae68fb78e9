/**
 * Asks git what a client asks, at the pace that clients owe each other.
 *
 * @see src/http/README.md (Git)
 */

import type { GitService } from '../../git/protocol/serve-config.js'
import type { GitServer } from '../../git/server/serve.js'
import { detached, orReason } from './exchange-streams.js'
import { type Readable, Transform } from 'node:stream'
import { createMinimumPace } from '../../system/minimum-pace.js'

/** A client that reads nothing for this time is disconnected. */
const STALL_MS = 120_000
/** Minimum speed of a clone or push while others wait, in bytes per second. */
const MIN_RATE = 64 * 1024

/** What git tells a client that sends too slowly: an error packet, and for a push one in the side band for errors. */
const TOO_SLOW: Readonly<Record<GitService, string>> = {
  'upload-pack': 'ERR Your request arrived too slowly while others waited; try again.\n',
  'receive-pack':
    '\u0003Your push arrived at less than 64 kB a second while others waited; push again later.\n',
}

const SENT_SLOWLY = 'The request of a git client arrived too slowly while others waited.'

interface PaceSettings {
  /** A clone that is too slow for this many seconds is ended if others wait. */
  readonly cloneSlowSeconds: number
  /** The same for a push. */
  readonly pushSlowSeconds: number
}

/** Clones and pushes have separate places, so each wait for their own. */
export function createPaces(
  settings: PaceSettings,
  servers: Readonly<Record<GitService, Pick<GitServer, 'waiting'>>>,
): Readonly<Record<GitService, ClientPace>> {
  const paceOf = (seconds: number, { waiting }: Pick<GitServer, 'waiting'>) =>
    createClientPace({ stallMs: STALL_MS, slowMs: seconds * 1000, minRate: MIN_RATE, waiting })
  return {
    'upload-pack': paceOf(settings.cloneSlowSeconds, servers['upload-pack']),
    'receive-pack': paceOf(settings.pushSlowSeconds, servers['receive-pack']),
  }
}

/** The git programs of one service, and the pace of their clients. */
export interface PacedServer {
  readonly server: Pick<GitServer, 'rpc'>
  readonly pace: ClientPace
}

type RpcRequest = Parameters<GitServer['rpc']>[1] & { readonly signal: AbortSignal }
type RpcResponse = Awaited<ReturnType<GitServer['rpc']>>

/** As `rpc` of the server. If the client sends its body too slowly while others wait, git ends and the client is told. */
export async function pacedRpc(
  { server, pace }: PacedServer,
  gitDir: string,
  request: RpcRequest,
): Promise<RpcResponse> {
  const slow = new AbortController()
  const signal = AbortSignal.any([request.signal, slow.signal])
  const body = detached(request.body)
  const answer = await server.rpc(gitDir, { ...request, body, signal })
  const stop = pace.watchSender(request.body, () => {
    slow.abort()
    request.limitReached?.(SENT_SLOWLY)
  })
  answer.done.then(stop, stop)
  const reason = () => (slow.signal.aborted ? TOO_SLOW[request.service] : null)
  return { done: answer.done, body: orReason(answer.body, reason) }
}

interface PaceLimits {
  /** A client that reads nothing for this time is disconnected. */
  readonly stallMs: number
  /** A client that is slower than `minRate` for this time loses its place if others wait; 0 for never. */
  readonly slowMs: number
  /** Minimum speed in bytes per second. */
  readonly minRate: number
  /** How many wait for a place now. */
  readonly waiting: () => number
}

interface ClientPace {
  /** Passes data through; calls `end` if the client is too slow. git itself always sends something. */
  watchReader(end: () => void): Transform
  /** Calls `end` if the client sends `body` too slowly, until it has sent all of it. @returns stops watching */
  watchSender(body: Readable, end: () => void): () => void
}

/** Ends clones and pushes whose clients read or send too slowly, so that a few of them cannot occupy all places. */
export function createClientPace({ stallMs, ...limits }: PaceLimits): ClientPace {
  const minimum = createMinimumPace(limits)
  return {
    watchReader(end) {
      const stalled = setTimeout(end, stallMs)
      const stream = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          stalled.refresh()
          pace.pass(chunk.length)
          done(null, chunk)
        },
      })
      // If nothing waits to be sent, git is slow, not the client.
      const pace = minimum.watch(() => stream.readableLength > 0, end)
      return stream.once('close', () => {
        clearTimeout(stalled)
        pace.stop()
      })
    },
    watchSender(body, end) {
      // If the body is paused, git is slow, not the client.
      const pace = minimum.watch(() => !body.readableEnded && !body.isPaused(), end)
      const count = (chunk: Buffer) => pace.pass(chunk.length)
      body.on('data', count)
      return () => {
        body.off('data', count)
        pace.stop()
      }
    },
  }
}
