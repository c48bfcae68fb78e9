/**
 * Copies off the machine: while the server runs, a round every few seconds or minutes copies what has changed to a store,
 * and once an hour what no kept point needs is removed. Nothing waits for it: if the store is slow, full or gone, the copies
 * grow old, and the log, the metrics and `galley doctor` say so.
 *
 * @see src/cli/README.md (Copies off the machine)
 */

import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { GalleyError } from '../../errors.js'
import { detectGit } from '../../git/program/command.js'
import { createToldErrors } from '../branch/told-errors.js'
import { withCopyStore, type CopyStore } from './copy-store.js'
import { clean, type CleaningMemory, type KeepingRule } from './keeping.js'
import {
  emptyState,
  hasChanged,
  openState,
  runRound,
  type CopyState,
  type RoundNeeds,
} from './round.js'
import { openSealing } from './sealing.js'

/** How the copies stand. */
interface CopiesStatus {
  /** What was acknowledged before is in the store; milliseconds since the Unix epoch, null for never. */
  readonly coveredAt: number | null
  /** Why the last round failed, a sentence; null if it did not. */
  readonly error: string | null
}

export interface Copies {
  start(): void
  /** Breaks off a round: the next start goes on. */
  stop(): Promise<void>
  /** Begins a round now, by the settings as they are now. */
  settingsChanged(): void
  status(): CopiesStatus
}

interface CopiesSettings {
  /** The settings `copies_to` and `copies_key_file`. */
  readonly to: string
  readonly keyFile: string
  /** From the beginning of a round to the next. */
  readonly everyMs: number
  readonly rule: KeepingRule
}

interface CopiesNeeds extends Omit<RoundNeeds, 'signal'> {
  /** Read at the beginning of each round. */
  readonly settings: () => CopiesSettings
  readonly warn: (fields: object, message: string) => void
}

const CLEAN_MS = 60 * 60_000

export function createCopies(needs: CopiesNeeds): Copies {
  const { now } = needs
  const ending = new AbortController()
  const told = createToldErrors()
  let memory = newMemory('', now())
  let status: CopiesStatus = { coveredAt: null, error: null }
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const fail = (error: unknown, siteId = '') => {
    if (ending.signal.aborted) return
    const reason = sentenceOf(error)
    const message = siteId === '' ? reason : `The site ${siteId} can't be copied: ${reason}`
    if (told.isNew(error, siteId)) needs.warn({ error: message }, 'copies off the machine are late')
    status = { ...status, error: message }
  }
  const run = async (): Promise<void> => {
    clearTimeout(timer)
    if (ending.signal.aborted) return
    const began = now()
    const { everyMs, ...settings } = needs.settings()
    const place = `${settings.to} ${settings.keyFile}`
    if (memory.place !== place) {
      memory = newMemory(place, began)
      status = { coveredAt: null, error: null }
    }
    if (settings.to === '') return
    try {
      const failed = await attempt({ ...needs, ...settings, signal: ending.signal }, memory)
      for (const { siteId, error } of failed) fail(error, siteId)
      const failing = failed.map(({ siteId }) => siteId)
      for (const id of ['', ...memory.failing]) if (!failing.includes(id)) told.settled(id)
      memory.failing = failing
      if (failed.length === 0) status = { coveredAt: began, error: null }
    } catch (error) {
      fail(error)
    }
    await writeStatus(needs.data, status).catch((error: unknown) => fail(error))
    if (ending.signal.aborted) return
    timer = setTimeout(go, Math.max(0, began + everyMs - now()))
  }
  // Only one round at a time runs.
  const go = () => void (running = running.then(run))
  return {
    start: go,
    settingsChanged: go,
    stop: async () => {
      clearTimeout(timer)
      ending.abort()
      await running
    },
    status: () => status,
  }
}

interface Memory {
  /** What all of this is about: where the copies go, and the key. */
  readonly place: string
  /** Null until it was read from the store, and after the store has lost a piece of it. */
  state: CopyState | null
  /** Of the store that the state is of. */
  storeId: string
  /** True once git was found on this machine. */
  hasGit: boolean
  /** Sites that could not be copied in the last round. */
  failing: readonly string[]
  cleanedAt: number
  cleaning: CleaningMemory
}

function newMemory(place: string, now: number): Memory {
  const nothing = { state: null, storeId: '', hasGit: false, failing: [] }
  return { place, ...nothing, cleanedAt: now, cleaning: newCleaning() }
}

type Attempt = RoundNeeds & Omit<CopiesSettings, 'everyMs'>

function newCleaning(): CleaningMemory {
  return { unneeded: new Set(), known: new Map() }
}

/** One session with the store. */
async function attempt(needs: Attempt, memory: Memory) {
  const { to, keyFile, now, signal } = needs
  memory.hasGit ||= (await detectGit()) !== null
  if (!memory.hasGit) {
    throw new GalleyError('conflict', 'Copies off the machine need git 2.36 or later: install it.')
  }
  const isDue = now() - memory.cleanedAt >= CLEAN_MS
  if (memory.state !== null && !isDue && !(await hasChanged(needs, memory.state))) return []
  const target = { address: to, sealing: await openSealing(keyFile), now }
  return withCopyStore(target, signal, async (store) => {
    if (memory.storeId !== store.id) memory.state = null
    memory.storeId = store.id
    const state = (memory.state ??= await openState(store))
    try {
      return await runRound(needs, store, state)
    } finally {
      // Also if the round has failed: the store may be full.
      if (isDue) await tidy(needs, store, memory)
    }
  })
}

async function tidy({ rule, now }: Attempt, store: CopyStore, memory: Memory): Promise<void> {
  memory.cleanedAt = now()
  if (memory.state === null) return
  const { state, cleaning } = memory
  if (await clean(store, { rule, now: now(), state, memory: cleaning })) return
  // All of it is written anew by the next round.
  memory.state = emptyState(state.newest)
  memory.cleaning = newCleaning()
  const message = `${store.place} has lost pieces of the newest copy, which are written again.`
  throw new GalleyError('conflict', message)
}

function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const STATUS_NAME = 'copies.json'

/** For `galley doctor`, which is another process. */
async function writeStatus(data: string, status: CopiesStatus): Promise<void> {
  const file = path.join(data, STATUS_NAME)
  await writeFile(`${file}.new`, JSON.stringify(status), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** The status that the server of a data folder has written last. */
export async function readStatus(data: string): Promise<CopiesStatus> {
  try {
    const status: CopiesStatus = JSON.parse(await readFile(path.join(data, STATUS_NAME), 'utf8'))
    return status
  } catch {
    // Not written yet, or cut off by a power failure.
    return { coveredAt: null, error: null }
  }
}
