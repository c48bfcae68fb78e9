/**
 * A queue for costly work that many share, fair by asker (a user, a site, an address): askers take turns (round robin),
 * so that whoever asks for much waits longer, not the others. Too much waiting work is refused.
 */

interface FairQueue {
  /**
   * Runs `work` when fewer than `atOnce` others run. The work of one asker starts in the order in which it came.
   *
   * @param asker any text; calls with the same text share one line
   * @throws what `refuse` returns, if too much is waiting
   */
  run<Result>(asker: string, work: () => Promise<Result>, options?: TurnOptions): Promise<Result>
}

interface TurnOptions {
  /** False for work that must run, however much is waiting; true by default. */
  readonly isRefusable?: boolean
}

interface FairQueueOptions {
  /** Pieces of work that run at the same time. */
  readonly atOnce: number
  /** Pieces of one asker that may wait. */
  readonly maxWaitingEach: number
  /** Pieces of all askers that may wait. */
  readonly maxWaiting: number
  readonly refuse: () => Error
}

export function createFairQueue({
  atOnce,
  maxWaitingEach,
  maxWaiting,
  refuse,
}: FairQueueOptions): FairQueue {
  /** The waiting work by asker, oldest first. The first asker of the map is next. */
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
    async run(asker, work, { isRefusable = true } = {}) {
      const line = lines.get(asker) ?? []
      if (isRefusable && (line.length >= maxWaitingEach || waiting >= maxWaiting)) throw refuse()
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
