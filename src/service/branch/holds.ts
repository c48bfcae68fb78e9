/**
 * Short reservations ("holds") of `main`, so that a git push can win against programs that write all the time.
 *
 * A push must be on top of the current `main`, and takes longer than a write. A user whose push was rejected
 * because `main` had moved, and who fetches again, gets a hold: other writes to the site wait for this user's
 * next push, or until the hold expires. Reads never wait. Everyone who waited gets a turn before the next hold,
 * and a user who let a hold expire gets no other for a while. Everything is kept in memory.
 *
 * @see src/service/README.md (Whose turn it is)
 */

import { setImmediate as afterMicrotasks } from 'node:timers/promises'
import type { Locks } from './locks.js'

/** A user who fetches from or pushes to the repository of a site. */
export interface Pusher {
  readonly siteId: string
  readonly userId: string
}

export interface Holds {
  /**
   * Called when a fetch begins. If a push of this user was just rejected, resolves when a hold for him has begun,
   * after those of others, but not later than two lengths of a hold. Then notes what `head` gives: the commit that
   * the client will have.
   */
  beforeFetch(pusher: Pusher, head: () => Promise<string | null>): Promise<void>
  /** Called when a push begins, with the current `main`. If the client fetched an older one, the push will fail. */
  beforePush(pusher: Pusher, head: string | null): void
  /** A push was rejected because `main` had moved. */
  pushRejected(pusher: Pusher): void
  /** A push succeeds with this commit, or failed (null). Ends the user's hold. */
  pushEnded(pusher: Pusher, commit: string | null): void
  /** Called before a write: resolves when `main` is not held for another user. */
  waitForOthers(siteId: string, userId?: string): Promise<void>
  /** Ends every hold. */
  close(): void
}

interface HoldsDependencies {
  readonly locks: Locks
  readonly now: () => number
  /** Longest time of a hold; 0 turns holds off. */
  readonly pushHoldSeconds: number
}

/** What is remembered of a pusher; times in milliseconds. */
interface State {
  /** The `main` that was last fetched or pushed. */
  readonly seen?: { readonly head: string | null; readonly at: number }
  /** When a push was rejected because `main` had moved. */
  readonly lostAt?: number
  /** When a hold expired, or its push was refused. */
  readonly lapsedAt?: number
}

interface Hold {
  readonly userId: string
  readonly over: Promise<void>
  readonly end: () => void
}

const MAX_PUSHERS = 10_000
/** A fetch, a rejected push and an expired hold count for this many times the length of a hold. */
const RECENT_HOLDS = 12
/** A fetch waits for a hold for this many times the length of a hold. */
const FETCH_WAIT_HOLDS = 2

export function createHolds({ locks, now, pushHoldSeconds }: HoldsDependencies): Holds {
  const longest = pushHoldSeconds * 1000
  const states = createStates()
  const lapsed = (pusher: Pusher) => states.set(pusher, { lapsedAt: now() })
  const queue = createHoldQueue({ locks, longest, lapsed })
  const isRecent = (time: number | undefined) =>
    time !== undefined && now() - time < RECENT_HOLDS * longest
  const lost = (pusher: Pusher) => states.set(pusher, { lostAt: now() })
  return {
    async beforeFetch(pusher, head) {
      if (longest === 0) return
      const { lostAt, lapsedAt } = states.get(pusher)
      states.set(pusher, { lostAt: undefined })
      if (isRecent(lostAt) && !isRecent(lapsedAt)) await queue.wait(pusher)
      states.set(pusher, { seen: { head: await head(), at: now() } })
    },
    beforePush(pusher, head) {
      const { seen } = states.get(pusher)
      if (seen && seen.head !== head && isRecent(seen.at)) lost(pusher)
    },
    pushRejected: lost,
    pushEnded(pusher, commit) {
      if (commit !== null)
        states.set(pusher, { seen: { head: commit, at: now() }, lostAt: undefined })
      const hold = queue.held.get(pusher.siteId)
      if (hold?.userId !== pusher.userId) return
      if (commit === null) lapsed(pusher)
      hold.end()
    },
    async waitForOthers(siteId, userId) {
      const hold = queue.held.get(siteId)
      if (hold && hold.userId !== userId) await hold.over
    },
    close: () => queue.close(),
  }
}

interface QueueDependencies {
  readonly locks: Locks
  /** Milliseconds of a hold. */
  readonly longest: number
  /** Called for a user who let a hold expire. */
  readonly lapsed: (pusher: Pusher) => void
}

/** The holds of each site, one after another. */
function createHoldQueue({ locks, longest, lapsed }: QueueDependencies) {
  const held = new Map<string, Hold>()
  const turns = new Map<string, Promise<void>>()
  let isClosed = false
  /** One hold: until its push ended, or it expires. `begin` is called once earlier writes are done. */
  const holdFor = async (pusher: Pusher, begin: () => boolean) => {
    const { siteId, userId } = pusher
    const { promise: over, resolve: end } = withResolver()
    held.set(siteId, { userId, over, end })
    // The lock is first come, first served: now every earlier write is done.
    await locks.run(siteId, () => Promise.resolve())
    if (!begin() || isClosed) end()
    const timer = setTimeout(() => {
      lapsed(pusher)
      end()
    }, longest)
    await over
    clearTimeout(timer)
    held.delete(siteId)
    // Lets the writes that waited join the queue of the lock before the next hold.
    await afterMicrotasks()
  }
  /** Resolves when the user's hold has begun, or when that takes too long. */
  const wait = (pusher: Pusher): Promise<void> =>
    new Promise((resolve) => {
      let isAwaited = true
      const timer = setTimeout(() => {
        isAwaited = false
        resolve()
      }, FETCH_WAIT_HOLDS * longest)
      const begin = () => {
        clearTimeout(timer)
        resolve()
        return isAwaited
      }
      const before = turns.get(pusher.siteId) ?? Promise.resolve()
      const turn = before.then(() => (isAwaited ? holdFor(pusher, begin) : undefined))
      turns.set(pusher.siteId, turn)
      void turn.then(() => {
        if (turns.get(pusher.siteId) === turn) turns.delete(pusher.siteId)
      })
    })
  const close = () => {
    isClosed = true
    for (const { end } of held.values()) end()
  }
  return { held, wait, close }
}

/** The states of the latest {@link MAX_PUSHERS} users. */
function createStates() {
  const states = new Map<string, State>()
  const keyOf = ({ siteId, userId }: Pusher) => `${siteId} ${userId}`
  const get = (pusher: Pusher): State => states.get(keyOf(pusher)) ?? {}
  return {
    get,
    set(pusher: Pusher, change: { [Name in keyof State]: State[Name] | undefined }) {
      const state = { ...get(pusher), ...change } as State
      states.delete(keyOf(pusher))
      states.set(keyOf(pusher), state)
      const [oldest] = states.keys()
      if (states.size > MAX_PUSHERS && oldest !== undefined) states.delete(oldest)
    },
  }
}

function withResolver() {
  let resolve = (): void => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
