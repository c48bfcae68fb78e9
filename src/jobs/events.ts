/** Live events of jobs, for those who follow them; nothing is kept here but what somebody has yet to read. */

import { isOver, type RunnerEvent } from './job.js'

/** Followers of jobs. */
interface JobEvents {
  /** Tells whoever follows the job. */
  publish(event: RunnerEvent): void
  /**
   * The events of a job: first what was missed since `afterSeq`, or the last event for one who was
   * never there, then live ones. Ends after the final event, when `signal` aborts, or when the
   * reader is too slow (`afterSeq` lets it come back). Empty for an unknown or expired job.
   */
  subscribe(jobId: string, options?: SubscribeOptions): AsyncIterable<RunnerEvent>
  /** Ends every subscription. */
  close(): void
}

/** Where a follower goes on, and what ends it. */
export interface SubscribeOptions {
  /** Number of the last event that the follower has; left out by one who has none. */
  readonly afterSeq?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Events that a follower may leave unread; then it is dropped. */
const MAX_UNREAD = 256

/** Events over a log, which answers for the past. */
export function createJobEvents(
  log: { eventsAfter(jobId: string, seq: number): readonly RunnerEvent[] },
  maxUnread = MAX_UNREAD,
): JobEvents {
  const followers = new Map<string, Set<Follower>>()
  const leave = (jobId: string, follower: Follower) => {
    const those = followers.get(jobId)
    those?.delete(follower)
    if (those?.size === 0) followers.delete(jobId)
  }
  return {
    publish: (event) => {
      for (const follower of followers.get(event.jobId) ?? []) follower.push(event)
    },
    // Reading the past and following are one synchronous step: nothing falls between.
    subscribe: (jobId, options = {}) => {
      const past = log.eventsAfter(jobId, 0)
      const follower = new Follower(maxUnread, () => leave(jobId, follower))
      followers.set(jobId, (followers.get(jobId) ?? new Set()).add(follower))
      follower.begin(missedEvents(past, options.afterSeq), past.at(-1))
      options.signal?.addEventListener('abort', () => follower.end(), { once: true })
      if (options.signal?.aborted === true) follower.end()
      return follower.events()
    },
    close: () => {
      for (const those of followers.values()) for (const follower of those) follower.end()
    },
  }
}

function missedEvents(
  past: readonly RunnerEvent[],
  afterSeq: number | undefined,
): readonly RunnerEvent[] {
  if (afterSeq === undefined) return past.slice(-1)
  const missed = past.filter(({ seq }) => seq > afterSeq)
  // One who has them all is shown once more that the job is over, rather than nothing.
  const last = past.at(-1)
  return missed.length === 0 && last !== undefined && isOver(last.state) ? [last] : missed
}

/** One reader's queue; it leaves the others when it ends. */
class Follower {
  #unread: RunnerEvent[] = []
  #isEnded = false
  #wake: () => void = () => {}

  constructor(
    private readonly maxUnread: number,
    private readonly leave: () => void,
  ) {}

  /** Starts with the past, which can be all there is. */
  begin(missed: readonly RunnerEvent[], last: RunnerEvent | undefined): void {
    this.#unread.push(...missed)
    if (last === undefined || isOver(last.state)) this.end()
  }

  push(event: RunnerEvent): void {
    if (this.#isEnded) return
    this.#unread.push(event)
    if (this.#unread.length > this.maxUnread) this.#unread = []
    if (this.#unread.length === 0 || isOver(event.state)) this.end()
    this.#wake()
  }

  end(): void {
    this.#isEnded = true
    this.leave()
    this.#wake()
  }

  async *events(): AsyncGenerator<RunnerEvent, void, undefined> {
    try {
      for (;;) {
        for (let next = this.#unread.shift(); next !== undefined; next = this.#unread.shift()) {
          yield next
        }
        if (this.#isEnded) return
        await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    } finally {
      this.end()
    }
  }
}
