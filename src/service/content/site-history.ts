/**
 * The commits of a site with their differences, and its deleted documents and pages. For users who may see every
 * document.
 */

import { classify } from '../../content/classify.js'
import { describeEntry } from '../../content/document.js'
import { invalid, notFound } from '../../errors.js'
import type { Change } from '../../git/diff/diff.js'
import type { Repository } from '../../git/repository.js'
import type { CommitFacts } from '../../model/commit.js'
import { MAX_LIST_PART_BYTES } from '../../model/limits.js'
import { mayOnSite } from '../../model/policy.js'
import type { SiteRecord } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import { configAt } from '../branch/config-state.js'
import { doorOf, type Door } from '../branch/authorship.js'
import { textOf } from '../branch/entry-facts.js'
import { frontMatterIn } from '../branch/long-yaml/long-yaml.js'
import { createYielder } from '../../system/yielding.js'
import type { Page, Window } from '../branch/views.js'
import { toldChanges, type FileChange } from './differences.js'
import { partOf } from '../../store/page.js'
import type { EditableEntriesParts } from './editable-entries.js'

export interface SiteCommit {
  readonly commit: CommitFacts
  readonly userId: string
  readonly door: Door
}

/** Which commits of a site. */
interface CommitWindow extends Window {
  /** How many there were when the list began, if this is a later part of it. */
  readonly total?: number | undefined
  /** Called with the bytes so far before more are read. What it throws ends the list. */
  readonly beforeRead?: ((bytes: number) => void) | undefined
}

/** A commit with its changes; of very many files, only the first. */
export interface SiteCommitDetail extends SiteCommit {
  readonly changes: readonly FileChange[]
  readonly total: number
}

/** Two commits of a site; without `to`, the last one. */
interface CommitRange {
  readonly from: string
  readonly to?: string | undefined
}

/** The difference of two commits; of very many files, only the first. */
export interface SiteDifference {
  readonly from: string
  readonly to: string
  readonly changes: readonly FileChange[]
  readonly total: number
}

/** A deleted document or page; it is restored by its id. */
export interface DeletedText {
  readonly id: string
  readonly kind: 'document' | 'page'
  readonly path: string
  readonly title: string
  /** The commit that deleted it. */
  readonly commit: CommitFacts
  /** The commit with its last version, for restoring. */
  readonly last: string
  readonly userId: string
}

interface SiteHistoryParts extends EditableEntriesParts {
  readonly entryIds: Records['entryIds']
}

/** Most deleted files that are examined. */
const MAX_DELETED = 2000

export type SiteHistory = ReturnType<typeof createSiteHistory>

export function createSiteHistory(parts: SiteHistoryParts) {
  const { access, index } = parts
  return {
    /** Newest first; only the first of them if all would take too much memory. */
    async list(actor: Actor, siteId: string, window: CommitWindow): Promise<Page<SiteCommit>> {
      const { site } = access.onSite(actor, siteId, 'history.read')
      const { rows, ...page } = await commitsOf(index, site.id, window)
      return { ...page, rows: ownedCommits(parts, site, rows) }
    },

    /** @throws GalleyError `not_found` if it is not a commit of `main` */
    async get(actor: Actor, siteId: string, oid: string): Promise<SiteCommitDetail> {
      const { site, role } = access.onSite(actor, siteId, 'history.read')
      const facts = index.commitAt(site.id, oid)
      const [owned] = facts ? ownedCommits(parts, site, [facts]) : []
      if (!owned) throw notFound('commit')
      const repository = await parts.repositories.get(site.id)
      const all = await changesOf(repository, oid)
      const isShown = await shownTo(repository, oid, mayOnSite(role, 'source.use'))
      return { ...owned, changes: await toldChanges(repository, all, isShown), total: all.length }
    },

    /**
     * The difference of two commits, in either order.
     *
     * @throws GalleyError `validation_failed` if one is not a commit of `main`
     */
    async between(
      actor: Actor,
      siteId: string,
      { from, to }: CommitRange,
    ): Promise<SiteDifference> {
      const { site, role } = access.onSite(actor, siteId, 'history.read')
      const repository = await parts.repositories.get(site.id)
      const last = to ?? index.commitOf(site.id)
      for (const [name, oid] of [
        ['from', from],
        ['to', last],
      ] as const) {
        if (oid === null || !index.commitAt(site.id, oid))
          throw invalid(name, 'is not a commit of the site')
      }
      const all = await repository.diff(from, last)
      const isShown = await shownTo(repository, last ?? from, mayOnSite(role, 'source.use'))
      const changes = await toldChanges(repository, all, isShown)
      return { from, to: last ?? from, changes, total: all.length }
    },

    /** Newest first; only those that are still in git's history. */
    async deleted(actor: Actor, siteId: string, window: Window): Promise<Page<DeletedText>> {
      const { site } = access.onSite(actor, siteId, 'history.read')
      const repository = await parts.repositories.get(site.id)
      const { config } = await configAt(repository, await repository.head())
      const isText = (path: string) =>
        EXTENSIONS.test(path) &&
        ['document', 'page'].includes(classify(path, { hasFrontMatter: true }, config).kind)
      const deletedEntries = parts.entryIds
        .listDeleted(site.id, MAX_DELETED)
        .filter(({ path }) => isText(path))
      const { rows: some, ...page } = partOf(deletedEntries, window, NEWEST_FIRST)
      const rows: DeletedText[] = []
      for (const { id, path } of some) {
        const text = await deletedText(parts, site, { id, path, repository })
        if (text) rows.push(text)
      }
      return { ...page, rows }
    },
  }
}

