/**
 * Opens and closes change sets.
 *
 * The branch is the truth: a set is open as long as `refs/heads/sets/ID` exists, whoever has made it. A set that is dropped or
 * has landed keeps its commit under `refs/galley/sets/ID` for a while. The record follows; a process that dies in between
 * leaves one that `settle` mends.
 *
 * @see src/http/README.md (Change sets)
 */

import { GalleyError, notFound } from '../../errors.js'
import { GitError } from '../../git/program/git-error.js'
import { mergeBase } from '../../git/refs/merge-base.js'
import { MAIN, type Repository } from '../../git/repository.js'
import {
  CLOSED_SETS,
  CLOSED_SET_DAYS,
  inSet,
  MAX_OPEN_SETS,
  OPEN_SET_DAYS,
  SETS,
  setOfRef,
  type ChangeSet,
} from '../../model/change-set.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { removeTree } from '../../system/remove-tree.js'
import { nextTurn } from '../../system/yielding.js'
import type { DataFolders } from '../branch/folders.js'
import type { Locks } from '../branch/locks.js'
import type { Repositories } from '../branch/repositories.js'
import { landedHead } from './landing-note.js'
import { orNull } from './set-facts.js'

interface SetStatesParts {
  readonly records: Pick<Records, 'changeSets' | 'entryIds'>
  readonly repositories: Repositories
  readonly locks: Locks
  readonly index: Pick<SiteIndex, 'deleteSite' | 'commitOf'>
  readonly folders: DataFolders
  /** Ends the process that renders texts of a set, and removes its preview. */
  readonly forgetBuilt: (key: string) => Promise<void>
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  readonly onError: (error: unknown, siteId: string) => void
}

export type SetStates = ReturnType<typeof createSetStates>

/** Who closes a set at which commit, and why. */
interface Closing {
  readonly head: string
  readonly state: 'landed' | 'dropped'
  readonly userId: string | null
}

const DAY_MS = 24 * 60 * 60_000

/** Closed sets of a site that can still be looked at: their commits take room. */
const MAX_CLOSED_SETS = 300

const IDS_AT_ONCE = 250

export function createSetStates(parts: SetStatesParts) {
  const { records, repositories, locks } = parts
  const sets = records.changeSets
  const settle = (siteId: string, id: string): Promise<ChangeSet | null> =>
    locks.run(inSet(siteId, id), () => settleLocked(parts, siteId, id))
  const drop = (siteId: string, id: string, userId: string | null): Promise<void> =>
    locks.run(inSet(siteId, id), async () => {
      const set = sets.find(siteId, id)
      const head = await (await repositories.get(siteId)).head(SETS + id)
      if (!set || head === null) throw notFound('open change set')
      const closed = { head, state: 'dropped', userId } as const
      await closeLocked(parts, set, closed).catch((error: unknown) => {
        throw isConflict(error) ? movedMeanwhile(error) : error
      })
    })
  return {
    /** Closes a set whose lock the caller holds. @throws GitError `conflict` if its branch moved meanwhile */
    close: (set: ChangeSet, closing: Closing): Promise<void> => closeLocked(parts, set, closing),

    /** Makes the record of a set match its branch; null if there is neither. */
    settle,

    /** @throws GalleyError `not_found` if it is not open */
    drop,

    rename: (siteId: string, id: string, title: string): Promise<void> =>
      locks.run(inSet(siteId, id), () => {
        const set = sets.find(siteId, id)
        if (set) sets.put({ ...set, title })
        return Promise.resolve()
      }),

    /**
     * Makes a branch for a new or a dropped set, at a commit.
     *
     * @throws GalleyError `conflict` if the site has too many, or the commit of a dropped set is gone
     */
    open: (set: ChangeSet, commit: string | null): Promise<void> =>
      locks.run(inSet(set.siteId, set.id), () => openLocked(parts, set, commit)),

    /** Settles all sets of a site, drops those that nobody has changed for long, and forgets those closed long ago. */
    async settleAll(siteId: string): Promise<void> {
      const heads = await headsOf(parts, siteId)
      for (const id of unsettled(sets.list(siteId), heads)) await settle(siteId, id)
      await forgetOld(parts, siteId)
      const repository = await repositories.get(siteId)
      const oldest = parts.now() - OPEN_SET_DAYS * DAY_MS
      for (const [id, oid] of heads) {
        const commit = await repository.readCommit(oid).catch(orNull)
        if (commit && commit.committer.time * 1000 < oldest) await drop(siteId, id, null)
      }
    },
  }
}

/** The commits of open sets by their ids. */
async function headsOf({ repositories }: SetStatesParts, siteId: string) {
  const refs = await (await repositories.get(siteId)).listRefs(SETS)
  const heads = new Map<string, string>()
  for (const { name, oid } of refs) {
    const id = setOfRef(name)
    if (id !== null) heads.set(id, oid)
  }
  return heads
}

/** The ids of sets whose records may not match their branches. */
function unsettled(known: readonly ChangeSet[], heads: ReadonlyMap<string, string>): Set<string> {
  const ids = new Set(heads.keys())
  for (const { id, state, landedCommit } of known) {
    if (state !== 'open') continue
    if (ids.has(id) && landedCommit === null) ids.delete(id)
    else ids.add(id)
  }
  return ids
}

