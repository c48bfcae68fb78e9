/** Streams the events of jobs to subscribers. Keeps only events that a subscriber has not read yet. */

import { isOver, type RunnerEvent } from './job.js'

interface JobEvents {
  /** Sends an event to the subscribers of its job. */
  publish(event: RunnerEvent): void
  /**
   * The events of a job: first those after `afterSeq` (without it, only the last one), then live ones. Ends after the
   * final event, when `signal` aborts, or when the reader is too slow, who can subscribe again with `afterSeq`. Empty
   * for an unknown or expired job.
   */
  subscribe(jobId: string, options?: SubscribeOptions): AsyncIterable<RunnerEvent>
  /** Ends every subscription. */
  close(): void
}

export interface SubscribeOptions {
  /** Number of the last event that the subscriber has; left out if it has none. */
  readonly afterSeq?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Most unread events of a subscriber; with more, its subscription ends. */
const MAX_UNREAD = 256

/** @param log the stored events */
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
    // Reading past events and subscribing are one synchronous step, so that no event is missed.
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
  return past.filter(({ seq }) => seq > afterSeq)
}

/** The queue of one subscriber. Calls `leave` when it ends. */
class Follower {
  #unread: RunnerEvent[] = []
  #isEnded = false
  #wake: () => void = () => {}

  constructor(
    private readonly maxUnread: number,
    private readonly leave: () => void,
  ) {}

  /** Starts with past events. Ends at once if the job is over or unknown. */
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
