/**
 * Closes the connection after an answer that was given before the body of the request was read, such as an error.
 * Otherwise the rest of the body would block the next request on the connection, as nobody reads it.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Middleware } from 'koa'

/** How long a client may go on sending after its answer. Long, since a client on a busy machine reads late. */
const LINGER_MS = 5000

/** Must come before the middleware that answers errors, so that it sees those answers too. */
export const closeAfterUnreadBody: Middleware = async (ctx, next) => {
  await next()
  // A streamed answer may still read the body: the programs of git do.
  const isStreaming = ctx.status < 400 && ctx.body instanceof Readable
  if (!isStreaming && hasUnreadBody(ctx.req)) closeGently(ctx.req, ctx.res)
}

function hasUnreadBody({ headers, readableEnded, destroyed }: IncomingMessage): boolean {
  const isExpected =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return isExpected && !readableEnded && !destroyed
}

/**
 * Node would destroy the socket as soon as the answer is sent. If more data arrives then, the system resets the
 * connection, and a client that is still sending may never see its answer. So the rest is read and dropped for a while.
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
