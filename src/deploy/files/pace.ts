/**
 * How long a target may take for the steps of a deployment in all. A limit on silence alone would let one that takes
 * an upload byte by byte, or answers each time just before it is given up, keep the job to the end of its time.
 *
 * @see src/deploy/README.md (Limits on what a target answers)
 */

import { DeployError } from '../network/deploy-error.js'
import type { FileStore } from './file-store.js'

export interface Pace {
  /** Milliseconds that a target may take, whatever it is asked for. */
  readonly start: number
  /** Milliseconds more for each step: a file that is looked for, written, renamed or removed. */
  readonly step: number
  /** Bytes to be written that give one millisecond more. */
  readonly bytes: number
}

/** Node takes no longer one. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** A line of 64 kbit a second and a host that needs seconds for an answer are within it. */
export const slowestPace: Pace = { start: 180_000, step: 5000, bytes: 8 }

/**
 * A store whose steps together are as quick as that. Only the time counts in which one of them is under way;
 * reading and listing have limits of their own. Once it was too slow, every step fails.
 */
export function paced(store: FileStore, pace: Pace): FileStore {
  const { run, end } = createClock(pace)
  const { rename, removeFolder } = store
  return {
    ...store,
    stat: (path) => run(0, () => store.stat(path)),
    put: (path, content, options) => run(content.size, () => store.put(path, content, options)),
    remove: (path) => run(0, () => store.remove(path)),
    ...(rename && { rename: (from, to) => run(0, () => rename.call(store, from, to)) }),
    ...(removeFolder && { removeFolder: (path) => run(0, () => removeFolder.call(store, path)) }),
    close() {
      end()
      return store.close()
    },
  }
}

interface Clock {
  readonly run: <T>(bytes: number, work: () => Promise<T>) => Promise<T>
  /** Stops the time for good: a step that was given up may never end, and would keep the timer. */
  readonly end: () => void
}

function createClock({ start, step, bytes: bytesPerMs }: Pace): Clock {
  const underWay = new Set<(error: DeployError) => void>()
  let left = start
  let since = 0
  let timer: NodeJS.Timeout | undefined
  let failure: DeployError | null = null
  let isEnded = false
  const stop = () => {
    clearTimeout(timer)
    if (underWay.size > 0) left -= performance.now() - since
  }
  const go = () => {
    if (isEnded) return
    since = performance.now()
    if (underWay.size > 0) timer = setTimeout(fail, Math.min(Math.max(0, left), MAX_TIMER_MS))
  }
  const fail = () => {
    failure = new DeployError('timed_out', 'the server takes files and answers too slowly')
    for (const reject of underWay) reject(failure)
  }
  const run: Clock['run'] = async (bytes, work) => {
    if (failure !== null) throw failure
    stop()
    left += step + bytes / bytesPerMs
    return new Promise((resolve, reject) => {
      underWay.add(reject)
      go()
      void work()
        .then(resolve, reject)
        .finally(() => {
          stop()
          underWay.delete(reject)
          go()
        })
    })
  }
  return {
    run,
    end() {
      isEnded = true
      clearTimeout(timer)
    },
  }
}
