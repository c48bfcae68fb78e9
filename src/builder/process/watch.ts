/**
 * Ends a process that lives for many requests, where nobody else does: without its parent, and beyond the CPU time of a
 * request. The system's limit of CPU time counts for the whole life of a process, and only some systems end a process
 * with its parent (`system/limited-program.ts`).
 */

import { startThread } from '../../system/worker.js'

/** What the thread begins with. */
export interface WatchStart {
  /** Id of the process without which this one ends. */
  readonly parent: number
  /** One number, in shared memory: microseconds of CPU time that the process may have taken in all. */
  readonly allowed: Float64Array
}

const MICROSECONDS = 1_000_000

/**
 * Watches this process from a thread of its own. Its parent is the one that the first argument names: by now it may have
 * another. What is returned is called with each request: from then on the process
 * may take so many seconds of CPU time, of all its threads together.
 */
export function watch(): (cpuSeconds: number) => void {
  const allowed = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))
  allowed[0] = Infinity
  const start: WatchStart = { parent: Number(process.argv[2]), allowed }
  startThread({ name: './watch-thread', from: import.meta.url }, { workerData: start }).unref()
  return (cpuSeconds) => {
    const { user, system } = process.cpuUsage()
    allowed[0] = user + system + cpuSeconds * MICROSECONDS
  }
}
