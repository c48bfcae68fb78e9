/**
 * Closes connections whose client has stopped reading its answer, because the unsent rest stays in memory.
 *
 * @see src/http/README.md (Connections)
 */

import type { ServerResponse } from 'node:http'

/**
 * Closes the connection if bytes of the answer are waiting and the client takes none for `maxMs` milliseconds. A
 * client that waits for an answer, or for the next event of a stream, is not affected: no bytes wait for it.
 */
export function closeWhenStalled(response: ServerResponse, maxMs: number): void {
  response.setTimeout(maxMs, () => {
    const { socket } = response
    if (!socket) return
    if (socket.writableLength > 0) socket.destroy()
    // Restarts the timer: Node calls this once.
    else socket.setTimeout(maxMs)
  })
}

/** Shortens the time of {@link closeWhenStalled}, from now on. Calling it again does not restart it. */
export function closeSoonerWhenStalled({ socket }: ServerResponse, maxMs: number): void {
  if (socket && socket.timeout !== maxMs) socket.setTimeout(maxMs)
}
