/** A share for each of what all use: whoever takes his own whole waits for himself alone. */

/** Gives back what was taken; a second time does nothing. */
type Leave = () => void

interface Shares {
  /**
   * Waits until less than the share of the asker is taken.
   *
   * @param signal who gave up waits no more, and its reason is thrown
   * @throws what `refuse` gives, where too many of the asker wait
   */
  take(asker: string, signal: AbortSignal): Promise<Leave>
}

interface SharesOptions {
  /** So much is the share of one asker. */
  readonly share: number
  /** So many of one asker may wait. */
  readonly mostWaiting: number
  readonly refuse: () => Error
}

interface Asker {
  taken: number
  /** Those who wait, the first in front. */
  readonly line: Set<() => void>
}

export function createShares({ share, mostWaiting, refuse }: SharesOptions): Shares {
  const askers = new Map<string, Asker>()
  const giveBack = (name: string, asker: Asker) => {
    const [next] = asker.line
    if (next) {
      // The place goes to the next in line without being given back first.
      asker.line.delete(next)
      return next()
    }
    asker.taken -= 1
    if (asker.taken === 0) askers.delete(name)
  }
  return {
    async take(name, signal) {
      signal.throwIfAborted()
      const asker = askers.get(name) ?? { taken: 0, line: new Set() }
      askers.set(name, asker)
      if (asker.taken < share) asker.taken += 1
      else if (asker.line.size >= mostWaiting) throw refuse()
      else await placeIn(asker.line, signal)
      let isLeft = false
      return () => {
        if (!isLeft) giveBack(name, asker)
        isLeft = true
      }
    },
  }
}

/** Resolves when it is one's turn. */
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
