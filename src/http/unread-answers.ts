/**
 * Limits the memory of answers that wait for their clients to read them: a client can ask for many large ones, and
 * read a byte of each now and then.
 *
 * @see src/http/README.md (Connections)
 */

import type { ServerResponse } from 'node:http'

/** Bytes of answers that wait at the same time. */
interface UnreadLimits {
  /** For one user, or one address without credentials. */
  readonly ofOne: number
  readonly inAll: number
}

export interface UnreadAnswers {
  /**
   * Counts an answer from when it is written until it is read. Where they are too many, the connection of the one
   * that has waited longest is closed, of whoever has the most.
   *
   * @param asker id of a user, or an address
   * @param held bytes that the answer holds in memory beside what is written, while it is made
   */
  watch(response: ServerResponse, asker: string, held?: number): void
}

/** Less is not counted: it is as much as a stream writes at once. */
const MIN_BYTES = 128 * 1024

/** Answers in the order in which they were written, with their bytes. */
class Waiting {
  readonly answers = new Map<ServerResponse, number>()
  bytes = 0

  add(response: ServerResponse, bytes: number): void {
    this.answers.set(response, (this.answers.get(response) ?? 0) + bytes)
    this.bytes += bytes
  }

  delete(response: ServerResponse): number {
    const bytes = this.answers.get(response) ?? 0
    this.answers.delete(response)
    this.bytes -= bytes
    return bytes
  }
}

export function createUnreadAnswers({ ofOne, inAll }: UnreadLimits): UnreadAnswers {
  const askers = new Map<string, Waiting>()
  let all = 0
  const remove = (asker: string, waiting: Waiting, response: ServerResponse): void => {
    all -= waiting.delete(response)
    if (waiting.answers.size === 0 && askers.get(asker) === waiting) askers.delete(asker)
  }
  const closeOldest = (asker: string, waiting: Waiting): void => {
    const [oldest] = waiting.answers.keys()
    if (!oldest) return
    remove(asker, waiting, oldest)
    oldest.socket?.destroy()
  }
  const add = (response: ServerResponse, asker: string, bytes: number): void => {
    if (bytes < MIN_BYTES || response.closed) return
    const waiting = askers.get(asker) ?? new Waiting()
    askers.set(asker, waiting)
    if (!waiting.answers.has(response))
      response.once('close', () => remove(asker, waiting, response))
    waiting.add(response, bytes)
    all += bytes
    // A single answer has its own limit, whatever that is.
    while (waiting.bytes > ofOne && waiting.answers.size > 1) closeOldest(asker, waiting)
    while (all > inAll && askers.size > 0) {
      const [most] = [...askers].sort(([, a], [, b]) => b.bytes - a.bytes)
      if (most) closeOldest(...most)
    }
  }
  return {
    watch(response, asker, held = 0) {
      add(response, asker, held)
      response.once('prefinish', () => add(response, asker, response.socket?.writableLength ?? 0))
    },
  }
}
