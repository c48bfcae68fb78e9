/**
 * A minimum speed for clients that hold one of few places: it holds only while others wait for one, and of the clients
 * that are too slow, only as many lose their places as are waited for.
 */

interface MinimumPaceOptions {
  /** How long a client may be slower than `minRate`, in milliseconds; 0 for any time. */
  readonly slowMs: number
  /** Minimum speed in bytes per second. */
  readonly minRate: number
  /** How many wait for a place now. Whoever has one and only begins is not to be counted. */
  readonly waiting: () => number
}

/** What one client does at its place. */
export interface WatchedPace {
  /** Counts bytes that the client took or sent. */
  pass(bytes: number): void
  /** To be called when the client has left its place. */
  stop(): void
}

interface MinimumPace {
  /**
   * Watches the client at a place. Once it is too slow, calls `end`, which must end its work.
   *
   * @param isClientsTurn false while the client itself waits, so that it is not to blame
   */
  watch(isClientsTurn: () => boolean, end: () => void): WatchedPace
}

export function createMinimumPace(options: MinimumPaceOptions): MinimumPace {
  const { slowMs, minRate, waiting } = options
  let leaving = 0
  return {
    watch(isClientsTurn, end) {
      let passed = 0
      let isLeaving = false
      const look = () => {
        const isSlow = isClientsTurn() && passed < (minRate * slowMs) / 1000
        passed = 0
        if (!isSlow || isLeaving || waiting() <= leaving) return
        isLeaving = true
        leaving += 1
        end()
      }
      const timer = slowMs > 0 ? setInterval(look, slowMs) : undefined
      return {
        pass: (bytes) => void (passed += bytes),
        stop: () => {
          clearInterval(timer)
          if (isLeaving) leaving -= 1
          isLeaving = false
        },
      }
    },
  }
}
