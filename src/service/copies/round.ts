/**
 * One round: copies what has changed since the last one, and writes a point in time if anything has.
 *
 * The order is that of a backup: the records first, then of each site the refs, and then the objects, which were written
 * before the refs. What a round has written is remembered even if it fails later, so the next one goes on from there.
 */

import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { GalleyError } from '../../errors.js'
import { RELEASE_KINDS } from '../../model/release.js'
import type { Store } from '../../store/database.js'
import { missingIsNull } from '../../system/errno.js'
import { createYielder } from '../../system/yielding.js'
import type { DataFolders } from '../branch/folders.js'
import type { CopyStore } from './copy-store.js'
import {
  createPieceReader,
  createPieceWriter,
  type PieceReader,
  type PieceWriter,
  type Stored,
} from './pieces.js'
import {
  readPoint,
  writePoint,
  pointTime,
  type ChunkedFile,
  type PointContent,
  type SiteCopy,
} from './point.js'
import { copyChunks } from './record-chunks.js'
import { copySite, SETTLED_MS, siteSign } from './site-copy.js'

/** What rounds need. */
export interface RoundNeeds {
  readonly store: Pick<Store, 'records' | 'backup'>
  readonly folders: DataFolders
  /** The data folder. */
  readonly data: string
  readonly version: string
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  readonly signal: AbortSignal
}

interface Copied<Value> {
  /** Changes when the original does; null if it is to be looked at again. */
  readonly sign: string | null
  readonly value: Value
  readonly stored: Stored
}

/** What is in the store, as far as the newest point has it or a later round has written it. */
export interface CopyState {
  /** Time of the newest point, in milliseconds since the Unix epoch; null if there is none. */
  newest: number | null
  /** What that point has, as `describe` words it; null if it is not known. */
  pointed: string | null
  records: Copied<ChunkedFile> | null
  readonly files: Map<string, Copied<null>>
  readonly sites: Map<string, Copied<SiteCopy>>
}

/** The state when nothing is known to be in the store but the point of a time. */
export function emptyState(newest: number | null): CopyState {
  return { newest, pointed: null, records: null, files: new Map(), sites: new Map() }
}

/** Reads the state of the newest point. If that is damaged or lacks a piece, all is to be written anew. */
export async function openState(copyStore: CopyStore): Promise<CopyState> {
  const newest = newestOf(await copyStore.list())
  if (newest === null) return emptyState(null)
  try {
    return await readState(copyStore, newest)
  } catch (error) {
    if (error instanceof GalleyError) return emptyState(newest)
    throw error
  }
}

async function readState(copyStore: CopyStore, newest: number): Promise<CopyState> {
  const state = emptyState(newest)
  const reader = createPieceReader(copyStore)
  const point = await readPoint(copyStore, newest)
  const known = async <Value>(stored: Stored): Promise<Copied<Value>> => ({
    sign: null,
    value: await reader.json<Value>(stored),
    stored,
  })
  state.records = await known<ChunkedFile>(point.records)
  for (const [name, stored] of Object.entries(point.files)) {
    state.files.set(name, { sign: hashOf(await reader.bytes(stored)), value: null, stored })
  }
  for (const [id, stored] of Object.entries(point.sites)) {
    state.sites.set(id, await known<SiteCopy>(stored))
  }
  state.pointed = describe(state)
  return state
}

/** The newest time among the points; null if there is none. */
function newestOf(paths: readonly string[]): number | null {
  const times = paths.map(pointTime).filter((time) => time !== null)
  return times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b))
}

/** A site that could not be copied; the point has it as it was before. */
interface FailedSite {
  readonly siteId: string
  readonly error: unknown
}

interface Round {
  readonly needs: RoundNeeds
  readonly state: CopyState
  readonly writer: PieceWriter
  readonly reader: PieceReader
  /** To be done when everything that was added is in the store. */
  readonly commits: (() => void)[]
}

const FILES = ['server.key', 'galley.yml']
/** Changed sites after which the round remembers what it has written. */
const SITES_AT_ONCE = 20

/**
 * @param state is brought up to date
 * @throws DeployError, GalleyError, or an error of the system: no point was written then
 */
export async function runRound(
  needs: RoundNeeds,
  copyStore: CopyStore,
  state: CopyState,
): Promise<readonly FailedSite[]> {
  const began = needs.now()
  const writer = createPieceWriter(copyStore)
  const round: Round = { needs, state, writer, reader: createPieceReader(copyStore), commits: [] }
  // Before the records: no site comes along that they do not know.
  const siteIds = needs.store.records.sites.listIds()
  await copyRecords(round)
  await copyFiles(round)
  const failed = await copySites(round, siteIds)
  await commit(round)
  const content = contentOf(state)
  // Not what this round has changed: an earlier one may have failed when it wrote its point.
  const described = describe(state)
  if (content === null || described === state.pointed) return failed
  const at = Math.max(began, (state.newest ?? 0) + 1)
  const made = { galley: needs.version, at: new Date(at).toISOString() }
  await writePoint(copyStore, { ...made, ...content })
  state.newest = at
  state.pointed = described
  return failed
}

