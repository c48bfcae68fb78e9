/**
 * Limits the memory of answers that clients have not read yet: a client can request many large ones, and read a byte of
 * each now and then.
 *
 * @see src/http/README.md (Connections)
 */

import type { ServerResponse } from 'node:http'
import { overloaded, type GalleyError } from '../errors.js'
import { closeSoonerWhenStalled } from './stalled-answers.js'

/** Most bytes of unread answers at the same time. */
interface UnreadLimits {
  /** For one user, or one address without credentials. */
  readonly ofOne: number
  readonly inAll: number
  /** How long a client may read nothing, in milliseconds, after another answer was refused for lack of room. */
  readonly stalledMs?: number
}

export interface UnreadAnswers {
  /**
   * Checks, before an answer begins, that there is room for it beside the unread ones. For a small one there always is.
   * If there is none, connections whose clients have stopped reading are closed sooner.
   *
   * @param asker id of a user
   * @param bytes that the answer will hold in memory
   * @throws GalleyError `unavailable`
   */
  requireRoom(asker: string, bytes: number): void
  /**
   * Counts an answer from now on until it is read. If there is too much, it closes the connection of the oldest answer
   * of the user or address with the most bytes.
   *
   * @param asker id of a user, or an address
   * @param bytes that the answer is known to hold in memory; what is written at its end is counted if it is more
   */
  watch(response: ServerResponse, asker: string, bytes?: number): void
}

/** Smaller answers are not counted: a stream writes as much at once. */
const MIN_BYTES = 128 * 1024

const STALLED_MS = 10_000
const RETRY_SECONDS = 5

/** Answers in the order in which they were written, with their bytes. */
class Waiting {
  readonly answers = new Map<ServerResponse, number>()
  bytes = 0

  /** @returns the number of bytes that were added */
  raise(response: ServerResponse, bytes: number): number {
    const more = Math.max(0, bytes - (this.answers.get(response) ?? 0))
    this.answers.set(response, (this.answers.get(response) ?? 0) + more)
    this.bytes += more
    return more
  }

  delete(response: ServerResponse): number {
    const bytes = this.answers.get(response) ?? 0
    this.answers.delete(response)
    this.bytes -= bytes
    return bytes
  }
}

/** The limit that leaves no room for another answer, and the answers that count for it. */
interface Shortage {
  /** Bytes. */
  readonly limit: number
  readonly waiting: readonly Waiting[]
}

export function createUnreadAnswers({
  ofOne,
  inAll,
  stalledMs = STALLED_MS,
}: UnreadLimits): UnreadAnswers {
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
  const count = (response: ServerResponse, asker: string, bytes: number): void => {
    if (bytes < MIN_BYTES || response.closed) return
    const waiting = askers.get(asker) ?? new Waiting()
    askers.set(asker, waiting)
    if (!waiting.answers.has(response))
      response.once('close', () => remove(asker, waiting, response))
    all += waiting.raise(response, bytes)
    // A single answer may exceed this limit: other limits apply to its size.
    while (waiting.bytes > ofOne && waiting.answers.size > 1) closeOldest(asker, waiting)
    while (all > inAll && askers.size > 0) {
      const [most] = [...askers].sort(([, a], [, b]) => b.bytes - a.bytes)
      if (most) closeOldest(...most)
    }
  }
  /** Null if there is room, or if another asker has more bytes and an answer of that one will be closed. */
  const shortage = (asker: string, bytes: number): Shortage | null => {
    const own = askers.get(asker)
    const together = (own?.bytes ?? 0) + bytes
    if (own && together > ofOne) return { limit: ofOne, waiting: [own] }
    const waiting = [...askers.values()]
    const isFull = all + bytes > inAll && waiting.every((other) => other.bytes <= together)
    return isFull ? { limit: inAll, waiting } : null
  }
  return {
    requireRoom(asker, bytes) {
      const found = bytes < MIN_BYTES ? null : shortage(asker, bytes)
      if (!found) return
      for (const { answers } of found.waiting) {
        for (const response of answers.keys()) closeSoonerWhenStalled(response, stalledMs)
      }
      throw noRoom(found.limit)
    },
    watch(response, asker, bytes = 0) {
      count(response, asker, bytes)
      response.once('prefinish', () => count(response, asker, response.socket?.writableLength ?? 0))
    },
  }
}

function noRoom(limit: number): GalleyError {
  const message = `Answers that are still being read may have ${limit / 1024 / 1024} MB together; try again when some of them are read.`
  return overloaded(message, RETRY_SECONDS)
}
