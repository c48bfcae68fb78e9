/**
 * Ends clones whose clients read too slowly, so that a few of them cannot occupy all places.
 *
 * @see src/http/README.md (Git)
 */

import { Transform } from 'node:stream'

interface PaceLimits {
  /** A client that reads nothing for this time is disconnected. */
  readonly stallMs: number
  /** A client that is slower than `minRate` for this time loses its place if others wait; 0 for never. */
  readonly slowMs: number
  /** Minimum speed in bytes per second. */
  readonly minRate: number
}

export interface ReadingPace {
  /** Counts as waiting for a place until the work gets one or fails. */
  waiting<T>(work: () => Promise<T>): Promise<T>
  /** Passes data through; calls `end` if the client is too slow. git itself always sends something. */
  watch(end: () => void): Transform
}

export function createReadingPace({ stallMs, slowMs, minRate }: PaceLimits): ReadingPace {
  let waiting = 0
  return {
    async waiting(work) {
      waiting += 1
      try {
        return await work()
      } finally {
        waiting -= 1
      }
    },
    watch(end) {
      let taken = 0
      const stalled = setTimeout(end, stallMs)
      const stream = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          stalled.refresh()
          taken += chunk.length
          done(null, chunk)
        },
      })
      const look = () => {
        // If nothing waits to be sent, git is slow, not the client.
        const isSlow = stream.readableLength > 0 && taken < (minRate * slowMs) / 1000
        taken = 0
        if (isSlow && waiting > 0) end()
      }
      const slow = slowMs > 0 ? setInterval(look, slowMs) : undefined
      return stream.once('close', () => {
        clearTimeout(stalled)
        clearInterval(slow)
      })
    },
  }
}
