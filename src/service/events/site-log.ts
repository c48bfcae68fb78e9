/**
 * What happened on sites a while ago, for those who follow them: a bounded log a site, in memory, and
 * only of sites that somebody follows or followed minutes ago.
 *
 * A follower is a place in the log, no queue: one who reads too slowly finds his place gone, and is
 * dropped. Who comes back asks for what came after a place; where that is gone he is told to read
 * everything anew.
 */

import { MAX_EVENTS_KEPT, MAX_EVENT_PATH_BYTES } from '../../model/limits.js'

/** Something that happened, as far as it is kept. */
export interface Happening {
  /** Of several with one key only the last is kept, as it says all that the others did. */
  readonly key?: string
  /** Bytes of its texts. */
  readonly weight: number
}

/** An entry of the log, or how a stream begins: from here on, or without what is gone. */
interface Logged<Kind> {
  /** Where to go on from, for {@link SiteLogs.follow}. */
  readonly place: string
  readonly happening: Kind | 'ready' | 'reset'
}

/** A reader of one site's log. */
export interface LogFollower<Kind> {
  readonly entries: AsyncIterable<Logged<Kind>>
  /** Whether entries are gone that he has not read. */
  readonly isBehind: () => boolean
}

export interface SiteLogs<Kind> {
  tell(siteId: string, happening: Kind): void
  /**
   * First what came after `place` and `ready`; only `ready` without a place, `reset` for one that is
   * not known any more. Then what happens, until the signal.
   */
  follow(siteId: string, options: FollowLog): LogFollower<Kind>
  /** Ends every follower. */
  close(): void
}

interface FollowLog {
  /** As a logged entry has it; `''` for none. Anything else is one that is not known. */
  readonly place: string
  readonly signal: AbortSignal
}

interface LogsOptions {
  readonly now: () => number
  readonly newId: () => string
}

/** A log that nobody follows is kept so long, and so many of them are. */
const IDLE_MS = 5 * 60_000
const MOST_IDLE = 100

export function createSiteLogs<Kind extends Happening>({
  now,
  newId,
}: LogsOptions): SiteLogs<Kind> {
  const logs = new Map<string, SiteLog<Kind>>()
  const dropIdle = () => {
    const idle = [...logs].filter(([, log]) => log.idleSince !== null)
    const tooMany = idle.length - MOST_IDLE
    idle.forEach(([siteId, { idleSince }], place) => {
      if (place < tooMany || (idleSince ?? 0) + IDLE_MS < now()) logs.delete(siteId)
    })
  }
  return {
    tell: (siteId, happening) => logs.get(siteId)?.add(happening),
    follow(siteId, { place, signal }) {
      dropIdle()
      const log = logs.get(siteId) ?? new SiteLog<Kind>(newId())
      // The last that was followed is the last to go.
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
  readonly happening: Kind
}

class SiteLog<Kind extends Happening> {
  #entries: Entry<Kind>[] = []
  #weight = 0
  #last = 0
  /** The last number that is gone, but for those that another says as well. */
  #gone = 0
  #followers = 0
  #isClosed = false
  readonly #waiting = new Set<() => void>()
  /** Since when nobody follows; null where somebody does. */
  idleSince: number | null = null

  /** @param id of this log: a place in another one is none in this */
  constructor(private readonly id: string) {}

  add(happening: Kind): void {
    const { key } = happening
    const before = key === undefined ? -1 : this.#entries.findIndex((e) => e.happening.key === key)
    if (before >= 0) {
      for (const { happening: former } of this.#entries.splice(before, 1)) {
        this.#weight -= former.weight
      }
    }
    this.#last += 1
    this.#entries.push({ seq: this.#last, happening })
    this.#weight += happening.weight
    while (this.#entries.length > MAX_EVENTS_KEPT || this.#weight > MAX_EVENT_PATH_BYTES) {
      const gone = this.#entries.shift()
      if (!gone) break
      this.#weight -= gone.happening.weight
      this.#gone = gone.seq
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
    return { entries: this.#read(reader, start), isBehind: () => reader.at < this.#gone }
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
  ): AsyncGenerator<Logged<Kind>, void, undefined> {
    const upTo = this.#last
    let hasStarted = false
    while (!reader.isLeft && !this.#isClosed && reader.at >= this.#gone) {
      const next = this.#after(reader.at)
      if (!hasStarted && (!next || next.seq > upTo)) {
        hasStarted = true
        yield { place: this.#placeOf(reader.at), happening: start }
      } else if (next) {
        reader.at = next.seq
        yield { place: this.#placeOf(next.seq), happening: next.happening }
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

  /** Null for what is no place of this log, or one after which something is gone. */
  #numberOf(place: string): number | null {
    const [id, number = ''] = place.split('-', 2)
    if (id !== this.id || !/^\d{1,15}$/.test(number)) return null
    const seq = Number(number)
    return seq >= this.#gone && seq <= this.#last ? seq : null
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }
}
