/** Whether long work lets others have their turn: counted, since a clock says nothing on a busy machine. */

interface TurnCounter {
  /** To be called for each piece of work. */
  count(): void
  /** Pieces in all. */
  total(): number
  /** The most that were done between two turns of the event loop. */
  most(): number
  stop(): void
}

/** Counts from now on. */
export function countBetweenTurns(): TurnCounter {
  let [total, most, now] = [0, 0, 0]
  let isOver = false
  const nextTurn = () => {
    now = 0
    if (!isOver) setImmediate(nextTurn)
  }
  setImmediate(nextTurn)
  return {
    count: () => {
      total += 1
      now += 1
      most = Math.max(most, now)
    },
    total: () => total,
    most: () => most,
    stop: () => {
      isOver = true
    },
  }
}
