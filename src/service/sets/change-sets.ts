/**
 * Change sets: changes on a branch of their own, written through the endpoints of content, which land on `main` as one commit or
 * are dropped. Writers make them and see their own; publishers land them.
 *
 * @see src/http/README.md (Change sets)
 */

import { GalleyError, invalid, notFound } from '../../errors.js'
import {
  inSet,
  isSetId,
  siteInSet,
  MAX_SET_CHANGES,
  withoutSet,
  type ChangeSet,
  type ChangeSetState,
} from '../../model/change-set.js'
import type { NewId } from '../../model/ids.js'
import { mayOnSite, type SiteAction } from '../../model/policy.js'
import type { SiteRecord } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import { partOf } from '../../store/page.js'
import type { Records } from '../../store/records/records.js'
import { mayUseSet, type SiteAccess } from '../accounts/access.js'
import type { Advance } from '../branch/advance.js'
import { authorOf, type Authors } from '../branch/authors.js'
import type { Locks } from '../branch/locks.js'
import type { Repositories } from '../branch/repositories.js'
import type { Page, Window } from '../branch/views.js'
import type { SiteUrls } from '../sites/site-urls.js'
import { land, takeMain, type LandingParts, type Settled } from './landing.js'
import { createSetReviews, type SetReviewed } from './reviews.js'
import { tellChanges, type SetChange } from './set-changes.js'

interface ChangeSetsParts extends LandingParts {
  readonly records: Pick<Records, 'changeSets' | 'entryIds' | 'releases'>
  readonly repositories: Repositories
  readonly advance: Pick<Advance, 'adopt' | 'whileLocked' | 'catchUp'>
  readonly index: Pick<SiteIndex, 'entryByPath' | 'commitOf'>
  readonly authors: Authors
  readonly urls: Pick<SiteUrls, 'preview'>
  readonly locks: Locks
  readonly reviewed: (reviewed: SetReviewed) => void
  readonly newId: NewId
  readonly onError: (error: unknown, siteId: string) => void
}

/** A set, and what it has changed; null for one that is not open. */
export interface SetView {
  readonly set: ChangeSet
  readonly content: SetContent | null
  /** The address of its preview; null as long as none was built. */
  readonly previewUrl: string | null
  readonly may: { readonly change: boolean; readonly land: boolean }
}

interface SetContent {
  readonly head: string
  readonly changes: number
  /** Paths that can't be merged with `main`; null in lists. */
  readonly conflicts: number | null
  readonly isBehind: boolean
}

/** What can be changed of a set itself. */
interface SetInput {
  readonly title?: string | undefined
  /** Brings a dropped set back. */
  readonly state?: 'open' | undefined
}

export type ChangeSets = ReturnType<typeof createChangeSets>

export function createChangeSets(parts: ChangeSetsParts) {
  const tools = { find: createSetFinder(parts), view: createSetViewer(parts) }
  return {
    enter: createDoor(parts, tools.find),
    ...createSetReading(parts, tools),
    ...createSetChanging(parts, tools),
    ...createSetMerging(parts, tools),
    ...createSetReviews(parts, tools),

    /** Makes a set of a branch that somebody has pushed. */
    async pushed(siteId: string, id: string, userId: string): Promise<void> {
      await parts.states.settle(siteId, id)
      const set = parts.records.changeSets.find(siteId, id)
      if (set && set.userId === null) parts.records.changeSets.put({ ...set, userId })
    },
  }
}

interface Tools {
  readonly find: ReturnType<typeof createSetFinder>
  readonly view: ReturnType<typeof createSetViewer>
}

function createSetReading(parts: ChangeSetsParts, { find, view }: Tools) {
  return {
    async get(actor: Actor, place: SetPlace): Promise<SetView> {
      const { on, set } = await find(actor, place, 'sets.make')
      return view({ actor, ...on }, set)
    },

    /** Newest first. */
    async list(actor: Actor, siteId: string, { state, window }: SetQuery): Promise<Page<SetView>> {
      const on = parts.access.onSite(actor, siteId, 'sets.make')
      await parts.states.settleAll(siteId)
      const seen = parts.records.changeSets
        .list(siteId)
        .filter((set) => mayUseSet(actor, on.role, set))
        .filter((set) => state === undefined || set.state === state)
      const page = partOf(seen, window, NEWEST_FIRST)
      const rows: SetView[] = []
      for (const set of page.rows) rows.push(await view({ actor, ...on }, set, { isShort: true }))
      return { ...page, rows }
    },

    /** What it has changed, by path, without what the actor may not read. */
    async changes(actor: Actor, place: SetPlace, window: Window): Promise<Page<SetChange>> {
      const { on, set } = await find(actor, place, 'sets.make')
      const key = await ready(parts, set)
      const repository = await parts.repositories.get(key)
      const facts = await parts.facts.of(repository)
      if (facts === null) throw notFound('open change set')
      const page = partOf(facts.changes, window, BY_PATH)
      const clashing = await parts.facts.conflicts(repository, facts)
      const conflicts = new Set(clashing.flatMap(({ path, keptAt }) => [path, keptAt ?? path]))
      const viewer = { actor, role: on.role, site: { ...on.site, id: key } }
      const telling = { ...parts, viewer, repository, facts, conflicts }
      return { ...page, rows: await tellChanges(telling, page.rows) }
    },
  }
}

