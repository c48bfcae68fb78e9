/**
 * Speaks HTTP/2 on connections that a port has accepted. Each request is carried to a server of HTTP/1.1 that listens nowhere,
 * on a connection within this process (`carry.ts`). So each limit on connections, slow readers, slow bodies and unread answers
 * holds for each request; what only a connection of HTTP/2 has is limited here.
 *
 * @see src/http/README.md (Connections)
 */

import type { Server } from 'node:http'
import {
  performServerHandshake,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { addressOf } from '../middleware/peer.js'
import { carry } from './carry.js'
import { PacedSocket } from './paced-socket.js'

interface SessionLimits {
  /** For the headers of a request, and for the first one. */
  readonly headerMs: number
  /** How long a connection may have no request. */
  readonly idleMs: number
  /** How long a client may take to read the last bytes of an answer. */
  readonly lastMs: number
}

export interface Sessions {
  accept(socket: Socket): void
  /** Lets the requests that have come be answered, and tells the clients to send no more. */
  close(): void
}

/** What Node tells of a request. */
type Arriving = [
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
  rawHeaders: string[],
]

/** Requests of one connection at the same time. */
const MAX_STREAMS = 100

/** Requests that ended before their answer, beyond those that were answered, after which a connection takes no more. */
const MAX_BROKEN_OFF = 100

/** How long the last words to a client may take. */
const WORDS_MS = 1000

const OPTIONS = {
  settings: { maxConcurrentStreams: MAX_STREAMS, enablePush: false },
  // As many as in HTTP/1.1, of which the server behind has its own limit of bytes.
  maxHeaderListPairs: 2000,
  maxSessionInvalidFrames: 100,
}

/** @param to the server to which requests are carried */
export function createSessions(to: Server, limits: SessionLimits): Sessions {
  const { headerMs, lastMs } = limits
  const open = new Set<ServerHttp2Session>()
  return {
    accept(socket) {
      const paced = new PacedSocket(socket, headerMs)
      const session: ServerHttp2Session = performServerHandshake(paced, OPTIONS)
      open.add(session)
      session.once('close', () => open.delete(session))
      // Connections that break are normal.
      session.on('error', () => undefined)
      closeWhenIdle(session, paced, limits)
      closeWhenBrokenOff(session)
      const remoteAddress = addressOf(socket)
      session.on('stream', (...[stream, , , rawHeaders]: Arriving) => {
        carry(stream, { rawHeaders, remoteAddress, lastMs, to })
      })
    },
    close() {
      for (const session of open) session.close()
    },
  }
}

function closeWhenIdle(
  session: ServerHttp2Session,
  socket: Duplex,
  { headerMs, idleMs }: SessionLimits,
): void {
  let streams = 0
  let timer: NodeJS.Timeout | undefined
  const wait = (ms: number) => {
    timer = setTimeout(end, ms).unref()
  }
  const end = () => {
    session.destroy()
    // A session that was closed leaves that to its client.
    timer = setTimeout(() => socket.destroy(), WORDS_MS).unref()
  }
  wait(headerMs)
  session.on('stream', (stream) => {
    streams += 1
    clearTimeout(timer)
    stream.once('close', () => {
      streams -= 1
      if (streams === 0 && !socket.destroyed) wait(idleMs)
    })
  })
  socket.once('close', () => clearTimeout(timer))
}

/** A client could ask and cancel without end, and never reach the limit of requests at the same time (CVE-2023-44487). */
function closeWhenBrokenOff(session: ServerHttp2Session): void {
  let brokenOff = 0
  session.on('stream', (stream) => {
    stream.once('close', () => {
      brokenOff = Math.max(0, brokenOff + (stream.writableFinished ? -1 : 1))
      if (brokenOff > MAX_BROKEN_OFF && !session.closed) session.close()
    })
  })
}