async function openLocked(
  parts: SetStatesParts,
  set: ChangeSet,
  commit: string | null,
): Promise<void> {
  const repository = await parts.repositories.get(set.siteId)
  const heads = await headsOf(parts, set.siteId)
  if (heads.size >= MAX_OPEN_SETS) throw tooMany()
  const to = commit ?? (await repository.head(CLOSED_SETS + set.id))
  if (to === null) throw new GalleyError('conflict', 'The branch of this change set is gone.')
  if (!heads.has(set.id)) await repository.updateRef({ ref: SETS + set.id, from: null, to })
  parts.records.changeSets.put({ ...set, ...OPENED })
}

/** Moves the branch away. */
async function closeLocked(
  parts: SetStatesParts,
  set: ChangeSet,
  { head, state, userId }: Closing,
): Promise<void> {
  const repository = await parts.repositories.get(set.siteId)
  const kept = CLOSED_SETS + set.id
  const from = await repository.head(kept)
  if (from !== head) await repository.updateRef({ ref: kept, from, to: head })
  await repository.removeRef({ ref: SETS + set.id, from: head })
  parts.records.changeSets.put({ ...set, state, closedAt: parts.now(), closedBy: userId })
  clearUpSoon(parts, set)
}

async function settleLocked(
  parts: SetStatesParts,
  siteId: string,
  id: string,
): Promise<ChangeSet | null> {
  const sets = parts.records.changeSets
  const set = sets.find(siteId, id)
  const repository = await parts.repositories.get(siteId)
  const head = await repository.head(SETS + id)
  if (head !== null && set?.state !== 'open') {
    const fresh = { siteId, id, title: id, userId: null, createdAt: parts.now() }
    sets.put({ ...fresh, ...set, ...OPENED })
  } else if (set?.state === 'open' && (head === null || set.landedCommit !== null)) {
    const landed = await landedAs(repository, set.landedCommit)
    const state = landed === null ? 'dropped' : 'landed'
    if (head === null) {
      const landedCommit = landed && set.landedCommit
      sets.put({ ...set, state, closedAt: parts.now(), landedCommit })
      clearUpSoon(parts, set)
    } else if (landed === head) await closeLocked(parts, set, { head, state, userId: null })
    else sets.put({ ...set, landedCommit: null })
  }
  return sets.find(siteId, id)
}

/** Forgets closed sets that are too old or too many, and clears up what a process that died has left of others. */
async function forgetOld(parts: SetStatesParts, siteId: string): Promise<void> {
  const { index, repositories, records, now } = parts
  const closed = records.changeSets.list(siteId).filter(({ state }) => state !== 'open')
  const oldest = now() - CLOSED_SET_DAYS * DAY_MS
  const repository = await repositories.get(siteId)
  for (const [place, set] of closed.entries()) {
    const key = inSet(siteId, set.id)
    if (index.commitOf(key) !== null || set.previewToken !== null) clearUpSoon(parts, set)
    if (place < MAX_CLOSED_SETS && (set.closedAt ?? 0) >= oldest) continue
    const ref = CLOSED_SETS + set.id
    const from = await repository.head(ref)
    if (from !== null) await repository.removeRef({ ref, from })
    records.changeSets.delete(siteId, set.id)
  }
}

const OPENED = {
  state: 'open',
  closedAt: null,
  closedBy: null,
  landedCommit: null,
  previewToken: null,
  handedIn: null,
} as const

/** True for a ref that somebody else has moved. */
export function isConflict(error: unknown): boolean {
  return error instanceof GitError && error.code === 'conflict'
}

/** The commit of the set that a commit of `main` has landed; null if that is not on `main`. */
async function landedAs(repository: Repository, commit: string | null): Promise<string | null> {
  const main = await repository.head(MAIN)
  if (commit === null || main === null) return null
  if ((await mergeBase(repository.reader, commit, main)) !== commit) return null
  return landedHead((await repository.readCommit(commit)).message)
}

/** Nobody waits for it, but for whoever opens the set again. */
function clearUpSoon(parts: SetStatesParts, { siteId, id }: ChangeSet): void {
  const key = inSet(siteId, id)
  const work = async () => {
    const sets = parts.records.changeSets
    if (sets.find(siteId, id)?.state === 'open') return
    await clearUp(parts, key)
    // Last, so that what a process that dies has left is cleared up later.
    const left = sets.find(siteId, id)
    if (left) sets.put({ ...left, previewToken: null })
  }
  parts.locks.run(key, work).catch((error: unknown) => parts.onError(error, siteId))
}

/** What is derived of a set, which can be made again. */
async function clearUp(parts: SetStatesParts, key: string): Promise<void> {
  await parts.forgetBuilt(key)
  await parts.index.deleteSite(key)
  while (parts.records.entryIds.forget(key, IDS_AT_ONCE)) await nextTurn()
  await removeTree(parts.folders.site(key).cache)
}

function tooMany(): GalleyError {
  const message = `A site has at most ${MAX_OPEN_SETS} open change sets: land or drop some first.`
  return new GalleyError('conflict', message)
}

function movedMeanwhile(cause: unknown): GalleyError {
  return new GalleyError('unavailable', 'Somebody pushed to the change set meanwhile; try again.', {
    cause,
    retryAfter: 1,
  })
}