function createSetChanging(parts: ChangeSetsParts, { find, view }: Tools) {
  const { records, access, states } = parts
  /** Begins to make the rows, for which the first request in the set waits. */
  const index = ({ siteId, id }: ChangeSet): void => {
    const made = parts.advance.catchUp(inSet(siteId, id))
    made.catch((error: unknown) => parts.onError(error, siteId))
  }
  return {
    /** @throws GalleyError `conflict` if the site has too many */
    async create(actor: Actor, siteId: string, title: string): Promise<SetView> {
      const on = access.onSite(actor, siteId, 'sets.make')
      await states.settleAll(siteId)
      const main = await (await parts.repositories.get(siteId)).head()
      if (main === null) throw new GalleyError('conflict', 'The site has no files yet.')
      const closed = {
        closedAt: null,
        closedBy: null,
        landedCommit: null,
        previewToken: null,
        handedIn: null,
      }
      const made = { siteId, id: parts.newId(), title, createdAt: parts.now(), ...closed }
      const set: ChangeSet = { ...made, userId: authorOf(actor).userId ?? null, state: 'open' }
      await states.open(set, main)
      index(set)
      return view({ actor, ...on }, set)
    },

    /** @throws GalleyError `conflict` if it has landed, or can't be brought back */
    async update(actor: Actor, place: SetPlace, { title, state }: SetInput): Promise<SetView> {
      const { on, set } = await find(actor, place, 'sets.make')
      if (state === 'open' && set.state === 'landed') {
        throw new GalleyError('conflict', 'This change set has landed: make another one.')
      }
      if (title !== undefined) await states.rename(place.siteId, set.id, title)
      if (state === 'open' && set.state === 'dropped') {
        await states.open({ ...set, title: title ?? set.title }, null)
        index(set)
      }
      return view({ actor, ...on }, records.changeSets.find(place.siteId, set.id) ?? set)
    },

    async drop(actor: Actor, place: SetPlace): Promise<void> {
      const { set } = await find(actor, place, 'sets.make')
      await states.drop(place.siteId, set.id, authorOf(actor).userId ?? null)
    },
  }
}

function createSetMerging(parts: ChangeSetsParts, { find, view }: Tools) {
  return {
    /** Takes `main` in. @throws GalleyError `conflict` that names what can't be merged and is not settled */
    async takeMain(actor: Actor, place: SetPlace, settled: Settled): Promise<SetView> {
      const { on, set } = await find(actor, place, 'sets.make')
      await ready(parts, set)
      await takeMain(parts, { ...on, actor, setId: set.id }, settled)
      return view({ actor, ...on }, set)
    },

    /** @throws GalleyError `conflict` that names the paths that can't be merged */
    async land(actor: Actor, place: SetPlace, message: string | undefined): Promise<SetView> {
      const { on, set } = await find(actor, place, 'sets.land')
      await ready(parts, set)
      const commit = await land(parts, { ...on, actor, setId: set.id, message })
      parts.reviewed({ kind: 'landed', set, by: authorOf(actor).userId ?? null, text: '' })
      const now = parts.records.changeSets.find(place.siteId, set.id) ?? set
      return view({ actor, ...on }, { ...now, landedCommit: commit })
    },
  }
}

/** A set of a site. */
interface SetPlace {
  readonly siteId: string
  readonly id: string
}

interface SetQuery {
  readonly state: ChangeSetState | undefined
  readonly window: Window
}

const NEWEST_FIRST = {
  placeOf: ({ createdAt, id }: ChangeSet) => [createdAt, id],
  direction: 'desc',
} as const

const BY_PATH = { placeOf: ({ path }: { readonly path: string }) => [path] }

