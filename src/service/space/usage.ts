/**
 * The disk space that each site uses: the last measurement, and the bytes written since then.
 *
 * Reading it is cheap. What a change set takes counts as its site's. Folders are measured in the background, one site at a time: all sites after a start, then those
 * that have changed, those near their limit soon. The results survive a restart.
 *
 * @see site-space.ts for the limit
 */

import { withoutSet } from '../../model/change-set.js'
import { createYielder } from '../../system/yielding.js'
import { measureFolder } from './measure.js'

/** The usage of sites. */
export interface SiteUsage {
  /** Bytes; if the site was never measured, those written since the start. Takes the same time for every site. */
  of(siteId: string): number
  /** Counts bytes that were written. */
  add(siteId: string, bytes: number): void
  /** Notes that the site changed in a way that was not counted. */
  changed(siteId: string): void
  /** Measures a site soon. */
  measure(siteId: string): void
  /** Forgets a site that is being deleted. */
  forget(siteId: string): void
  /** Begins measuring in the background. */
  start(): void
  /** Ends measuring and stores the results. Must be called before the records are closed. */
  stop(): Promise<void>
}

interface SiteUsageDependencies {
  readonly folders: { readonly site: (siteId: string) => Places }
  readonly siteIds: () => readonly string[]
  readonly isSite: (siteId: string) => boolean
  /** Stores texts by key. */
  readonly memory: Memory
  /** A site with more bytes is measured soon after it changes, as is one that was never measured. */
  readonly nearBytes: () => number
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  readonly onError: (error: unknown, siteId: string) => void
}

interface Places {
  readonly root: string
  readonly repository: string
  /** Temporary files, which do not count. */
  readonly work: string
}

interface Memory {
  find(key: string): string | null
  set(key: string, value: string): void
  delete(key: string): boolean
}

interface State {
  bytes: number
  /** Milliseconds since the Unix epoch; 0 for never. */
  measuredAt: number
  /** True if it changed since it was measured. */
  isChanged: boolean
  /** Bytes counted since the running measurement began. */
  during: number
  /** The usage in the records. */
  keptBytes: number
  /** Not measured again before this time of `performance.now()`. */
  restUntil: number
}

const HOUR_MS = 60 * 60_000
/** Interval of measuring a site without known writes: there may have been writes directly to the disk. */
const OLD_MS = 24 * HOUR_MS
/** Delay after a write, because others often follow, and the working tree is updated. */
const SETTLE_MS = 1000
/** Pause before a site is measured again, as a multiple of the time that measuring it took. */
const REST = 10
/** Bytes after which the records are updated; a killed server loses at most this count. */
const KEPT_BYTES = 8 * 1024 * 1024

export function createSiteUsage(dependencies: SiteUsageDependencies): SiteUsage {
  const { memory, nearBytes } = dependencies
  const states = new Map<string, State>()
  const queue = createQueue((siteId, signal) =>
    measureSite(dependencies, stateOf(siteId), { siteId, signal }),
  )
  let rounds: NodeJS.Timeout | undefined
  const stateOf = (siteId: string): State => {
    const found = states.get(siteId) ?? readState(memory.find(keyOf(siteId)))
    states.set(siteId, found)
    return found
  }
  const measure = (siteId: string): void => queue.add(siteId, stateOf(siteId).restUntil)
  const round = async (): Promise<void> => {
    const yieldIfDue = createYielder()
    for (const siteId of dependencies.siteIds()) {
      await yieldIfDue()
      if (queue.hasEnded()) return
      const { measuredAt, isChanged } = stateOf(siteId)
      if (isChanged || dependencies.now() - measuredAt >= OLD_MS) measure(siteId)
    }
  }
  const noted = (siteId: string, bytes: number): State => {
    const state = stateOf(siteId)
    state.bytes += bytes
    state.during += bytes
    state.isChanged = true
    if (state.bytes >= nearBytes() || state.measuredAt === 0) measure(siteId)
    return state
  }
  return {
    of: (key) => stateOf(withoutSet(key)).bytes,
    add: (key, bytes) => {
      const siteId = withoutSet(key)
      const state = noted(siteId, bytes)
      if (state.bytes - state.keptBytes >= KEPT_BYTES) keep(memory, siteId, state)
    },
    changed: (key) => void noted(withoutSet(key), 0),
    measure: (key) => measure(withoutSet(key)),
    forget: (siteId) => {
      queue.remove(siteId)
      states.delete(siteId)
      memory.delete(keyOf(siteId))
    },
    start: () => {
      rounds = setInterval(() => void round(), HOUR_MS).unref()
      queue.start()
      void round()
    },
    stop: async () => {
      clearInterval(rounds)
      await queue.end()
      for (const [siteId, state] of states) {
        if (state.bytes !== state.keptBytes && dependencies.isSite(siteId))
          keep(memory, siteId, state)
      }
    },
  }
}

