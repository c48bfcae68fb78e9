/** Answers the requests on a port, and lets those that run end when the server stops. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Askers } from './askers.js'
import { limitPipelining } from './pipelining.js'
import { closeWhenStalled } from './stalled-answers.js'

/** Koa's listener; what goes wrong in it is answered or logged there. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** An answer of which nobody takes a byte for so long is ended. */
const UNREAD_MS = 120_000

/** @returns waits for what is being answered, also where nobody waits for the answer any more */
export function answerWith(
  server: Server,
  listener: Listener,
  askers: Pick<Askers, 'of'>,
): () => Promise<unknown> {
  const running = new Set<Promise<void>>()
  const answerOne = (request: IncomingMessage, response: ServerResponse) => {
    closeWhenStalled(response, UNREAD_MS)
    const answer = listener(request, response).finally(() => running.delete(answer))
    running.add(answer)
  }
  limitPipelining(server, answerOne, (request) => askers.of(request))
  return () => Promise.allSettled(running)
}

/** Lets requests that run end; what is still open after `mostMs` milliseconds is cut off. */
export async function drain(server: Server, mostMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), mostMs)
  await closed
  clearTimeout(timer)
}
