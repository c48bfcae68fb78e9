/**
 * Answers that nobody takes: they cost memory and bring nothing.
 *
 * @see src/http/README.md (Connections)
 */

import type { ServerResponse } from 'node:http'

/**
 * Cuts the connection of a client that takes nothing of its answer for so long. Who waits for an answer
 * that is still made, or for the next event of a stream, is not meant.
 *
 * @param mostMs milliseconds without a byte taken
 */
export function cutWhenUnread(response: ServerResponse, mostMs: number): void {
  response.setTimeout(mostMs, () => {
    const { socket } = response
    if (!socket) return
    if (socket.writableLength > 0) socket.destroy()
    // The timer runs once.
    else socket.setTimeout(mostMs)
  })
}
