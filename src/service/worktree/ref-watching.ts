/**
 * Notices pushes directly to the bare repositories of all sites.
 *
 * The operating system says when the files that store `main` change, so a site in which nothing happens costs nothing.
 * Each site is looked at once a minute besides, since hints can be lost. If the system gives no more watches, the
 * remaining repositories are asked again and again, with a small share of one processor in all.
 */

import { existsSync, type FSWatcher, type Stats, statSync, watch } from 'node:fs'
import type { Advance } from '../branch/advance.js'
import type { DataFolders } from '../branch/folders.js'
import { createToldErrors } from '../branch/told-errors.js'
import path from 'node:path'

export interface RefWatching {
  add(siteId: string): void
  forget(siteId: string): void
  /** Looks at the sites that are due, and says when the next one will be, by `performance.now()`. */
  look(): number
}

interface RefWatchingDependencies {
  readonly advance: Pick<Advance, 'catchUp'>
  readonly folders: DataFolders
  readonly siteIds: () => readonly string[]
  /** Called with the time when a site is due earlier than it was. */
  readonly wake: (time: number) => void
  readonly onError: (error: unknown, siteId: string) => void
  readonly warn: (fields: object, message: string) => void
}

/** Pause between two looks at a site that is watched, */
const WATCHED_MS = 60_000
/** or not; longer if there are many, */
const POLL_MS = 200
/** since a look takes some 10 microseconds, and all of them may take a hundredth of the time. */
const POLL_MS_OF_SITE = 1
/** Pause before a failed indexing is tried again; twice as long each time, */
const AGAIN_MS = 1000
/** up to this. */
const MAX_AGAIN_MS = 30_000

const MISSING = 'the repository of a site is missing: restore it from a backup'

interface Site {
  readonly id: string
  /** Monotonic milliseconds of the next look. */
  due: number
  sign: string
  watcher: RefWatcher | null
  againMs: number
  /** True if the site is not watched any more. */
  isOver: boolean
}

interface State {
  readonly sites: Map<string, Site>
  readonly told: ReturnType<typeof createToldErrors>
}

export function createRefWatching(dependencies: RefWatchingDependencies): RefWatching {
  const state: State = { sites: new Map(), told: createToldErrors() }
  return {
    add(id) {
      if (state.sites.has(id)) return
      // The earlier sign is unknown, because somebody may have pushed since the site was indexed.
      const fresh = { sign: '', watcher: null, againMs: AGAIN_MS, isOver: false }
      state.sites.set(id, { id, due: 0, ...fresh })
      dependencies.wake(0)
    },
    forget(id) {
      const site = state.sites.get(id)
      if (!site) return
      site.isOver = true
      site.watcher?.close()
      state.sites.delete(id)
      state.told.settled(id)
    },
    look() {
      const time = performance.now()
      let next = Infinity
      for (const site of state.sites.values()) {
        if (site.due <= time) lookAt(dependencies, state, site)
        next = Math.min(next, site.due)
      }
      return next
    },
  }
}

function lookAt(dependencies: RefWatchingDependencies, state: State, site: Site): void {
  const { repository } = dependencies.folders.site(site.id)
  // Watched before it is read: what happens in between is noticed.
  if (site.watcher?.isSound() !== true) watchAgain(dependencies, site, repository)
  site.due = performance.now() + pauseOf(state, site)
  const sign = refSign(repository)
  if (sign === site.sign) return
  site.sign = sign
  void catchUp(dependencies, state, site)
}

function watchAgain({ wake }: RefWatchingDependencies, site: Site, repository: string): void {
  site.watcher?.close()
  site.watcher = watchRefs(repository, () => {
    if (site.isOver) return
    site.due = 0
    wake(0)
  })
}

function pauseOf({ sites }: State, { watcher }: Site): number {
  return watcher === null ? Math.max(POLL_MS, sites.size * POLL_MS_OF_SITE) : WATCHED_MS
}

/** Tried again until it succeeds, but each error is logged only once. */
async function catchUp(
  dependencies: RefWatchingDependencies,
  { told }: State,
  site: Site,
): Promise<void> {
  try {
    await dependencies.advance.catchUp(site.id)
    site.againMs = AGAIN_MS
    told.settled(site.id)
  } catch (error) {
    site.sign = ''
    site.due = performance.now() + site.againMs
    dependencies.wake(site.due)
    site.againMs = Math.min(2 * site.againMs, MAX_AGAIN_MS)
    // Aborted because the server stops or the site is deleted; the next start indexes it.
    if (site.isOver) return
    // A site that is being deleted is still listed for a moment.
    if (!dependencies.siteIds().includes(site.id)) return
    const { repository } = dependencies.folders.site(site.id)
    if (existsSync(repository)) {
      if (told.isNew(error, site.id)) dependencies.onError(error, site.id)
    } else if (told.isNew(MISSING, site.id)) {
      dependencies.warn({ siteId: site.id, repository }, MISSING)
    }
  }
}

interface RefWatcher {
  /** False if a folder was removed or replaced: then no hints come any more. */
  isSound(): boolean
  close(): void
}

/**
 * Calls `hint` when `main` may have moved. Null if the folders are missing or the system gives no more watches.
 *
 * Git replaces the file of a ref and `packed-refs` by renaming another, which a watch of their folder notices.
 */
function watchRefs(repository: string, hint: () => void): RefWatcher | null {
  const folders = [repository, path.join(repository, 'refs/heads')]
  const watchers: FSWatcher[] = []
  let isOver = false
  const close = () => {
    isOver = true
    for (const watcher of watchers) watcher.close()
  }
  try {
    for (const folder of folders) {
      const watcher = watch(folder, { persistent: false }, hint)
      watchers.push(watcher)
      watcher.on('error', () => {
        close()
        hint()
      })
    }
  } catch {
    close()
    return null
  }
  const inodes = folders.map(inodeOf)
  return {
    isSound: () => !isOver && folders.every((folder, i) => inodeOf(folder) === inodes[i]),
    close,
  }
}

/** The inode of a folder; null if there is none. */
export function inodeOf(folder: string): number | null {
  return statSync(folder, { throwIfNoEntry: false })?.ino ?? null
}

const PLACES = ['refs/heads/main', 'packed-refs']

/**
 * A text that changes whenever a file that stores `main` is replaced.
 *
 * Synchronous: two stat calls take microseconds, as promises fifty times as long, and this is called several times
 * per second for every site.
 */
function refSign(repository: string): string {
  return PLACES.map((place) => signOf(path.join(repository, place))).join(' ')
}

function signOf(file: string): string {
  const stats: Stats | undefined = statSync(file, { throwIfNoEntry: false })
  return stats ? `${stats.ino}:${stats.mtimeMs}:${stats.size}` : '-'
}