function createSetFinder({ access, states, repositories, records }: ChangeSetsParts) {
  return async (
    actor: Actor,
    { siteId, id }: SetPlace,
    action: SiteAction,
  ): Promise<{ readonly on: SiteAccess; readonly set: ChangeSet }> => {
    const on = access.onSite(actor, siteId, action)
    if (!isSetId(id)) throw notFound('change set')
    const known = records.changeSets.find(siteId, id)
    const head = await (await repositories.get(inSet(siteId, id))).head()
    const isSettled = (known?.state === 'open') === (head !== null) && !isCutOff(known)
    const set = isSettled ? known : await states.settle(siteId, id)
    if (!set || !mayUseSet(actor, on.role, set)) throw notFound('change set')
    return { on, set }
  }
}

/** True if a landing has begun, and perhaps not ended. */
function isCutOff(set: ChangeSet | null): boolean {
  return set?.state === 'open' && set.landedCommit !== null
}

/** Makes sure that the rows of a set are those of its branch. @returns its key */
async function ready(
  { repositories, index, advance, facts }: ChangeSetsParts,
  { siteId, id, state }: ChangeSet,
): Promise<string> {
  if (state !== 'open') throw notFound(`open change set: it was ${state}`)
  const key = inSet(siteId, id)
  const repository = await repositories.get(key)
  if (index.commitOf(key) === (await repository.head())) return key
  if ((await facts.of(repository)) === null) throw notFound('open change set')
  await advance.catchUp(key)
  return key
}

function createSetViewer({ records, repositories, facts, access, urls }: ChangeSetsParts) {
  const previewOf = (site: SiteRecord, set: ChangeSet): string | null => {
    const isBuilt = set.state === 'open' && set.previewToken !== null
    if (!isBuilt || !records.releases.list(inSet(site.id, set.id), 'preview').length) return null
    return urls.preview(siteInSet(site, set))
  }
  return async (
    { actor, site }: SiteAccess & { readonly actor: Actor },
    set: ChangeSet,
    { isShort } = { isShort: false },
  ): Promise<SetView> => {
    const may = { change: set.state === 'open', land: false }
    const previewUrl = previewOf(site, set)
    if (set.state !== 'open') return { set, content: null, previewUrl, may }
    const repository = await repositories.get(inSet(site.id, set.id))
    const found = await facts.of(repository)
    if (found === null) return { set, content: null, previewUrl, may }
    const { head, changes, isBehind } = found
    const conflicts = isShort ? null : (await facts.conflicts(repository, found)).length
    const now = access.roleOn(actor, site.id)
    const mayLand = now !== null && mayOnSite(now, 'sets.land')
    const land = mayLand && changes.length > 0 && !conflicts
    return {
      set,
      content: { head, changes: changes.length, conflicts, isBehind },
      previewUrl,
      may: { ...may, land },
    }
  }
}

/** Something of a site, as a request names it. */
interface Place {
  /** Of the path; undefined for a document or page, which names its site itself. */
  readonly siteId: string | undefined
  readonly entryId: string | undefined
}

interface Entering {
  readonly setId: string
  /** True if the request may change something. */
  readonly isChange: boolean
}

/** Takes a request into a set: the ids that it names become those of the set. */
function createDoor(parts: ChangeSetsParts, find: Tools['find']) {
  const { entryIds } = parts.records
  return async (actor: Actor, place: Place, { setId, isChange }: Entering): Promise<Place> => {
    if (!isSetId(setId)) throw invalid('change_set', 'is no id of a change set')
    const { entryId } = place
    const own = entryId === undefined ? undefined : inSet(entryId, setId)
    const known = own === undefined ? null : (entryIds.find(own) ?? entryIds.find(entryId ?? ''))
    const siteId = place.siteId ?? (known === null ? undefined : withoutSet(known.siteId))
    if (siteId === undefined) throw notFound('document or page')
    const { set } = await find(actor, { siteId, id: setId }, 'sets.make')
    const key = await ready(parts, set)
    if (isChange) await requireRoom(parts, key)
    return { siteId: place.siteId === undefined ? undefined : key, entryId: own }
  }
}

/** @throws GalleyError `validation_failed` if a set takes no more changes */
async function requireRoom({ repositories, facts }: ChangeSetsParts, key: string): Promise<void> {
  const found = await facts.of(await repositories.get(key))
  if (found === null || found.changes.length < MAX_SET_CHANGES) return
  const most = MAX_SET_CHANGES.toLocaleString('en')
  throw invalid('change_set', `has ${most} changes, and takes no more: land it, and make another`)
}
