/** Passes on the first of many calls in a moment and the last one, not those between. */

/** A throttled function. */
interface Throttle {
  call(message: string): void
  /** Passes on what waits, now. */
  flush(): void
  /** Forgets what waits and ignores later calls. */
  stop(): void
}

/** @param intervalMs least time between two messages passed on */
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
