/** Limits how much asynchronous work runs at the same time. */

export interface Limit {
  /** Runs a piece of work when fewer than the allowed number are running; first come, first served. */
  <T>(work: () => Promise<T>): Promise<T>
  /** How many pieces of work have no place yet. */
  readonly waiting: () => number
}

/** Makes a queue that lets `max` pieces of work run at the same time. */
export function createLimit(max: number): Limit {
  let running = 0
  const waiting: (() => void)[] = []
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) await new Promise<void>((turn) => waiting.push(turn))
    else running++
    try {
      return await work()
    } finally {
      // The next one in the queue takes over the place, so `running` stays the same.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  return Object.assign(run, { waiting: () => waiting.length })
}

/** Applies `work` to each item, at most `max` at a time; the results keep the order of the items. */
export async function mapLimited<T, R>(
  items: readonly T[],
  max: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const rest = items.entries()
  // No promises for items that have not begun: there may be very many.
  const lane = async () => {
    for (const [at, item] of rest) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, lane))
  return results
}

/**
 * Runs `work` for each item in order, at most `limit` at a time. After a failure, no further items are started; the
 * first error is thrown when the running ones have ended.
 */
export async function forEachParallel<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]()
  const failures: unknown[] = []
  const lane = async () => {
    for (let next = rest.next(); !next.done && failures.length === 0; next = rest.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, limit) }, lane))
  if (failures.length > 0) throw failures[0]
}
