/**
 * The queue for work that many share: so much at once in all, of one asker (a user, a site, an address) and on one key,
 * and so much that waits. It is fair: the asker with the fewest running pieces comes first; among equals, the one whose
 * last piece started longest ago. The same then decides between the keys, so that whoever asks for much waits longer,
 * not the others.
 *
 * Each turn looks through all that waits and runs: for costly work of which little waits.
 */

/** Whose work it is. Any texts; work with the same text counts together. */
interface Owner {
  readonly asker: string
  /** What the work is on, such as a site. */
  readonly key?: string
}

interface FairOrder<Item> {
  /** What to start now; `waiting` has the oldest first. Null if all of it belongs to askers at their limit. */
  next<Waiting extends Item>(waiting: Iterable<Waiting>, running: Iterable<Item>): Waiting | null
  /** To be called for each piece that starts. */
  started(item: Item): void
}

/** Most askers and keys whose last start is remembered. */
const MAX_REMEMBERED = 10_000

/**
 * Only chooses, for those who keep what waits elsewhere (jobs are in the database).
 *
 * @param maxOfOne pieces of one asker that run at the same time
 */
export function createFairOrder<Item>(
  maxOfOne: number,
  ownerOf: (item: Item) => Owner,
): FairOrder<Item> {
  const lastTurns = new Map<string, number>()
  let turn = 0
  const note = (name: string): void => {
    lastTurns.delete(name)
    lastTurns.set(name, turn)
    const [oldest] = lastTurns.keys()
    if (lastTurns.size > MAX_REMEMBERED && oldest !== undefined) lastTurns.delete(oldest)
  }
  return {
    next<Waiting extends Item>(waiting: Iterable<Waiting>, running: Iterable<Item>) {
      const counts = new Map<string, number>()
      for (const item of running) {
        for (const name of namesOf(ownerOf(item))) counts.set(name, (counts.get(name) ?? 0) + 1)
      }
      let best: Waiting | null = null
      let bestClaim: readonly number[] = []
      for (const item of waiting) {
        // Numbers to compare in order; the item with the smaller ones starts first.
        const claim = namesOf(ownerOf(item)).flatMap((name) => [
          counts.get(name) ?? 0,
          lastTurns.get(name) ?? 0,
        ])
        if ((claim[0] ?? 0) >= maxOfOne) continue
        if (best !== null && !isBefore(claim, bestClaim)) continue
        best = item
        bestClaim = claim
      }
      return best
    },
    started: (item) => {
      turn += 1
      namesOf(ownerOf(item)).forEach(note)
    },
  }
}

function namesOf({ asker, key = '' }: Owner): readonly [asker: string, key: string] {
  return [`asker ${asker}`, `key ${key}`]
}

function isBefore(claim: readonly number[], other: readonly number[]): boolean {
  const place = claim.findIndex((value, index) => value !== other[index])
  return place >= 0 && (claim[place] ?? 0) < (other[place] ?? 0)
}

/** Gives the place back; a second call does nothing. */
type Leave = () => void

interface Queue {
  /**
   * Waits for a place, until `signal` is aborted.
   *
   * @throws what `refuse` returns, if too much waits; the reason of the signal
   */
  enter(owner: Owner, signal?: AbortSignal): Promise<Leave>
  /** Runs `work` at a place. @throws as `enter` */
  run<Result>(owner: Owner, work: () => Promise<Result>, options?: RunOptions): Promise<Result>
}

interface RunOptions {
  /** False for work that must run, however much is waiting; true by default. */
  readonly isRefusable?: boolean
  /** Makes a signal that ends the wait; called only if there is one. */
  readonly signalOf?: (() => AbortSignal) | undefined
}

/** Numbers of pieces of work; any number where one is left out. */
interface QueueOptions {
  /** They run at the same time: in all, */
  readonly places?: number
  /** of one asker, */
  readonly placesOfOne?: number
  /** and on one key. */
  readonly placesOfKey?: number
  /** They may wait: in all, */
  readonly maxWaiting?: number
  /** of one asker, */
  readonly maxWaitingOfOne?: number
  /** and on one key. */
  readonly maxWaitingOfKey?: number
  readonly refuse?: () => Error
}

interface Piece extends Owner {
  readonly start: () => void
}

export function createQueue(options: QueueOptions): Queue {
  const { places = Infinity, placesOfOne = Infinity, placesOfKey = Infinity } = options
  const { maxWaiting = Infinity, maxWaitingOfOne = Infinity, maxWaitingOfKey = Infinity } = options
  /** Oldest first. */
  const waiting = new Set<Piece>()
  const running = new Set<Piece>()
  const order = createFairOrder<Piece>(placesOfOne, (piece) => piece)
  const isFull = ({ asker, key }: Owner): boolean =>
    waiting.size >= maxWaiting ||
    count(waiting, (one) => one.asker === asker) >= maxWaitingOfOne ||
    (key !== undefined && count(waiting, (one) => one.key === key) >= maxWaitingOfKey)
  const mayStart = ({ key }: Piece): boolean =>
    key === undefined || count(running, (one) => one.key === key) < placesOfKey
  const startWaiting = (): void => {
    while (running.size < places && waiting.size > 0) {
      const ready = placesOfKey === Infinity ? waiting : [...waiting].filter(mayStart)
      const piece = order.next(ready, running)
      if (piece === null) return
      waiting.delete(piece)
      running.add(piece)
      order.started(piece)
      piece.start()
    }
  }
  const placeFor = async (owner: Owner, { isRefusable = true, signalOf }: RunOptions = {}) => {
    if (isRefusable && isFull(owner)) throw options.refuse?.() ?? new Error('Too much is waiting.')
    const wait = createWait((signal) => {
      waiting.delete(piece)
      return signal.reason as Error
    })
    const piece: Piece = { ...owner, start: wait.end }
    waiting.add(piece)
    startWaiting()
    await wait.over(signalOf)
    return () => {
      if (running.delete(piece)) startWaiting()
    }
  }
  return {
    async enter(owner, signal) {
      signal?.throwIfAborted()
      return placeFor(owner, { signalOf: signal && (() => signal) })
    },
    async run(owner, work, runOptions) {
      const leave = await placeFor(owner, runOptions)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

function count(pieces: Iterable<Piece>, isMeant: (piece: Piece) => boolean): number {
  let found = 0
  for (const piece of pieces) if (isMeant(piece)) found += 1
  return found
}

interface Wait {
  readonly end: () => void
  /** @throws what `giveUp` returns, if the signal is aborted before the end */
  readonly over: (signalOf: RunOptions['signalOf']) => Promise<void>
}

function createWait(giveUp: (signal: AbortSignal) => Error): Wait {
  let isOver = false
  let end = (): void => undefined
  return {
    end() {
      isOver = true
      end()
    },
    over: (signalOf) =>
      new Promise((resolve, reject) => {
        if (isOver) return resolve()
        const signal = signalOf?.()
        const leave = () => signal && reject(giveUp(signal))
        end = () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        }
        if (signal?.aborted) leave()
        else signal?.addEventListener('abort', leave, { once: true })
      }),
  }
}
