/**
 * Finds out which texts commits have changed, for webhooks. What the webhooks of a site have been told is a commit, its
 * place; events are made of what the index has come to since. So pushes, syncs and edits on disk count like any request,
 * nothing is lost if the process dies, and a write only starts a timer.
 *
 * A webhook is told what readers of the site may know: of texts that are visible. One that becomes visible is created for
 * it, one that is hidden or becomes a draft is deleted.
 */

import type { Change } from '../../git/diff/diff.js'
import type { Commit } from '../../git/objects/commit-object.js'
import { hasCommit } from '../../git/objects/reader.js'
import type { Entry as GitEntry } from '../../git/objects/snapshot.js'
import { GitError } from '../../git/program/git-error.js'
import type { Repository } from '../../git/repository.js'
import { MAX_EVENT_TEXT_BYTES, MAX_EVENT_TEXTS } from '../../model/webhook.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import type { Authors } from '../branch/authors.js'
import { doorOf, type Authorship, type Door } from '../branch/authorship.js'
import { configAt } from '../branch/config-state.js'
import { describeInParts } from '../branch/entry-facts.js'
import { pairMoves } from '../branch/moves.js'
import type { Repositories } from '../branch/repositories.js'
import type { Outbox, SiteHappening } from './outbox.js'

export interface TextEvents {
  /** To be called when `main` of a site has moved and is indexed. Fast. */
  readonly changed: (siteId: string) => void
  /** Adds events for what has changed on a site since its place. */
  look(siteId: string): Promise<void>
  /** To be called when webhooks were switched on or off. A site with none that is on has no place. */
  placed(siteId: string): void
  /** Looks at all sites. Until then, nothing is looked at. */
  start(): void
  /** Resolves when no look is under way. */
  stop(): Promise<void>
}

interface TextEventsDependencies {
  readonly records: Pick<Records, 'webhooks' | 'sites' | 'together'>
  readonly repositories: Repositories
  readonly index: Pick<SiteIndex, 'commitOf' | 'entryByPath'>
  readonly authorship: Pick<Authorship, 'keyOf'>
  readonly authors: Pick<Authors, 'userIds'>
  readonly outbox: Pick<Outbox, 'add'>
  readonly onError: (error: unknown, siteId: string) => void
}

/** How soon a site is looked at: what comes meanwhile is looked at together. */
const SOON_MS = 250
/** Commits that have an event each; more that come together have one. */
const MAX_COMMITS = 20

export function createTextEvents(dependencies: TextEventsDependencies): TextEvents {
  const { records, index, onError } = dependencies
  const { webhooks } = records
  const placed = new Set<string>()
  const timers = new Map<string, NodeJS.Timeout>()
  const looks = new Map<string, Promise<void>>()
  const state = { isOn: false }
  const look = async (siteId: string): Promise<void> => {
    if (!placed.has(siteId)) return
    const after = looks.get(siteId) ?? Promise.resolve()
    const made = after
      .then(() => lookAt(dependencies, siteId))
      .catch((error: unknown) => {
        // A site may be deleted meanwhile.
        if (records.sites.find(siteId) !== null) onError(error, siteId)
      })
    looks.set(siteId, made)
    await made
    if (looks.get(siteId) === made) looks.delete(siteId)
  }
  const changed = (siteId: string): void => {
    if (!state.isOn || !placed.has(siteId) || timers.has(siteId)) return
    const timer = setTimeout(() => {
      timers.delete(siteId)
      void look(siteId)
    }, SOON_MS)
    timers.set(siteId, timer.unref())
  }
  return {
    look,
    changed,
    placed(siteId) {
      const isWanted = webhooks.listOfSite(siteId).some(({ isActive }) => isActive)
      if (!isWanted) webhooks.setPlace(siteId, null)
      else if (webhooks.placeOf(siteId) === null) webhooks.setPlace(siteId, index.commitOf(siteId))
      if (isWanted) placed.add(siteId)
      else placed.delete(siteId)
    },
    start() {
      state.isOn = true
      for (const siteId of webhooks.placedSites()) {
        placed.add(siteId)
        changed(siteId)
      }
    },
    async stop() {
      state.isOn = false
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      await Promise.all(looks.values())
    },
  }
}

/** Commits that one event tells of. */
interface Span {
  readonly from: string
  readonly last: Commit
  readonly commits: number
  readonly changes: readonly Change[]
}

