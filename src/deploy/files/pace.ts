/**
 * How long a target may take for the steps of a deployment in all, and for its listings and the manifest. A limit on
 * silence alone would let one that takes an upload or sends a listing byte by byte, or answers each time just before it
 * is given up, keep the job to the end of its time.
 *
 * @see src/deploy/README.md (Limits on what a target answers)
 */

import { DeployError } from '../network/deploy-error.js'
import type { FileStore, Received } from './file-store.js'

export interface Pace {
  /** Milliseconds that a target may take, whatever it is asked for. */
  readonly start: number
  /** Milliseconds more for each step: a file that is looked for, written, renamed or removed. */
  readonly step: number
  /** Bytes to be written that give one millisecond more. */
  readonly bytes: number
}

/** How quickly a target must send what is read of it: listings and the manifest. */
export interface ReadingPace {
  /** Milliseconds that it may take, whatever it sends. */
  readonly start: number
  /** Milliseconds more for each folder that it lists. */
  readonly folder: number
  /** Bytes that give one millisecond more. */
  readonly bytes: number
}

/** Node takes no longer one. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** A line of 64 kbit a second and a host that needs seconds for an answer are within it. */
export const slowestPace: Pace = { start: 180_000, step: 5000, bytes: 8 }

/** A folder takes some round trips, of which several are under way at once. */
export const slowestReading: ReadingPace = { start: 180_000, folder: 1000, bytes: 8 }

/**
 * A store whose steps together are as quick as that, and so is what it reads and lists. Only the time counts in which
 * one of them is under way. Once it was too slow, every step fails.
 */
export function paced(store: FileStore, pace: Pace, reading: ReadingPace): FileStore {
  const steps = createClock(pace.start, 'the server takes files and answers too slowly')
  const answers = createClock(reading.start, TOO_SLOW)
  const run = <T>(bytes: number, work: () => Promise<T>): Promise<T> =>
    steps.run(pace.step + bytes / pace.bytes, work)
  const received: Received = (bytes, folders = 0) =>
    answers.grant(bytes / reading.bytes + folders * reading.folder)
  const read = <T>(work: (received: Received) => Promise<T>): Promise<T> =>
    answers.run(0, () => work(received))
  const { sizes, rename, removeFolder } = store
  return {
    ...store,
    list: () => read((noted) => store.list(noted)),
    read: (path, limit) => read((noted) => store.read(path, limit, noted)),
    stat: (path) => run(0, () => store.stat(path)),
    put: (path, content, options) => run(content.size, () => store.put(path, content, options)),
    remove: (path) => run(0, () => store.remove(path)),
    ...(sizes && { sizes: () => read((noted) => sizes.call(store, noted)) }),
    ...(rename && { rename: (from, to) => run(0, () => rename.call(store, from, to)) }),
    ...(removeFolder && { removeFolder: (path) => run(0, () => removeFolder.call(store, path)) }),
    close() {
      steps.end()
      answers.end()
      return store.close()
    },
  }
}

const TOO_SLOW =
  'the server lists and sends too slowly: less than 8 kB or one folder a second, for minutes'

interface Clock {
  /** @param ms milliseconds more that it may take */
  readonly run: <T>(ms: number, work: () => Promise<T>) => Promise<T>
  /** Gives so many milliseconds more. */
  readonly grant: (ms: number) => void
  /** Stops the time for good: a step that was given up may never end, and would keep the timer. */
  readonly end: () => void
}

function createClock(start: number, clause: string): Clock {
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
    if (underWay.size > 0) timer = setTimeout(look, Math.min(Math.max(0, left), MAX_TIMER_MS))
  }
  const look = () => {
    stop()
    if (left > 0) go()
    else fail()
  }
  const fail = () => {
    failure = new DeployError('timed_out', clause)
    for (const reject of underWay) reject(failure)
  }
  const run: Clock['run'] = async (ms, work) => {
    if (failure !== null) throw failure
    stop()
    left += ms
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
    grant: (ms) => void (left += ms),
    end() {
      isEnded = true
      clearTimeout(timer)
    },
  }
}
