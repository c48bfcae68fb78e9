/** Bounding how much runs at once. */

/** Runs a piece of work when fewer than the allowed number are running; first come, first served. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>

/** Makes a queue that lets `max` pieces of work run at the same time. */
export function createLimit(max: number): Limit {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= max) await new Promise<void>((turn) => waiting.push(turn))
    else running++
    try {
      return await work()
    } finally {
      // The place goes to the next in line without being given back first.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** Applies `work` to each item, at most `max` at a time; the results keep the order of the items. */
export function mapLimited<T, R>(
  items: readonly T[],
  max: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const limit = createLimit(max)
  return Promise.all(items.map((item) => limit(() => work(item))))
}
