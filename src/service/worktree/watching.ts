/**
 * Notices changes on the server's disk: pushes directly to a bare repository (`ref-watching.ts`), and edits in working
 * trees.
 *
 * Every site is checked again and again, so no change is missed. Hints of the operating system make it faster, and let
 * the pauses be long. If there are more folders than allowed watches, or the system gives no more, the remaining sites
 * are polled, with a small share of one processor in all, and the log says which.
 *
 * @see src/http/README.md (Git), src/git/README.md
 */

import { existsSync } from 'node:fs'
import type { Advance } from '../branch/advance.js'
import type { DiskEdits } from './disk-edits.js'
import type { DataFolders } from '../branch/folders.js'
import { createToldErrors } from '../branch/told-errors.js'
import type { HintOptions, TreeWatcher } from './hints.js'
import { createRefWatching, inodeOf, type RefWatching } from './ref-watching.js'
import { measureTree } from './tree-size.js'
import { watchTree } from './tree-watcher.js'
import type { Worktrees } from './worktrees.js'

export interface Watching {
  start(): void
  /** To be called when `main` of a site has moved: the site may be new. */
  changed(siteId: string): void
  /** Stops watching a site that is being deleted, until `takeUp`. */
  forget(siteId: string): Promise<void>
  takeUp(siteId: string): void
  /** Stops; resolves when nothing is running. */
  stop(): Promise<void>
}

interface WatchingDependencies {
  readonly advance: Pick<Advance, 'catchUp'>
  readonly worktrees: Pick<Worktrees, 'followNow'>
  readonly diskEdits: DiskEdits
  readonly folders: DataFolders
  readonly siteIds: () => readonly string[]
  /** True if edits in working trees are committed. */
  readonly watch: boolean
  readonly maxWatches: number
  readonly onError: (error: unknown, siteId: string) => void
  readonly warn: (fields: object, message: string) => void
}

/** A look at the clock; sites are looked at only when one is due. */
const TICK_MS = 200
/** Sites that nobody told of are looked for this often. */
const LIST_MS = 10_000
const QUIET_MS = 1000
/** Pause before the next check if a file was being written. */
const AGAIN_MS = 300
/** After this time, quiet files are committed even if others are still being written. */
const PATIENCE_MS = 10_000
/** A watched tree is compared at most this often, */
const RECONCILE_MS = 60_000
/** all of them together for at most this part of the time, */
const RECONCILE_SHARE = 250
/** and each at least this often. */
const MAX_RECONCILE_MS = 30 * 60_000
/** A polled tree is compared at most this often, */
const POLL_MS = 2000
/** all of them together for at most a twentieth of the time, */
const POLL_SHARE = 20
/** and each at least this often. */
const MAX_POLL_MS = 30_000
const AT_ONCE = 2

interface Site {
  readonly id: string
  /** Monotonic milliseconds of the next comparison. */
  due: number
  /** When the first pending edit was noticed; null for none. */
  dirtySince: number | null
  busy: Promise<void> | null
  /** Null for a tree that is polled, or not prepared yet. */
  session: Session | null
  /** Inode of the prepared tree; null for none. */
  prepared: number | null
  /** True if watches have become free since the last attempt. */
  mayWatch: boolean
  /** True if the log says that it is polled. */
  isTold: boolean
  /** Aborted when the site is not watched any more. */
  readonly left: AbortController
}

/** A period of watching a tree. */
interface Session {
  /** Null while it starts. */
  hints: TreeWatcher | null
  watches: number
  isOver: boolean
}

export function createWatching(dependencies: WatchingDependencies): Watching {
  const state = createState(dependencies)
  let timer: NodeJS.Timeout | undefined
  const forget = async (siteId: string): Promise<void> => {
    const site = state.sites.get(siteId)
    if (!site) return
    site.due = Number.POSITIVE_INFINITY
    site.left.abort()
    state.refs.forget(siteId)
    await site.busy
    const isWatched = site.session !== null
    await endSession(state, site)
    state.sites.delete(siteId)
    state.told.settled(siteId)
    if (isWatched) for (const other of state.sites.values()) other.mayWatch = true
  }
  return {
    start: () => {
      timer = setInterval(() => tick(dependencies, state, forget), TICK_MS)
      tick(dependencies, state, forget)
    },
    changed: (siteId) => {
      if (timer !== undefined && !state.isStopped) add(state, siteId)
    },
    forget: (siteId) => {
      state.leaving.add(siteId)
      return forget(siteId)
    },
    takeUp: (siteId) => void state.leaving.delete(siteId),
    stop: async () => {
      clearInterval(timer)
      state.isStopped = true
      await Promise.all([...state.sites.keys()].map(forget))
    },
  }
}

