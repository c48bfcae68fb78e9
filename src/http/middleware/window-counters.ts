/** Counts events by name in time windows that begin with the first event. The number of names is limited. */

interface WindowCount {
  /** Number of events, including this one. */
  readonly count: number
  /** Milliseconds until the window ends. */
  readonly endsInMs: number
}

interface WindowCounters {
  add(name: string): WindowCount
  /** Number of names in memory. */
  size(): number
}

interface WindowOptions {
  readonly windowMs: number
  readonly now: () => number
  /** Most names; beyond that, the oldest is dropped. */
  readonly most?: number
}

interface Counter {
  count: number
  readonly endsAt: number
}

const MAX_WINDOWS = 50_000

/** Creates counters. They exist only in memory. */
export function createWindowCounters({
  windowMs,
  now,
  most = MAX_WINDOWS,
}: WindowOptions): WindowCounters {
  // All windows have the same length, so they end in the order in which they began.
  const counters = new Map<string, Counter>()
  const forget = (at: number): void => {
    for (const [name, { endsAt }] of counters) {
      if (endsAt > at && counters.size < most) return
      counters.delete(name)
    }
  }
  return {
    add: (name) => {
      const at = now()
      const known = counters.get(name)
      if (known !== undefined && known.endsAt > at) {
        known.count += 1
        return { count: known.count, endsInMs: known.endsAt - at }
      }
      counters.delete(name)
      forget(at)
      counters.set(name, { count: 1, endsAt: at + windowMs })
      return { count: 1, endsInMs: windowMs }
    },
    size: () => counters.size,
  }
}
