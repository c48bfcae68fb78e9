/**
 * What one connection sends is done so that others have their turn in between. Node hands on all that it has
 * read in one go, up to 2 MB: tens of thousands of requests one behind another (RFC 9112 §9.3.2), or
 * hundreds of thousands of chunks of one byte.
 *
 * @see src/http/README.md (Connections)
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of a connection that wait for the answers to those before them. Browsers send none so, proxies few. */
const MOST_WAITING = 100

/** Pieces of a body in one round of the event loop, after which what follows is left for the next. */
const PIECES_A_ROUND = 100

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Has a listener answer the requests of each connection one after another; one with too many is closed. */
export function answerInTurn(server: Server, listener: Listener): void {
  const waiting = new WeakMap<Socket, (() => void)[]>()
  server.on('request', (request, response) => {
    const { socket } = request
    // What waited as the connection ended has not begun, and does not.
    if (socket.destroyed) return
    // Only chunks can be smaller than what Node reads at once.
    if (request.headers['transfer-encoding'] !== undefined) paceBody(request)
    const begin = () => listener(request, response)
    const before = waiting.get(socket)
    response.once('close', () => next(socket))
    if (before === undefined) {
      waiting.set(socket, [])
      begin()
    } else if (before.length < MOST_WAITING) before.push(begin)
    else socket.destroy()
  })

  function next(socket: Socket): void {
    const begin = waiting.get(socket)?.shift()
    if (begin === undefined) waiting.delete(socket)
    else if (!socket.destroyed) setImmediate(begin)
  }
}

/** Reads no more of the connection in a round in which very many pieces of the body have come. */
function paceBody(request: IncomingMessage): void {
  const push = request.push.bind(request)
  const read = request._read.bind(request)
  let pieces = 0
  let isWanted = false
  const isHeld = () => pieces > PIECES_A_ROUND
  request._read = (size) => {
    if (isHeld()) isWanted = true
    else read(size)
  }
  request.push = (chunk, encoding) => {
    if (pieces === 0) setImmediate(endRound)
    pieces += 1
    // Node takes false for a reader that has enough, and reads on when `_read` is called.
    return push(chunk, encoding) && !isHeld()
  }

  function endRound(): void {
    const isWaiting = isHeld() && isWanted
    pieces = 0
    isWanted = false
    if (isWaiting) read(0)
  }
}