async function lookAt(dependencies: TextEventsDependencies, siteId: string): Promise<void> {
  const { records, index, outbox, repositories } = dependencies
  const from = records.webhooks.placeOf(siteId)
  const to = index.commitOf(siteId)
  if (to === null || from === to || records.sites.find(siteId) === null) return
  const repository = await repositories.get(siteId)
  // A site that had no commit yet, or whose history was rewritten and cleaned up, is told of from here on.
  if (from === null || !(await hasCommit(repository.reader, from))) {
    records.webhooks.setPlace(siteId, to)
    return
  }
  const happenings: SiteHappening[] = []
  for (const span of await spansOf(repository, from, to)) {
    const data = await dataOf(dependencies, siteId, { repository, span })
    if (data) happenings.push({ event: 'texts.changed', data })
  }
  records.together(() => {
    // The last webhook may have been switched off meanwhile.
    if (records.webhooks.placeOf(siteId) !== from) return
    for (const happening of happenings) outbox.add(siteId, happening)
    records.webhooks.setPlace(siteId, to)
  })
}

/** A span for each commit; one for all if there are many, or if the history was rewritten. */
async function spansOf(repository: Repository, from: string, to: string): Promise<Span[]> {
  const last = await repository.readCommit(to)
  const whole = async (commits: number) => {
    const changes = pairMoves(last.message, await repository.diff(from, to))
    return [{ from, last, commits, changes }]
  }
  if (last.parents[0] === from) return whole(1)
  const spans: Span[] = []
  let before = from
  let commits = 0
  try {
    for await (const { commit, changes } of repository.history({ from, to, oldestFirst: true })) {
      commits += 1
      if (commits > MAX_COMMITS) continue
      const paired = pairMoves(commit.message, changes)
      spans.push({ from: before, last: commit, commits: 1, changes: paired })
      before = commit.oid
    }
  } catch (error) {
    if (!(error instanceof GitError && error.code === 'unrelated')) throw error
    return whole(1)
  }
  return commits > MAX_COMMITS ? whole(commits) : spans
}

type Action = 'created' | 'changed' | 'moved' | 'deleted'

interface TextChange {
  readonly action: Action
  readonly type: 'document' | 'page'
  /** Null for a text that is gone, or is elsewhere by now. */
  readonly id: string | null
  readonly path: string
  readonly old_path?: string
}

/** Null if no text was changed that may be told of. */
async function dataOf(
  { index, records, authors, authorship }: TextEventsDependencies,
  siteId: string,
  { repository, span }: { readonly repository: Repository; readonly span: Span },
) {
  const { from, last, commits, changes } = span
  const looked = changes.slice(0, MAX_EVENT_TEXTS)
  const before = await visibleTexts(
    repository,
    from,
    looked.map((one) => one.before),
  )
  const after = await visibleTexts(
    repository,
    last.oid,
    looked.map((one) => one.after),
  )
  const texts: TextChange[] = []
  let bytes = 0
  for (const change of looked) {
    const text = textChange(change, { before, after })
    if (!text) continue
    const id = text.action === 'deleted' ? null : (index.entryByPath(siteId, text.path)?.id ?? null)
    const named = { ...text, id }
    bytes += Buffer.byteLength(JSON.stringify(named))
    if (bytes > MAX_EVENT_TEXT_BYTES) break
    texts.push(named)
  }
  const isCut = changes.length > looked.length || bytes > MAX_EVENT_TEXT_BYTES
  if (texts.length === 0 && !isCut) return null
  const site = records.sites.get(siteId)
  const key = authorship.keyOf(last)
  const door: Door = doorOf({ message: last.message, authorEmail: last.author.email })
  const by = { user_id: authors.userIds(site, [key]).get(key) ?? site.userId, door }
  return { before: from, commit: last.oid, commits, ...by, texts, is_complete: !isCut }
}

type VisibleTexts = ReadonlyMap<string, TextChange['type']>

/** The texts among files at a commit that are visible, by path. */
async function visibleTexts(
  repository: Repository,
  commit: string,
  files: readonly (GitEntry | null)[],
): Promise<VisibleTexts> {
  const state = await configAt(repository, commit)
  const entries = files.filter((entry) => entry !== null)
  const found = new Map<string, TextChange['type']>()
  for await (const facts of describeInParts(repository, { entries, maxBytes: 1 }, state)) {
    for (const { path, kind, visibility } of facts) {
      const isText = kind === 'document' || kind === 'page'
      if (isText && visibility === 'visible') found.set(path, kind)
    }
  }
  return found
}

function textChange(
  { path, before, after }: Change,
  visible: { readonly before: VisibleTexts; readonly after: VisibleTexts },
): Omit<TextChange, 'id'> | null {
  const was = before && visible.before.get(before.path)
  const is = after && visible.after.get(after.path)
  if (!was) return is ? { action: 'created', type: is, path } : null
  if (!is || !before) return { action: 'deleted', type: was, path: before?.path ?? path }
  if (before.path !== path) return { action: 'moved', type: is, path, old_path: before.path }
  return { action: 'changed', type: is, path }
}
