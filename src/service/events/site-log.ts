/**
 * An in-memory log of recent events for each site that somebody follows, for the event streams of `site-events.ts`.
 *
 * A follower is a position in the log, not a queue, so that a slow reader costs no memory: if the next entry it needs
 * is gone, its stream ends. A client that reconnects names the last position it has seen and gets what came after it;
 * if that is gone, it gets `reset` and must load everything again.
 *
 * Limits: entries and bytes of paths per site (`model/limits.ts`), five minutes for a log that nobody follows.
 */

import { MAX_EVENTS_KEPT, MAX_EVENT_PATH_BYTES } from '../../model/limits.js'

/** What every event in a log has. */
export interface LoggedEvent {
  /** A new event replaces an older one with the same key. */
  readonly key?: string
  /** Bytes that count towards the limit of the log. */
  readonly weight: number
}

/** An event, or `ready` (everything older was sent) or `reset` (older events are lost) at the start of a stream. */
interface LogEntry<Kind> {
  /** The position after this entry, for {@link SiteLogs.follow}. */
  readonly place: string
  readonly event: Kind | 'ready' | 'reset'
}

/** A reader of one site's log. */
export interface LogFollower<Kind> {
  readonly entries: AsyncIterable<LogEntry<Kind>>
  /** Whether entries were dropped that the reader has not read. */
  readonly isBehind: () => boolean
}

export interface SiteLogs<Kind> {
  append(siteId: string, event: Kind): void
  /** Adds an event to every log. */
  appendToAll(event: Kind): void
  /**
   * Gives the entries after `place`, then `ready`; `reset` instead if that position is no longer known, and only `ready`
   * if `place` is empty. Then every new entry, until the signal aborts.
   */
  follow(siteId: string, options: FollowLog): LogFollower<Kind>
  /** Ends every follower. */
  close(): void
}

interface FollowLog {
  /** The position of the last entry that the client has; `''` for none. Any other text counts as not known. */
  readonly place: string
  readonly signal: AbortSignal
}

interface LogsOptions {
  readonly now: () => number
  readonly newId: () => string
}

/** How long a log that nobody follows is kept, and how many of those at most. */
const IDLE_MS = 5 * 60_000
const MAX_IDLE = 100

export function createSiteLogs<Kind extends LoggedEvent>({
  now,
  newId,
}: LogsOptions): SiteLogs<Kind> {
  const logs = new Map<string, SiteLog<Kind>>()
  const dropIdle = () => {
    const idle = [...logs].filter(([, log]) => log.idleSince !== null)
    const tooMany = idle.length - MAX_IDLE
    idle.forEach(([siteId, { idleSince }], place) => {
      if (place < tooMany || (idleSince ?? 0) + IDLE_MS < now()) logs.delete(siteId)
    })
  }
  return {
    append: (siteId, event) => logs.get(siteId)?.add(event),
    appendToAll: (event) => {
      for (const log of logs.values()) log.add(event)
    },
    follow(siteId, { place, signal }) {
      dropIdle()
      const log = logs.get(siteId) ?? new SiteLog<Kind>(newId())
      // A map keeps the order of insertion: the log that was followed last is dropped last.
      logs.delete(siteId)
      logs.set(siteId, log)
      return log.follow({ place, signal, left: () => log.leave(now()) })
    },
    close: () => {
      for (const log of logs.values()) log.close()
      logs.clear()
    },
  }
}

interface Entry<Kind> {
  readonly seq: number
  readonly event: Kind
}

class SiteLog<Kind extends LoggedEvent> {
  #entries: Entry<Kind>[] = []
  #weight = 0
  #last = 0
  /** The number of the last dropped entry. Entries that a newer one with their key replaced do not count. */
  #lastDropped = 0
  #followers = 0
  #isClosed = false
  readonly #waiting = new Set<() => void>()
  /** When the last follower left; null while there are followers. */
  idleSince: number | null = null

  /** @param id part of each position, so that one from an earlier log of the site is not known */
  constructor(private readonly id: string) {}

  add(event: Kind): void {
    const { key } = event
    const before = key === undefined ? -1 : this.#entries.findIndex((e) => e.event.key === key)
    if (before >= 0) {
      for (const { event: former } of this.#entries.splice(before, 1)) {
        this.#weight -= former.weight
      }
    }
    this.#last += 1
    this.#entries.push({ seq: this.#last, event })
    this.#weight += event.weight
    while (this.#entries.length > MAX_EVENTS_KEPT || this.#weight > MAX_EVENT_PATH_BYTES) {
      const dropped = this.#entries.shift()
      if (!dropped) break
      this.#weight -= dropped.event.weight
      this.#lastDropped = dropped.seq
    }
    this.#wake()
  }

  follow({ place, signal, left }: FollowLog & { readonly left: () => void }): LogFollower<Kind> {
    this.#followers += 1
    this.idleSince = null
    const known = this.#numberOf(place)
    const reader = { at: known ?? this.#last, isLeft: false }
    const leave = () => {
      if (!reader.isLeft) left()
      reader.isLeft = true
      this.#wake()
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    const start = place !== '' && known === null ? 'reset' : 'ready'
    return { entries: this.#read(reader, start), isBehind: () => reader.at < this.#lastDropped }
  }

  leave(now: number): void {
    this.#followers -= 1
    if (this.#followers === 0) this.idleSince = now
  }

  close(): void {
    this.#isClosed = true
    this.#wake()
  }

  async *#read(
    reader: { at: number; readonly isLeft: boolean },
    start: 'ready' | 'reset',
  ): AsyncGenerator<LogEntry<Kind>, void, undefined> {
    const upTo = this.#last
    let hasStarted = false
    while (!reader.isLeft && !this.#isClosed && reader.at >= this.#lastDropped) {
      const next = this.#after(reader.at)
      if (!hasStarted && (!next || next.seq > upTo)) {
        hasStarted = true
        yield { place: this.#placeOf(reader.at), event: start }
      } else if (next) {
        reader.at = next.seq
        yield { place: this.#placeOf(next.seq), event: next.event }
      } else {
        await new Promise<void>((resolve) => this.#waiting.add(resolve))
      }
    }
  }

  #after(seq: number): Entry<Kind> | undefined {
    // Most readers are near the end.
    let at = this.#entries.length
    while (at > 0 && (this.#entries[at - 1]?.seq ?? 0) > seq) at -= 1
    return this.#entries[at]
  }

  #placeOf(seq: number): string {
    return `${this.id}-${seq}`
  }

  /** Null for a text that is no position of this log, or one after which entries were dropped. */
  #numberOf(place: string): number | null {
    const [id, number = ''] = place.split('-', 2)
    if (id !== this.id || !/^\d{1,15}$/.test(number)) return null
    const seq = Number(number)
    return seq >= this.#lastDropped && seq <= this.#last ? seq : null
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }
}
