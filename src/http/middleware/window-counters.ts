/** Counts by name in windows of time that begin with the first of each; bounded, whatever names come. */

interface WindowCount {
  /** With this one. */
  readonly count: number
  /** Milliseconds until the count begins anew. */
  readonly endsInMs: number
}

interface WindowCounters {
  add(name: string): WindowCount
  /** Names that are counted now. */
  size(): number
}

interface WindowOptions {
  readonly windowMs: number
  readonly now: () => number
  /** So many names are counted; then the oldest is forgotten. */
  readonly most?: number
}

interface Counter {
  count: number
  readonly endsAt: number
}

const MOST = 50_000

/** Counters in memory, forgotten with the process. */
export function createWindowCounters({
  windowMs,
  now,
  most = MOST,
}: WindowOptions): WindowCounters {
  // All windows are of one length, so that the order in which they began is that in which they end.
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
