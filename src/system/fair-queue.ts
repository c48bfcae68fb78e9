/**
 * A queue for costly work that many share, fair by asker (a user, a site, an address): askers take turns (round robin),
 * so that whoever asks for much waits longer, not the others. Too much waiting work is refused.
 */

interface FairQueue {
  /**
   * Runs `work` when fewer than `atOnce` others run. The work of one asker starts in the order in which it came.
   *
   * @param asker any text; calls with the same text share one line
   * @throws what `refuse` returns, if too much is waiting; the reason of the signal, if it is aborted before the turn
   */
  run<Result>(asker: string, work: () => Promise<Result>, options?: TurnOptions): Promise<Result>
}

interface TurnOptions {
  /** False for work that must run, however much is waiting; true by default. */
  readonly isRefusable?: boolean
  /** Makes a signal that ends the wait; called only if there is one. */
  readonly signalOf?: (() => AbortSignal) | undefined
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
  const lines = createLines()
  let running = 0
  const next = () => {
    const start = running < atOnce ? lines.take() : undefined
    if (!start) return
    running += 1
    start()
  }
  return {
    async run(asker, work, { isRefusable = true, signalOf } = {}) {
      const isFull = lines.lengthOf(asker) >= maxWaitingEach || lines.length() >= maxWaiting
      if (isRefusable && isFull) throw refuse()
      const turn = createTurn(() => lines.leave(asker, turn.start))
      lines.enter(asker, turn.start)
      next()
      await turn.begun(signalOf)
      try {
        return await work()
      } finally {
        running -= 1
        next()
      }
    },
  }
}

type Start = () => void

interface Lines {
  readonly enter: (asker: string, start: Start) => void
  readonly leave: (asker: string, start: Start) => void
  /** Takes out the next one. */
  readonly take: () => Start | undefined
  readonly lengthOf: (asker: string) => number
  readonly length: () => number
}

function createLines(): Lines {
  /** The waiting work by asker, oldest first. The first asker of the map is next. */
  const lines = new Map<string, Set<Start>>()
  let waiting = 0
  const leave: Lines['leave'] = (asker, start) => {
    const line = lines.get(asker)
    if (line?.delete(start) !== true) return
    waiting -= 1
    if (line.size === 0) lines.delete(asker)
  }
  return {
    leave,
    enter(asker, start) {
      lines.set(asker, (lines.get(asker) ?? new Set()).add(start))
      waiting += 1
    },
    take() {
      const [first] = lines
      if (!first) return undefined
      const [asker, line] = first
      const [start] = line
      if (start) leave(asker, start)
      // The asker's turn comes again after those of the others.
      if (lines.delete(asker)) lines.set(asker, line)
      return start
    },
    lengthOf: (asker) => lines.get(asker)?.size ?? 0,
    length: () => waiting,
  }
}

interface Turn {
  readonly start: Start
  /** Resolves when it has started. @throws the reason of the signal, if that is aborted before */
  readonly begun: (signalOf: TurnOptions['signalOf']) => Promise<void>
}

/** @param leave takes it out of its line */
function createTurn(leave: () => void): Turn {
  let isBegun = false
  let begin = (): void => undefined
  return {
    start() {
      isBegun = true
      begin()
    },
    begun: (signalOf) =>
      new Promise((resolve, reject) => {
        if (isBegun) return resolve()
        const signal = signalOf?.()
        const giveUp = () => {
          leave()
          reject(signal?.reason as Error)
        }
        begin = () => {
          signal?.removeEventListener('abort', giveUp)
          resolve()
        }
        if (signal?.aborted) giveUp()
        else signal?.addEventListener('abort', giveUp, { once: true })
      }),
  }
}