/** Commits that are read in one turn: each may have a long message. */
const COMMITS_A_TURN = 200

const NONE: Window = { limit: 0, offset: 0 }

const NEWEST_FIRST = {
  placeOf: ({ deletedAt, id }: { readonly deletedAt: number; readonly id: string }) => [
    deletedAt,
    id,
  ],
  direction: 'desc',
} as const

/** Bytes of a commit in memory besides its message. */
const COMMIT_BYTES = 500

/** The first of them if all would take too much memory. */
async function commitsOf(
  index: SiteHistoryParts['index'],
  siteId: string,
  { limit, offset, after, total = index.commits(siteId, NONE).total, beforeRead }: CommitWindow,
): Promise<Page<CommitFacts>> {
  const rows: CommitFacts[] = []
  const wanted = after ? limit : Math.min(limit, total - offset)
  let place = after ?? null
  const yieldIfDue = createYielder()
  for (let bytes = 0; rows.length < wanted && bytes < MAX_LIST_PART_BYTES;) {
    await yieldIfDue()
    if (bytes > 0) beforeRead?.(bytes)
    const size = Math.min(wanted - rows.length, COMMITS_A_TURN)
    // New commits, which come first, have moved the others back.
    const moved = index.commits(siteId, NONE).total - total
    const from = { limit: size, offset: offset + rows.length + moved }
    const some = index.commits(siteId, place ? { ...from, after: place } : from)
    place = some.next
    if (some.rows.length === 0) break
    rows.push(...some.rows)
    bytes += some.rows.reduce((sum, { message }) => sum + message.length + COMMIT_BYTES, 0)
    if (place === null) break
  }
  return { rows, total, next: place }
}

/** Extensions of files that can be documents or pages. */
const EXTENSIONS = /\.(?:md|markdown|mkd|mkdn|mkdown|html?|xhtml|xml|txt|textile|json)$/i

function ownedCommits(
  { authors }: SiteHistoryParts,
  site: SiteRecord,
  commits: readonly CommitFacts[],
): SiteCommit[] {
  const ids = authors.userIds(
    site,
    commits.map(({ authorKey }) => authorKey),
  )
  return commits.map((commit) => ({
    commit,
    userId: ids.get(commit.authorKey) ?? site.userId,
    door: doorOf(commit),
  }))
}

async function changesOf(repository: Repository, oid: string): Promise<readonly Change[]> {
  const { parents } = await repository.readCommit(oid)
  for await (const step of repository.history({ from: parents[0] ?? null, to: oid })) {
    if (step.commit.oid === oid) return step.changes
  }
  return []
}

/**
 * Makes a function that says for which paths the user may see diffs: all for users of the source, else not those of
 * the source.
 */
async function shownTo(
  repository: Repository,
  commit: string,
  mayAll: boolean,
): Promise<(path: string) => boolean> {
  if (mayAll) return () => true
  const { config } = await configAt(repository, commit)
  return (path) => {
    const { kind, collection } = classify(path, { hasFrontMatter: true }, config)
    return kind === 'document' || kind === 'page' || collection !== null
  }
}

interface DeletedEntry {
  readonly id: string
  readonly path: string
  readonly repository: Repository
}

async function deletedText(
  parts: SiteHistoryParts,
  site: SiteRecord,
  { id, path, repository }: DeletedEntry,
): Promise<DeletedText | null> {
  const { rows } = await parts.index.historyOfDeleted(site.id, path, { limit: 2, offset: 0 })
  const [deletion, last] = rows
  if (!deletion || deletion.blob !== null || !last || last.blob === null) return null
  const { config } = await configAt(repository, last.oid)
  const text = await textOf(await repository.readBlob(last.blob))
  if (text === null) return null
  const front = await frontMatterIn(text, { siteId: site.id })
  const { kind, title } = describeEntry(path, front, config)
  const isText = front.has && (kind === 'document' || kind === 'page')
  const [owned] = ownedCommits(parts, site, [deletion])
  if (!isText || !owned) return null
  const { commit, userId } = owned
  return { id, kind, path, title: title ?? '', commit, last: last.oid, userId }
}
