/**
 * Ends the connection of a request that was answered before its body was read: what is left of the
 * body stands before the next request, which would wait for somebody to read it.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Middleware } from 'koa'

/** So long a client may go on sending after it has been answered; on a busy machine it reads late. */
const LINGER_MS = 5000

/** Outside of the errors, so that it sees every answer. */
export const closeUnread: Middleware = async (ctx, next) => {
  await next()
  // An answer that is a stream may still be reading (git's programs do).
  const isStreaming = ctx.status < 400 && ctx.body instanceof Readable
  if (!isStreaming && hasUnreadBody(ctx.req)) closeGently(ctx.req, ctx.res)
}

function hasUnreadBody({ headers, readableEnded, destroyed }: IncomingMessage): boolean {
  const isExpected =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return isExpected && !readableEnded && !destroyed
}

/**
 * Node would destroy the socket as soon as the answer is out. The system then says of what still
 * arrives that the connection is broken, and a client that is sending may never see its answer: so the
 * rest is read and thrown away for a while.
 */
function closeGently(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  const destroy = () => socket.destroy()
  response.setHeader('Connection', 'close')
  request.resume()
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(destroy, LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
    if (request.readableEnded) socket.once('finish', destroy)
    else request.once('end', destroy)
  }
}
