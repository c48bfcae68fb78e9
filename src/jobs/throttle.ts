/** Limits the rate of messages: of many in a short time, passes on the first and the last one. */

/** A throttled function. */
interface Throttle {
  call(message: string): void
  /** Passes on the waiting message now. */
  flush(): void
  /** Drops the waiting message and ignores later calls. */
  stop(): void
}

/** @param intervalMs shortest time between two messages that are passed on */
export function throttle(pass: (message: string) => void, intervalMs: number): Throttle {
  let waiting: string | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  const flush = () => {
    const message = waiting
    waiting = null
    if (message !== null) pass(message)
  }
  const rest = () => {
    timer = setTimeout(() => {
      timer = null
      if (waiting === null) return
      flush()
      rest()
    }, intervalMs)
    timer.unref()
  }
  return {
    call: (message) => {
      if (isStopped) return
      waiting = message
      if (timer !== null) return
      flush()
      rest()
    },
    flush,
    stop: () => {
      isStopped = true
      waiting = null
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
