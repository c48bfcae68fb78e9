/**
 * Writes into the operator's log which limit was reached by whom: one line an hour for each limit and asker, because
 * who is limited mostly tries again.
 *
 * @see src/http/README.md (Running)
 */

import type { TellLimit } from '../../model/reached-limit.js'

interface LimitLogOptions {
  readonly warn: (fields: object, message: string) => void
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  /** Most lines an hour, of all limits and askers together; also the rows in memory. */
  readonly most?: number
}

/** A line that was written. */
interface Line {
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** How often the limit was reached since, without a line. */
  suppressed: number
}

const QUIET_MS = 60 * 60_000
/** Anybody can have many addresses, and must not fill the disk with lines. */
const MAX_LINES = 1000
const MAX_CHARACTERS = 300
const NUMBER = /\d[\d.,]*/g

/** Nothing that is passed to it may have secrets: it only shortens. */
export function createLimitLog({ warn, now, most = MAX_LINES }: LimitLogOptions): TellLimit {
  /** Oldest first. */
  const lines = new Map<string, Line>()
  let fullUntil = Number.NEGATIVE_INFINITY
  const makeRoom = (at: number): boolean => {
    const [oldest] = lines
    if (lines.size < most || oldest === undefined) return true
    const [key, { at: since }] = oldest
    if (at - since >= QUIET_MS) return lines.delete(key)
    if (at >= fullUntil) {
      fullUntil = at + QUIET_MS
      warn({ lines: most }, 'more limits were reached than the log names in an hour')
    }
    return false
  }
  return (asker, reached) => {
    const limit = shortened(reached.limit)
    // Some sentences say how much was asked for, which is different each time.
    const key = JSON.stringify([asker, reached.error, limit.replaceAll(NUMBER, '#')])
    const at = now()
    const before = lines.get(key)
    if (before !== undefined && at - before.at < QUIET_MS) {
      before.suppressed += 1
      return
    }
    lines.delete(key)
    if (!makeRoom(at)) return
    lines.set(key, { at, suppressed: 0 })
    const more = before !== undefined && { suppressed: before.suppressed }
    warn({ ...reached, limit, ...more }, 'a limit was reached')
  }
}

function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…`.toWellFormed() : text
}