interface State {
  readonly sites: Map<string, Site>
  /** Sites that are being deleted. */
  readonly leaving: Set<string>
  readonly refs: RefWatching
  readonly told: ReturnType<typeof createToldErrors>
  /** Monotonic milliseconds of the next look at the list of sites, */
  listDue: number
  /** and at the sites: the earliest time at which one is due. */
  nextDue: number
  watches: number
  running: number
  isStopped: boolean
}

function createState(dependencies: WatchingDependencies): State {
  const state: State = {
    sites: new Map(),
    leaving: new Set(),
    refs: createRefWatching({ ...dependencies, wake: (time) => wake(state, time) }),
    told: createToldErrors(),
    listDue: 0,
    nextDue: 0,
    watches: 0,
    running: 0,
    isStopped: false,
  }
  return state
}

function wake(state: State, time: number): void {
  state.nextDue = Math.min(state.nextDue, time)
}

function setDue(state: State, site: Site, time: number): void {
  site.due = time
  wake(state, time)
}

function tick(dependencies: WatchingDependencies, state: State, forget: Watching['forget']): void {
  const time = performance.now()
  if (time >= state.listDue) {
    state.listDue = time + LIST_MS
    const ids = new Set(dependencies.siteIds())
    for (const id of state.sites.keys()) if (!ids.has(id)) void forget(id)
    for (const id of ids) add(state, id)
  }
  if (time < state.nextDue) return
  state.nextDue = Number.POSITIVE_INFINITY
  wake(state, state.refs.look())
  if (dependencies.watch) compareDue(dependencies, state, time)
}

function compareDue(dependencies: WatchingDependencies, state: State, time: number): void {
  const due = [...state.sites.values()].filter((site) => site.due <= time && !site.busy)
  for (const site of due.sort(bySoonest)) {
    if (state.running >= AT_ONCE || state.isStopped) break
    state.running += 1
    site.busy = compare(dependencies, state, site).finally(() => {
      site.busy = null
      state.running -= 1
      wake(state, site.due)
    })
  }
  for (const { busy, due: next } of state.sites.values()) if (!busy) wake(state, next)
}

/** Sites with known edits come before those that are only polled. */
function bySoonest(a: Site, b: Site): number {
  return Number(a.dirtySince === null) - Number(b.dirtySince === null) || a.due - b.due
}

function add(state: State, id: string): void {
  if (state.sites.has(id) || state.leaving.has(id)) return
  state.sites.set(id, {
    id,
    due: 0,
    dirtySince: null,
    busy: null,
    session: null,
    prepared: null,
    mayWatch: false,
    isTold: false,
    left: new AbortController(),
  })
  state.refs.add(id)
}

/** Commits differences and decides when to check again. Never throws. */
async function compare(
  dependencies: WatchingDependencies,
  state: State,
  site: Site,
): Promise<void> {
  const started = performance.now()
  site.due = Number.POSITIVE_INFINITY
  let unsettled = false
  try {
    await prepare(dependencies, state, site)
    const patient = site.dirtySince === null || started - site.dirtySince < PATIENCE_MS
    unsettled = (await dependencies.diskEdits.commit(site.id, { patient })).unsettled
    state.told.settled(site.id)
  } catch (error) {
    // The site or its tree is being deleted: the next check creates the tree again.
    const { tree, repository } = dependencies.folders.site(site.id)
    // Given up since the server stops, or the site goes.
    if (site.left.signal.aborted) return
    const isThere = existsSync(repository) && existsSync(tree)
    if (isThere && state.told.isNew(error, site.id)) dependencies.onError(error, site.id)
  }
  const now = performance.now()
  const spent = now - started
  if (unsettled) site.dirtySince ??= started
  // A hint that arrived meanwhile has set its own time.
  else if (site.due === Number.POSITIVE_INFINITY) site.dirtySince = null
  const pause = site.session ? reconcilePause(state, spent) : pollPause(state, spent)
  site.due = Math.min(site.due, now + (unsettled ? AGAIN_MS : pause))
}

