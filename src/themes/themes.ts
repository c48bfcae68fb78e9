/**
 * The themes that sites ask for: those that were fetched, and the way to the others.
 *
 * Sites share them. Each theme is fetched once at a time, whoever asks for it. What could not be fetched is not asked for
 * again for a while, unless somebody asks on purpose: a build must not wait for a network that is not there.
 *
 * Neighbours: `builder/theme` reads what is here; `deploy/network` decides which addresses may be connected to.
 */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  chooseInstalled,
  installedVersions,
  listInstalled,
  type InstalledTheme,
} from '../builder/theme/installed.js'
import { folderOf, type WantedTheme } from '../builder/theme/wanted.js'
import { fetchGem, fetchRepository, newestOnline, type FetchSettings } from './fetch.js'
import { MAX_FETCH_MS } from './limits.js'
import { ThemeError } from './theme-error.js'

interface Asking {
  /** The version that the site has had; null for none. */
  readonly chosen: string | null
  /** Release of Jekyll that the theme should fit. */
  readonly jekyll: string
  /** Ends the wait. What is being fetched goes on for whoever else waits for it. */
  readonly signal: AbortSignal
  /** Told when something is fetched. */
  readonly report?: (message: string) => void
  /** True if somebody asks on purpose: what failed before is tried again. */
  readonly isAsked?: boolean
}

/** A theme that is here, or why it is not. */
interface ThemeAnswer {
  readonly installed: InstalledTheme | null
  /** A clause; null where nothing had to be fetched, or all was well. */
  readonly problem: string | null
}

export interface Themes {
  readonly folder: string
  /** The theme that a site asks for; fetches it if it is not here. Never throws for what is not to be had. */
  ensure(wanted: WantedTheme, asking: Asking): Promise<ThemeAnswer>
  /** Fetches the newest version that fits, whatever is here. @throws ThemeError with a clause */
  update(wanted: WantedTheme, asking: Omit<Asking, 'chosen'>): Promise<InstalledTheme>
  /** The version that `update` would fetch: of a repository, a commit. @throws ThemeError */
  newest(wanted: WantedTheme, asking: Pick<Asking, 'jekyll' | 'signal'>): Promise<string>
  list(): Promise<InstalledTheme[]>
  /** Removes a version; builds that need it fetch it again. */
  remove(id: string): Promise<void>
}

/** Milliseconds for which a failure is remembered. */
const FAILURE_MS = 5 * 60_000

export function createThemes(settings: FetchSettings): Themes {
  const { folder, now } = settings
  const running = new Map<string, Promise<string>>()
  const failures = new Map<string, { readonly until: number; readonly clause: string }>()
  const fetchOnce = (wanted: WantedTheme, jekyll: string): Promise<string> => {
    const key = keyOf(wanted)
    const known = running.get(key)
    if (known !== undefined) return known
    const fetching = fetchNow(settings, wanted, jekyll)
      .then((id) => {
        failures.delete(key)
        return id
      })
      .catch((error: unknown) => {
        if (error instanceof ThemeError)
          failures.set(key, { until: now() + FAILURE_MS, clause: error.message })
        throw error
      })
      .finally(() => running.delete(key))
    running.set(key, fetching)
    return fetching
  }
  const update: Themes['update'] = async (wanted, { jekyll, signal, report }) => {
    report?.(`Fetching the theme ${wanted.name}`)
    const id = await unlessAborted(signal, fetchOnce(wanted, jekyll))
    const found = (await installedVersions(folder, wanted)).find((one) => one.id === id)
    if (found === undefined) throw new ThemeError('it was removed while it was fetched')
    return found
  }
  return {
    folder,
    update,
    async ensure(wanted, asking) {
      const { chosen, jekyll, isAsked } = asking
      const versions = await installedVersions(folder, wanted)
      const installed = chooseInstalled(wanted, versions, { chosen, jekyll })
      if (installed !== null && isAsWanted(wanted, installed)) return { installed, problem: null }
      const failure = failures.get(keyOf(wanted))
      if (failure !== undefined && failure.until > now() && isAsked !== true)
        return { installed, problem: failure.clause }
      try {
        return { installed: await update(wanted, asking), problem: null }
      } catch (error) {
        if (!(error instanceof ThemeError)) throw error
        return { installed, problem: error.message }
      }
    },
    newest: (wanted, { jekyll, signal }) => newestOnline(settings, wanted, { jekyll, signal }),
    list: () => listInstalled(folder),
    async remove(id) {
      const isHere = (await listInstalled(folder)).some((theme) => theme.id === id)
      if (isHere) await rm(join(folder, id), { recursive: true, force: true })
    },
  }
}

/** If the lock has no other version. */
function isAsWanted(wanted: WantedTheme, { version }: InstalledTheme): boolean {
  return wanted.kind === 'repository' || wanted.locked === null || wanted.locked === version
}

function keyOf(wanted: WantedTheme): string {
  if (wanted.kind === 'repository') return folderOf(wanted)
  return [folderOf(wanted), wanted.locked ?? '', ...wanted.requirements].join(' ')
}

async function fetchNow(
  settings: FetchSettings,
  wanted: WantedTheme,
  jekyll: string,
): Promise<string> {
  const signal = AbortSignal.timeout(MAX_FETCH_MS)
  try {
    return wanted.kind === 'gem'
      ? await fetchGem(settings, wanted, { jekyll, signal })
      : await fetchRepository(settings, wanted, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
    const clause = `it was not here within ${MAX_FETCH_MS / 1000} seconds`
    throw new ThemeError(clause, { cause: error })
  }
}

async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  // Nobody may be left to hear of it.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
