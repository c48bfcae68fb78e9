/**
 * Ends clones and pushes whose clients read or send too slowly, so that a few of them cannot occupy all places.
 *
 * @see src/http/README.md (Git)
 */

import { Transform, type Readable } from 'node:stream'
import { createMinimumPace } from '../../system/minimum-pace.js'

interface PaceLimits {
  /** A client that reads nothing for this time is disconnected. */
  readonly stallMs: number
  /** A client that is slower than `minRate` for this time loses its place if others wait; 0 for never. */
  readonly slowMs: number
  /** Minimum speed in bytes per second. */
  readonly minRate: number
  /** How many wait for a place now. */
  readonly waiting: () => number
}

export interface ClientPace {
  /** Passes data through; calls `end` if the client is too slow. git itself always sends something. */
  watchReader(end: () => void): Transform
  /** Calls `end` if the client sends `body` too slowly, until it has sent all of it. @returns stops watching */
  watchSender(body: Readable, end: () => void): () => void
}

export function createClientPace({ stallMs, ...limits }: PaceLimits): ClientPace {
  const minimum = createMinimumPace(limits)
  return {
    watchReader(end) {
      const stalled = setTimeout(end, stallMs)
      const stream = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          stalled.refresh()
          pace.pass(chunk.length)
          done(null, chunk)
        },
      })
      // If nothing waits to be sent, git is slow, not the client.
      const pace = minimum.watch(() => stream.readableLength > 0, end)
      return stream.once('close', () => {
        clearTimeout(stalled)
        pace.stop()
      })
    },
    watchSender(body, end) {
      // If the body is paused, git is slow, not the client.
      const pace = minimum.watch(() => !body.readableEnded && !body.isPaused(), end)
      const count = (chunk: Buffer) => pace.pass(chunk.length)
      body.on('data', count)
      return () => {
        body.off('data', count)
        pace.stop()
      }
    },
  }
}
