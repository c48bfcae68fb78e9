/**
 * Ends clones and pushes whose clients read or send too slowly, so that a few of them cannot occupy all places.
 *
 * @see src/http/README.md (Git)
 */

import { Transform, type Readable } from 'node:stream'

interface PaceLimits {
  /** A client that reads nothing for this time is disconnected. */
  readonly stallMs: number
  /** A client that is slower than `minRate` for this time loses its place if others wait; 0 for never. */
  readonly slowMs: number
  /** Minimum speed in bytes per second. */
  readonly minRate: number
}

export interface ClientPace {
  /** Counts as waiting for a place until the work gets one or fails. */
  waiting<T>(work: () => Promise<T>): Promise<T>
  /** Passes data through; calls `end` if the client is too slow. git itself always sends something. */
  watch(end: () => void): Transform
  /** Calls `end` if the client sends `body` too slowly, until it has sent all of it. @returns stops watching */
  watchSender(body: Readable, end: () => void): () => void
}

export function createClientPace({ stallMs, slowMs, minRate }: PaceLimits): ClientPace {
  let waiting = 0
  /** Looks again and again whether few bytes have passed although the client could go on. */
  const watchRate = (isClientsTurn: () => boolean, end: () => void) => {
    let passed = 0
    const look = () => {
      const isSlow = isClientsTurn() && passed < (minRate * slowMs) / 1000
      passed = 0
      if (isSlow && waiting > 0) end()
    }
    const timer = slowMs > 0 ? setInterval(look, slowMs) : undefined
    return {
      pass: (chunk: Buffer) => void (passed += chunk.length),
      stop: () => clearInterval(timer),
    }
  }
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
      const stalled = setTimeout(end, stallMs)
      const stream = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          stalled.refresh()
          rate.pass(chunk)
          done(null, chunk)
        },
      })
      // If nothing waits to be sent, git is slow, not the client.
      const rate = watchRate(() => stream.readableLength > 0, end)
      return stream.once('close', () => {
        clearTimeout(stalled)
        rate.stop()
      })
    },
    watchSender(body, end) {
      // If the body is paused, git is slow, not the client.
      const rate = watchRate(() => !body.readableEnded && !body.isPaused(), end)
      body.on('data', rate.pass)
      return () => {
        body.off('data', rate.pass)
        rate.stop()
      }
    },
  }
}
