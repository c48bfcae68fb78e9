/**
 * Keeps one connection from delaying all others. Node reads up to 2 MB of a connection and then handles all of it in one
 * round of the event loop: tens of thousands of pipelined requests (RFC 9112 §9.3.2), or hundreds of thousands of chunks
 * of one byte. Here a connection gets one request, or a limited number of chunks, per round, and all connections together
 * get some milliseconds. `server.ts` uses it for the API and for the published sites.
 *
 * @see src/http/README.md (Connections)
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that may wait for the answers to earlier ones. Browsers never pipeline; proxies send few. */
const MAX_WAITING = 100

/** Chunks of a body that are handled in one round of the event loop; the rest wait for the next. */
const CHUNKS_PER_ROUND = 100

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Calls `listener` for the requests of each connection one after another. A connection on which more than `MAX_WAITING`
 * requests wait is closed.
 *
 * @param askerOf a text that is the same for requests that share their turns
 */
export function limitPipelining(
  server: Server,
  listener: Listener,
  askerOf: (request: IncomingMessage) => string,
): void {
  const waiting = new WeakMap<Socket, (() => void)[]>()
  const inTurns = createRequestTurns()
  server.on('request', (request, response) => {
    const { socket } = request
    // Requests that still waited when the connection ended are not started.
    if (socket.destroyed) return
    // Only a chunked body can come in many small pieces.
    if (request.headers['transfer-encoding'] !== undefined) paceBody(request)
    const begin = () =>
      inTurns(askerOf(request), () => {
        if (!socket.destroyed) listener(request, response)
      })
    const before = waiting.get(socket)
    response.once('close', () => next(socket))
    if (before === undefined) {
      waiting.set(socket, [])
      begin()
    } else if (before.length < MAX_WAITING) before.push(begin)
    else socket.destroy()
  })

  function next(socket: Socket): void {
    const begin = waiting.get(socket)?.shift()
    if (begin === undefined) waiting.delete(socket)
    else if (!socket.destroyed) setImmediate(begin)
  }
}

/** Stops reading the connection until the next round once `CHUNKS_PER_ROUND` chunks have come. */
function paceBody(request: IncomingMessage): void {
  const push = request.push.bind(request)
  const read = request._read.bind(request)
  let chunks = 0
  let isWanted = false
  const isHeld = () => chunks > CHUNKS_PER_ROUND
  request._read = (size) => {
    if (isHeld()) isWanted = true
    else read(size)
  }
  request.push = (chunk, encoding) => {
    if (chunks === 0) setImmediate(endRound)
    chunks += 1
    // After false, Node stops reading until `_read` is called.
    return push(chunk, encoding) && !isHeld()
  }

  function endRound(): void {
    const isWaiting = isHeld() && isWanted
    chunks = 0
    isWanted = false
    if (isWaiting) read(0)
  }
}

/** Milliseconds of a round after which no other request begins in it. */
const ROUND_MS = 8

/** Requests that waited and may begin in one round. */
const BEGUN_A_ROUND = 50

/**
 * Begins a request at once, or in a later round: those of one asker in the order of the calls.
 *
 * @param asker any text; calls with the same text share one line. It must not be one that can be invented
 */
type RequestTurns = (asker: string, begin: () => void) => void

/**
 * Lets the requests of many connections begin in several rounds of the event loop. Node reads everything that has come
 * on up to a thousand connections in one round, and would start as many requests before anything else can run. Waiting
 * requests start in turns by asker, so that only those who send many wait longer.
 */
export function createRequestTurns(): RequestTurns {
  /** What waits, by asker, oldest first. The first asker of the map is next. */
  const lines = new Map<string, (() => void)[]>()
  let until: number | null = null
  let isDue = false

  /** Whether this round has gone on for long since the first request began in it. */
  const isOver = (): boolean => {
    if (until !== null) return performance.now() >= until
    until = performance.now() + ROUND_MS
    setImmediate(() => (until = null))
    return false
  }
  const beginNext = () => {
    const [first] = lines
    if (!first || isOver()) return
    const [asker, line] = first
    lines.delete(asker)
    const begin = line.shift()
    if (line.length > 0) lines.set(asker, line)
    begin?.()
  }
  const inNextRound = () => {
    if (isDue) return
    isDue = true
    // Each by itself: what a request goes on with after its first promise is done before the next begins.
    for (let count = 0; count < BEGUN_A_ROUND; count += 1) setImmediate(beginNext)
    setImmediate(() => {
      isDue = false
      if (lines.size > 0) inNextRound()
    })
  }
  return (asker, begin) => {
    if (lines.size === 0 && !isOver()) return begin()
    const line = lines.get(asker)
    if (line) line.push(begin)
    else lines.set(asker, [begin])
    inNextRound()
  }
}
