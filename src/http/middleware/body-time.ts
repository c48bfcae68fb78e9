/**
 * Limits the time in which the bodies of requests arrive. Node's own limit (`requestTimeout`) would also count the time in
 * which the server itself reads nothing, such as that of a push that waits for its turn.
 *
 * @see src/http/README.md (Connections)
 */

import type { IncomingMessage, Server } from 'node:http'

/** How often it is asked whether the client keeps the server waiting. */
const LOOK_MS = 1000

/** Ends a request whose client has had room to send for `seconds` and has not sent everything. */
export function limitBodyTime(server: Server, seconds: number): void {
  server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return
    const { socket } = request
    let waited = 0
    const stop = () => clearInterval(looking)
    const look = () => {
      if (request.complete || socket.destroyed) return stop()
      // What has arrived fills the buffer: it is the server that keeps the client waiting.
      if (request.readableLength >= request.readableHighWaterMark) return
      waited += LOOK_MS / 1000
      if (waited < seconds) return
      stop()
      if (!server.emit('clientError', tooSlow(), socket)) socket.destroy()
    }
    const looking = setInterval(look, LOOK_MS)
    looking.unref()
    request.once('end', stop)
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** As Node's own. */
function tooSlow(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}