function reconcilePause({ sites }: State, spent: number): number {
  return Math.min(MAX_RECONCILE_MS, Math.max(RECONCILE_MS, spent * RECONCILE_SHARE * sites.size))
}

/** Each polled tree gets its share of the time. */
function pollPause(state: State, spent: number): number {
  const polled = [...state.sites.values()].filter(({ session }) => session === null).length
  return Math.min(MAX_POLL_MS, Math.max(POLL_MS, spent * POLL_SHARE * polled))
}

/** Updates the tree to `main` and starts watching; again if the folder was replaced. */
async function prepare(
  dependencies: WatchingDependencies,
  state: State,
  site: Site,
): Promise<void> {
  const { tree } = dependencies.folders.site(site.id)
  const isTried = site.session !== null || !site.mayWatch
  if (site.prepared !== null && site.prepared === inodeOf(tree) && isTried) return
  site.mayWatch = false
  await endSession(state, site)
  await dependencies.worktrees.followNow(site.id)
  site.prepared = inodeOf(tree)
  const left = dependencies.maxWatches - state.watches
  const { signal } = site.left
  const size = await measureTree(tree, left, signal)
  if (size.folders > left)
    return tellPolled(dependencies, { site, reason: 'more folders than max_watches allows' })
  const session: Session = { hints: null, watches: 0, isOver: false }
  site.session = session
  session.hints = await watchTree(hintOptions(dependencies, state, { site, session }), size)
  // Aborted while it started.
  if (session.isOver) return session.hints.close()
  if (site.isTold) dependencies.warn({ siteId: site.id }, 'the working tree is watched again')
  site.isTold = false
}

interface Watched {
  readonly site: Site
  readonly session: Session
}

function hintOptions(
  dependencies: WatchingDependencies,
  state: State,
  { site, session }: Watched,
): HintOptions {
  const whileOn = (work: () => void) => () => void (session.isOver || work())
  return {
    root: dependencies.folders.site(site.id).tree,
    hint: whileOn(() => hint(state, site)),
    count: (folders) => {
      if (session.isOver) return
      session.watches += folders
      state.watches += folders
      if (state.watches > dependencies.maxWatches)
        giveUp(dependencies, state, { site, reason: 'more folders than max_watches allows' })
    },
    flooded: whileOn(() => {
      // The next comparison measures the tree again and chooses how to watch.
      site.prepared = null
      void endSession(state, site)
    }),
    left: site.left.signal,
    failed: (error) => {
      const reason = error instanceof Error ? error.message : String(error)
      if (!session.isOver) giveUp(dependencies, state, { site, reason })
    },
  }
}

/** Restarts the second of quiet, but files that change all the time delay nothing for ever. */
function hint(state: State, site: Site): void {
  const time = performance.now()
  site.dirtySince ??= time
  setDue(state, site, Math.min(time + QUIET_MS, Math.max(time, site.dirtySince + PATIENCE_MS)))
}

interface Failed {
  readonly site: Site
  readonly reason: string
}

function tellPolled(dependencies: WatchingDependencies, { site, reason }: Failed): void {
  if (!site.isTold) {
    dependencies.warn(
      { siteId: site.id, reason },
      'the working tree is polled instead of watched: edits on disk are noticed later',
    )
  }
  site.isTold = true
}

function giveUp(dependencies: WatchingDependencies, state: State, { site, reason }: Failed): void {
  tellPolled(dependencies, { site, reason })
  void endSession(state, site)
  setDue(state, site, Math.min(site.due, performance.now() + POLL_MS))
}

async function endSession(state: State, site: Site): Promise<void> {
  const { session } = site
  if (!session) return
  site.session = null
  session.isOver = true
  state.watches -= session.watches
  await session.hints?.close()
}
