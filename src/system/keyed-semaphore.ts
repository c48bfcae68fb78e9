/**
 * A semaphore with permits per key, such as a user: whoever uses all of his own permits waits, and nobody else does.
 * Compare `fair-queue.ts`, where all askers share one limit.
 */

/** Returns the permit; a second call does nothing. */
type Release = () => void

interface KeyedSemaphore {
  /**
   * Waits for a permit of this asker; waiting calls get theirs in order.
   *
   * @param signal ends the wait; its reason is thrown
   * @throws what `refuse` returns, if too many calls of this asker wait
   */
  acquire(asker: string, signal: AbortSignal): Promise<Release>
}

interface KeyedSemaphoreOptions {
  /** Permits of each asker. */
  readonly permits: number
  /** Calls of one asker that may wait. */
  readonly maxWaiting: number
  readonly refuse: () => Error
}

interface Asker {
  taken: number
  /** The waiting calls, oldest first. */
  readonly line: Set<() => void>
}

export function createKeyedSemaphore({
  permits: share,
  maxWaiting,
  refuse,
}: KeyedSemaphoreOptions): KeyedSemaphore {
  const askers = new Map<string, Asker>()
  const giveBack = (name: string, asker: Asker) => {
    const [next] = asker.line
    if (next) {
      // The permit goes straight to the next call, so that nobody can take it in between.
      asker.line.delete(next)
      return next()
    }
    asker.taken -= 1
    if (asker.taken === 0) askers.delete(name)
  }
  return {
    async acquire(name, signal) {
      signal.throwIfAborted()
      const asker = askers.get(name) ?? { taken: 0, line: new Set() }
      askers.set(name, asker)
      if (asker.taken < share) asker.taken += 1
      else if (asker.line.size >= maxWaiting) throw refuse()
      else await placeIn(asker.line, signal)
      let isReleased = false
      return () => {
        if (!isReleased) giveBack(name, asker)
        isReleased = true
      }
    },
  }
}

/** Resolves when a permit was handed over. */
function placeIn(line: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      line.delete(start)
      reject(signal.reason as Error)
    }
    const start = () => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }
    line.add(start)
    signal.addEventListener('abort', giveUp, { once: true })
  })
}
