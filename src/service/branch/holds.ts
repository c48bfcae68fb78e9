/**
 * Whose turn it is, where some push and others write without a pause: a push must be on top of what
 * stands, and takes longer to make than a write, so it would lose for ever.
 *
 * Who lost a push to a write and fetches again, has `main` held for the next push: other writes wait for
 * it, so long at most. Whoever waited is served before it is held again, and who lets a hold lapse gets
 * no other for a while; reading never waits.
 */

import { setImmediate as afterMicrotasks } from 'node:timers/promises'
import type { Locks } from './locks.js'

/** Somebody at a site. */
export interface Racer {
  readonly siteId: string
  readonly userId: string
}

export interface Holds {
  /** Git asks on behalf of somebody where `main` is, to fetch it. Resolves when it may be told. */
  fetching(racer: Racer, head: () => Promise<string | null>): Promise<void>
  /** Git asks on behalf of somebody where `main` is, to push. */
  pushing(racer: Racer, head: string | null): void
  /** Somebody's push was refused, for `main` had moved. */
  lost(racer: Racer): void
  /** Somebody's push is at its turn with a commit, or null where it failed: others may go on. */
  done(racer: Racer, commit: string | null): void
  /** Resolves when `main` is held for nobody else. */
  pass(siteId: string, userId?: string): Promise<void>
  /** Holds for nobody any more. */
  close(): void
}

interface HoldsDependencies {
  readonly locks: Locks
  readonly now: () => number
  /** Longest time of a hold; 0 for none at all. */
  readonly pushHoldSeconds: number
}

/** What is known of a racer; times in milliseconds. */
interface State {
  /** Where `main` was when it was fetched, or pushed, last. */
  readonly seen?: { readonly head: string | null; readonly at: number }
  readonly lostAt?: number
  readonly lapsedAt?: number
}

interface Hold {
  readonly userId: string
  readonly over: Promise<void>
  readonly end: () => void
}

const MOST_RACERS = 10_000
/** A race is one, and a lapse is held against somebody, for so many times a hold. */
const MEMORY = 12
/** A fetch waits for others' holds for so many times a hold. */
const PATIENCE = 2

export function createHolds({ locks, now, pushHoldSeconds }: HoldsDependencies): Holds {
  const longest = pushHoldSeconds * 1000
  const states = createStates()
  const lapsed = (racer: Racer) => states.set(racer, { lapsedAt: now() })
  const line = createLine({ locks, longest, lapsed })
  const isRecent = (time: number | undefined) =>
    time !== undefined && now() - time < MEMORY * longest
  const lost = (racer: Racer) => states.set(racer, { lostAt: now() })
  return {
    async fetching(racer, head) {
      if (longest === 0) return
      const { lostAt, lapsedAt } = states.get(racer)
      states.set(racer, { lostAt: undefined })
      if (isRecent(lostAt) && !isRecent(lapsedAt)) await line.wait(racer)
      states.set(racer, { seen: { head: await head(), at: now() } })
    },
    pushing(racer, head) {
      const { seen } = states.get(racer)
      if (seen && seen.head !== head && isRecent(seen.at)) lost(racer)
    },
    lost,
    done(racer, commit) {
      if (commit !== null)
        states.set(racer, { seen: { head: commit, at: now() }, lostAt: undefined })
      const hold = line.held.get(racer.siteId)
      if (hold?.userId !== racer.userId) return
      if (commit === null) lapsed(racer)
      hold.end()
    },
    async pass(siteId, userId) {
      const hold = line.held.get(siteId)
      if (hold && hold.userId !== userId) await hold.over
    },
    close: () => line.close(),
  }
}

interface LineDependencies {
  readonly locks: Locks
  /** Milliseconds of a hold. */
  readonly longest: number
  /** Told of who let a hold lapse. */
  readonly lapsed: (racer: Racer) => void
}

/** Holds of a site, one after another. */
function createLine({ locks, longest, lapsed }: LineDependencies) {
  const held = new Map<string, Hold>()
  const turns = new Map<string, Promise<void>>()
  let isClosed = false
  /** Holds until the push has come, or it is too late; `begin` is told when nothing moves any more. */
  const holdFor = async (racer: Racer, begin: () => boolean) => {
    const { siteId, userId } = racer
    const { promise: over, resolve: end } = withResolver()
    held.set(siteId, { userId, over, end })
    // Whoever came before has had their turn when this has its own.
    await locks.run(siteId, () => Promise.resolve())
    if (!begin() || isClosed) end()
    const timer = setTimeout(() => {
      lapsed(racer)
      end()
    }, longest)
    await over
    clearTimeout(timer)
    held.delete(siteId)
    // Those who waited take their places in the lock's queue now, before the next hold.
    await afterMicrotasks()
  }
  /** Resolves when the hold has begun, or has not for too long. */
  const wait = (racer: Racer): Promise<void> =>
    new Promise((resolve) => {
      let isAwaited = true
      const timer = setTimeout(() => {
        isAwaited = false
        resolve()
      }, PATIENCE * longest)
      const begin = () => {
        clearTimeout(timer)
        resolve()
        return isAwaited
      }
      const before = turns.get(racer.siteId) ?? Promise.resolve()
      const turn = before.then(() => (isAwaited ? holdFor(racer, begin) : undefined))
      turns.set(racer.siteId, turn)
      void turn.then(() => {
        if (turns.get(racer.siteId) === turn) turns.delete(racer.siteId)
      })
    })
  const close = () => {
    isClosed = true
    for (const { end } of held.values()) end()
  }
  return { held, wait, close }
}

/** What is known of so many racers who were there last. */
function createStates() {
  const states = new Map<string, State>()
  const keyOf = ({ siteId, userId }: Racer) => `${siteId} ${userId}`
  const get = (racer: Racer): State => states.get(keyOf(racer)) ?? {}
  return {
    get,
    set(racer: Racer, change: { [Name in keyof State]: State[Name] | undefined }) {
      const state = { ...get(racer), ...change } as State
      states.delete(keyOf(racer))
      states.set(keyOf(racer), state)
      const [oldest] = states.keys()
      if (states.size > MOST_RACERS && oldest !== undefined) states.delete(oldest)
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
