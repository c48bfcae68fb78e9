/** Answers the requests on a port, and waits for running ones when the server stops. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Askers } from './askers.js'
import { limitPipelining } from './pipelining.js'
import { closeWhenStalled } from './stalled-answers.js'

/** Koa's listener. It answers or logs its own errors. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** What answers the requests on a port, and a text that is the same for requests that share their turns. */
export interface Answering {
  readonly listener: Listener
  readonly askerOf: Askers['of']
}

/** An answer ends if its client reads no byte of it for this time. */
export const UNREAD_MS = 120_000

/** Listeners for one event of an answer. To send a stream alone takes Node seven for `close`, and it warns at eleven. */
const MAX_LISTENERS = 20

/** @returns a function that waits for all running requests, also for those whose client has gone
 */
export function answerWith(
  server: Server,
  { listener, askerOf }: Answering,
): () => Promise<unknown> {
  const running = new Set<Promise<void>>()
  const answerOne = (request: IncomingMessage, response: ServerResponse) => {
    response.setMaxListeners(MAX_LISTENERS)
    closeWhenStalled(response, UNREAD_MS)
    const answer = listener(request, response).finally(() => running.delete(answer))
    running.add(answer)
  }
  limitPipelining(server, answerOne, askerOf)
  return () => Promise.allSettled(running)
}

/** Waits for running requests; closes connections that are still open after `maxMs` milliseconds. */
export async function drain(server: Server, maxMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), maxMs)
  await closed
  clearTimeout(timer)
}
