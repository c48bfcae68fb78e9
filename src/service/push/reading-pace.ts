/**
 * Ends clones whose clients take next to nothing, so that a few of them do not keep everybody's places.
 *
 * @see src/http/README.md (Git)
 */

import { Transform } from 'node:stream'

interface PaceLimits {
  /** Who takes nothing at all for so long has gone. */
  readonly stallMs: number
  /** Who takes less than is asked for so long gives his place to who waits for one; 0 for never. */
  readonly slowMs: number
  /** What is asked, bytes a second. */
  readonly leastRate: number
}

export interface ReadingPace {
  /** Counts among those who wait for a place, until the work gives one or fails. */
  waiting<T>(work: () => Promise<T>): Promise<T>
  /** Passes everything on; calls `end` where the client is too slow. Git itself always talks. */
  watch(end: () => void): Transform
}

export function createReadingPace({ stallMs, slowMs, leastRate }: PaceLimits): ReadingPace {
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
        // Where nothing lies here it is git that is slow, not the client.
        const isSlow = stream.readableLength > 0 && taken < (leastRate * slowMs) / 1000
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