/** The usage of a site in the records, in bytes; for commands that run beside a server. */
export function keptUsage(memory: Pick<Memory, 'find'>, siteId: string): number {
  return readState(memory.find(keyOf(siteId))).bytes
}

function keyOf(siteId: string): string {
  return `disk ${siteId}`
}

function readState(text: string | null): State {
  const [bytes = 0, measuredAt = 0] = (text ?? '0 0').split(' ').map(Number)
  // Nothing is counted while the server does not run.
  return { bytes, measuredAt, isChanged: true, during: 0, keptBytes: bytes, restUntil: 0 }
}

function keep(memory: Memory, siteId: string, state: State): void {
  try {
    memory.set(keyOf(siteId), `${state.bytes} ${state.measuredAt}`)
    state.keptBytes = state.bytes
  } catch {
    // A write must not fail because this cannot be stored, such as on a full disk. It is stored next time.
  }
}

interface Measuring {
  readonly siteId: string
  readonly signal: AbortSignal
}

async function measureSite(
  { folders, isSite, memory, now, onError }: SiteUsageDependencies,
  state: State,
  { siteId, signal }: Measuring,
): Promise<void> {
  const { root, repository, work } = folders.site(siteId)
  // A running push counts when it has been received.
  const incoming = `${repository}/objects/tmp_objdir-`
  const isLeftOut = (name: string) => name === work || name.startsWith(incoming)
  const began = performance.now()
  state.during = 0
  state.isChanged = false
  try {
    const bytes = await measureFolder(root, { signal, isLeftOut })
    if (!isSite(siteId)) return
    state.bytes = bytes + state.during
    state.measuredAt = now()
    keep(memory, siteId, state)
  } catch (error) {
    state.isChanged = true
    if (!signal.aborted) onError(error, siteId)
  } finally {
    state.restUntil = performance.now() + REST * (performance.now() - began)
  }
}

/** Sites that wait to be measured; one at a time. */
function createQueue(work: (siteId: string, signal: AbortSignal) => Promise<void>) {
  const ending = new AbortController()
  /** When each is due, by `performance.now()`. */
  const due = new Map<string, number>()
  let isStarted = false
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  const arm = (): void => {
    clearTimeout(timer)
    const first = earliest(due)
    if (!isStarted || running !== null || first === null || ending.signal.aborted) return
    timer = setTimeout(() => begin(first.siteId), first.at - performance.now()).unref()
  }
  const begin = (siteId: string): void => {
    due.delete(siteId)
    running = work(siteId, ending.signal).finally(() => {
      running = null
      arm()
    })
  }
  return {
    add: (siteId: string, notBefore: number) => {
      if (due.has(siteId)) return
      due.set(siteId, Math.max(performance.now() + SETTLE_MS, notBefore))
      arm()
    },
    remove: (siteId: string) => {
      due.delete(siteId)
      arm()
    },
    start: () => {
      isStarted = true
      arm()
    },
    hasEnded: () => ending.signal.aborted,
    end: async () => {
      clearTimeout(timer)
      ending.abort()
      await running
    },
  }
}

function earliest(due: ReadonlyMap<string, number>) {
  let first: { readonly siteId: string; readonly at: number } | null = null
  for (const [siteId, at] of due) if (first === null || at < first.at) first = { siteId, at }
  return first
}
