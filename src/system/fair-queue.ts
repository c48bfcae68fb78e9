/** Whose turn it is at work that all share: who asks for much waits for himself, not others for him. */

interface FairQueue {
  /**
   * Runs a piece of work when there is room. Those who wait take turns, each of them in the order in which
   * he asked.
   *
   * @param asker who asks; all that he waits for is one line
   * @throws what `refuse` gives, where too much waits
   */
  turn<Result>(asker: string, work: () => Promise<Result>, options?: TurnOptions): Promise<Result>
}

interface TurnOptions {
  /** Whether it may be refused; true if left out. */
  readonly isRefusable?: boolean
}

interface FairQueueOptions {
  /** So many pieces run at once. */
  readonly atOnce: number
  /** So many of one asker may wait, */
  readonly mostOfOne: number
  /** and so many of all. */
  readonly most: number
  readonly refuse: () => Error
}

export function createFairQueue({ atOnce, mostOfOne, most, refuse }: FairQueueOptions): FairQueue {
  /** By asker, what came first in front; the asker whose turn is next is the first. */
  const lines = new Map<string, (() => void)[]>()
  let running = 0
  let waiting = 0
  const next = () => {
    const [first] = lines
    if (!first || running >= atOnce) return
    const [asker, line] = first
    lines.delete(asker)
    const start = line.shift()
    if (line.length > 0) lines.set(asker, line)
    running += 1
    waiting -= 1
    start?.()
  }
  return {
    async turn(asker, work, { isRefusable = true } = {}) {
      const line = lines.get(asker) ?? []
      if (isRefusable && (line.length >= mostOfOne || waiting >= most)) throw refuse()
      await new Promise<void>((start) => {
        line.push(start)
        lines.set(asker, line)
        waiting += 1
        next()
      })
      try {
        return await work()
      } finally {
        running -= 1
        next()
      }
    },
  }
}
