/**
 * Runs the thread for long YAML. It starts when it is first needed, handles one task at a time, ends after a minute
 * without work, and is replaced if it fails.
 *
 * Sites take turns, and the number of waiting tasks is limited. Each task has a budget of time and memory; a thread
 * that exceeds it is ended. If a thread fails for another reason, its task is repeated once.
 */

import type { Worker } from 'node:worker_threads'
import { pack, unpack } from '../../../content/yaml/packing.js'
import { overloaded, type GalleyError } from '../../../errors.js'
import { MAX_YAML_WAITING, MAX_YAML_WAITING_OF_SITE } from '../../../model/limits.js'
import { createQueue } from '../../../system/queue.js'
import { outcomeOf, startThread } from '../../../system/worker.js'
import type { YamlAnswer, YamlQuestion } from './work.js'

/** The outcome of a task. */
export type YamlOutcome =
  | YamlAnswer
  /** `more than 30 seconds` */
  | { readonly kind: 'over budget'; readonly budget: string }
  | { readonly kind: 'died' }

/** The site that a task is for. */
export interface YamlTurn {
  readonly siteId: string
  /**
   * True for the server's own work, such as indexing a commit: it is never refused, and has a queue of its own, so
   * that it does not wait for all requests of the site.
   */
  readonly isOwnWork?: boolean
}

export interface YamlThread {
  /** @throws GalleyError `unavailable` if too much waits */
  ask(turn: YamlTurn, question: YamlQuestion): Promise<YamlOutcome>
  /** Ends the thread. The next task starts another. */
  end(): Promise<void>
}

interface YamlThreadOptions {
  readonly start?: () => Worker
  /** Makes a signal that is aborted when the time of a task is over. */
  readonly signalOf?: () => AbortSignal
  readonly idleMs?: number
}

/** Memory limit of the thread. */
const MEMORY_MB = 256
/** The longest allowed text takes about a hundredth of this on an idle machine. */
const TIME_MS = 30_000
const IDLE_MS = 60_000
const DIED: YamlOutcome = { kind: 'died' }
/** Attempts per task. */
const TRIES = 2

export function createYamlThread(options: YamlThreadOptions = {}): YamlThread {
  const { start = startYamlThread, signalOf = inTime, idleMs = IDLE_MS } = options
  const queue = createQueue({
    places: 1,
    maxWaitingOfOne: MAX_YAML_WAITING_OF_SITE,
    maxWaiting: MAX_YAML_WAITING,
    refuse: tooMany,
  })
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(idle)
    const ended = thread
    thread = null
    await ended?.terminate()
  }
  const running = (): Worker | null => {
    if (thread !== null) return thread
    const started = startedBy(start)
    if (started === null) return null
    started.unref()
    // Without a listener, its error would end the server.
    started.on('error', () => undefined)
    started.on('exit', () => {
      if (thread === started) thread = null
    })
    return (thread = started)
  }
  const answered = async (message: unknown): Promise<YamlOutcome> => {
    for (let tries = 1; ; tries += 1) {
      const asked = running()
      const outcome = asked ? await answerOf(asked, message, signalOf()) : DIED
      if (outcome.kind === 'died' || outcome.kind === 'over budget') await end()
      if (outcome.kind !== 'died' || tries === TRIES) return outcome
    }
  }
  return {
    end,
    ask({ siteId, isOwnWork = false }, question) {
      const message = pack(question)
      const work = async () => {
        clearTimeout(idle)
        try {
          return await answered(message)
        } finally {
          idle = setTimeout(() => void end(), idleMs).unref()
        }
      }
      const asker = isOwnWork ? `${siteId} own work` : siteId
      return queue.run({ asker }, work, { isRefusable: !isOwnWork })
    },
  }
}

function startYamlThread(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB }
  return startThread({ name: './thread', from: import.meta.url }, { resourceLimits })
}

/** Null if the system cannot start another thread. */
function startedBy(start: () => Worker): Worker | null {
  try {
    return start()
  } catch {
    return null
  }
}

function tooMany(): GalleyError {
  const message = 'The server is busy with other long YAML files; try again.'
  return overloaded(message, 1)
}

function inTime(): AbortSignal {
  return AbortSignal.timeout(TIME_MS)
}

async function answerOf(
  thread: Worker,
  message: unknown,
  until: AbortSignal,
): Promise<YamlOutcome> {
  thread.postMessage(message)
  const outcome = await outcomeOf<unknown>(thread, { until })
  switch (outcome.kind) {
    case 'answered':
      return unpack(outcome.answer) as YamlAnswer
    case 'out of memory':
      return { kind: 'over budget', budget: `more than ${MEMORY_MB} MB of memory` }
    case 'late':
      return { kind: 'over budget', budget: `more than ${TIME_MS / 1000} seconds` }
    case 'died':
      return DIED
  }
}