/** True unless the store is known to have everything as it is now. It asks nothing of the store. */
export async function hasChanged(needs: RoundNeeds, state: CopyState): Promise<boolean> {
  const { folders, store, data, now } = needs
  if (describe(state) !== state.pointed) return true
  const sign = await signOfRecords(folders.records, now())
  if (sign === null || state.records?.sign !== sign) return true
  for (const name of FILES) {
    const bytes = await readFile(path.join(data, name)).catch(missingIsNull)
    const sign = bytes === null ? undefined : hashOf(bytes)
    if (state.files.get(name)?.sign !== sign) return true
  }
  const siteIds = store.records.sites.listIds()
  if (siteIds.length !== state.sites.size) return true
  const yieldIfDue = createYielder()
  for (const siteId of siteIds) {
    await yieldIfDue()
    const sign = siteSign(folders, siteId, now())
    if (sign === null || state.sites.get(siteId)?.sign !== sign) return true
  }
  return false
}

/** What a point of this state would have; null while there is not enough for one. */
export function contentOf({ records, files, sites }: CopyState): PointContent | null {
  if (records === null) return null
  return { records: records.stored, files: storedOf(files), sites: storedOf(sites) }
}

function describe(state: CopyState): string {
  return JSON.stringify(contentOf(state))
}

function storedOf(copied: ReadonlyMap<string, Copied<unknown>>): PointContent['sites'] {
  return Object.fromEntries([...copied].map(([name, { stored }]) => [name, stored]))
}

async function commit({ writer, commits }: Round): Promise<void> {
  await writer.finish()
  for (const one of commits.splice(0)) one()
}

async function copyRecords(round: Round): Promise<void> {
  const { needs, state, writer, commits } = round
  const { folders, store } = needs
  const sign = await signOfRecords(folders.records, needs.now())
  const last = state.records
  if (sign !== null && last?.sign === sign) return
  await mkdir(folders.temporary, { recursive: true })
  const snapshot = path.join(folders.temporary, 'copy-of-records')
  try {
    await rm(snapshot, { force: true })
    await store.backup(snapshot)
    const value = await copyChunks(snapshot, last?.value ?? null, writer)
    const isSame = last !== null && value === last.value
    const stored = isSame ? last.stored : await writer.addJson(value)
    commits.push(() => void (state.records = { sign, value, stored }))
  } finally {
    await rm(snapshot, { force: true })
  }
}

/** Every commit of SQLite changes the log or the file. */
async function signOfRecords(file: string, now: number): Promise<string | null> {
  const found = await Promise.all(
    [file, `${file}-wal`].map((name) => stat(name).catch(missingIsNull)),
  )
  if (found.some((one) => one !== null && now - one.mtimeMs < SETTLED_MS)) return null
  return found.map((one) => (one === null ? '-' : `${one.mtimeMs}:${one.size}`)).join(' ')
}

async function copyFiles({ needs, state, writer, commits }: Round): Promise<void> {
  for (const name of FILES) {
    const bytes = await readFile(path.join(needs.data, name)).catch(missingIsNull)
    if (bytes === null) {
      commits.push(() => void state.files.delete(name))
      continue
    }
    const sign = hashOf(bytes)
    if (state.files.get(name)?.sign === sign) continue
    const stored = await writer.add(bytes)
    commits.push(() => void state.files.set(name, { sign, value: null, stored }))
  }
}

async function copySites(round: Round, siteIds: readonly string[]): Promise<FailedSite[]> {
  const { needs, state, commits } = round
  const failed: FailedSite[] = []
  const yieldIfDue = createYielder()
  for (const siteId of siteIds) {
    await yieldIfDue()
    needs.signal.throwIfAborted()
    try {
      await copyOne(round, siteId)
    } catch (error) {
      if (needs.signal.aborted) throw error
      failed.push({ siteId, error })
    }
    if (commits.length >= SITES_AT_ONCE) await commit(round)
  }
  const there = new Set(siteIds)
  for (const siteId of state.sites.keys()) {
    if (!there.has(siteId)) commits.push(() => void state.sites.delete(siteId))
  }
  return failed
}

async function copyOne(round: Round, siteId: string): Promise<void> {
  const { needs, state, writer, commits } = round
  const { folders, now, store } = needs
  const last = state.sites.get(siteId)
  const sign = siteSign(folders, siteId, now())
  if (last !== undefined && sign !== null && last.sign === sign) return
  const { releases } = store.records
  const kept = RELEASE_KINDS.flatMap((kind) => releases.list(siteId, kind))
  const value = await copySite({
    ...round,
    ...needs,
    siteId,
    last: last?.value ?? null,
    commits: kept.map(({ commit: oid }) => oid),
  })
  if (value === null) return void commits.push(() => void state.sites.delete(siteId))
  const isSame = last !== undefined && value === last.value
  const stored = isSame ? last.stored : await writer.addJson(value)
  commits.push(() => void state.sites.set(siteId, { sign, value, stored }))
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
