/** Versions of documents and pages, deleted ones included. @see src/http/README.md (Conventions) */

import { describeEntry } from '../../content/document.js'
import { GalleyError, notFound } from '../../errors.js'
import type { Edit } from '../../git/commit.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import type { Revision } from '../../model/commit.js'
import type { Entry, PermittedEntry } from '../../model/entry.js'
import type { RoleKind } from '../../model/role.js'
import type { SiteRecord } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import { decodeYielding } from '../../system/long-text.js'
import { permitting, requireOnEntry } from '../accounts/access.js'
import { commitAs } from '../accounts/commit-as.js'
import { configAt, configIn } from '../branch/config-state.js'
import { textOf } from '../branch/entry-facts.js'
import { frontMatterIn } from '../branch/long-yaml/long-yaml.js'
import { blobDifference, newBudget } from './differences.js'
import { addressesOf, freed } from './freed-addresses.js'
import type { Subject, EditableEntries, EditableEntriesParts } from './editable-entries.js'
import type { Page, Window } from '../branch/views.js'

/** A version and the user who made it. */
interface OwnedRevision {
  readonly revision: Revision
  readonly userId: string
}

/** Which versions. */
interface VersionWindow extends Window {
  /** The last version of the part before, if this is a later part of a list: `offset` counts from it. */
  readonly since?: Revision | undefined
  /** Called with the bytes so far before more are read. What it throws ends the list. */
  readonly beforeRead?: ((bytes: number) => void) | undefined
}

/** A document or page at a commit of its history. */
interface TextVersion {
  readonly commit: string
  readonly path: string
  readonly oid: string
}

/** Two versions and the hunks of a unified diff; null if one is not a text or too long. */
export interface TextDifference {
  readonly from: TextVersion
  readonly to: TextVersion
  readonly diff: string | null
}

interface HistoryParts extends EditableEntriesParts {
  readonly entryIds: Records['entryIds']
}

/** An existing or deleted file. */
interface Past {
  readonly site: SiteRecord
  readonly role: RoleKind
  readonly id: string
  /** The current path, or the last one. */
  readonly path: string
  readonly entry: Entry | null
}

export type History = ReturnType<typeof createHistory>

export function createHistory(parts: HistoryParts, texts: EditableEntries) {
  const find = createPastFinder(parts, texts)
  return {
    /** Newest first, renames followed; only the first of them if all would take too much memory. */
    async list(
      actor: Actor,
      subject: Subject,
      window: VersionWindow,
    ): Promise<Page<OwnedRevision>> {
      const past = find(actor, subject)
      const page = await revisionsOf(parts, past, window)
      const keys = page.rows.map(({ authorKey }) => authorKey)
      const ids = parts.authors.userIds(past.site, keys)
      const rows = page.rows.map((revision) => ({
        revision,
        userId: ids.get(revision.authorKey) ?? past.site.userId,
      }))
      return { ...page, rows }
    },

    /** The document as it was at a commit of its history. @throws GalleyError `not_found` */
    async at(actor: Actor, subject: Subject, commit: string): Promise<PermittedEntry> {
      const past = find(actor, subject)
      const { entry } = await readVersion(parts, past, commit)
      requireOnEntry(past.role, 'read', subjectOf(parts, actor, { ...past, entry }))
      const owned = parts.authors.ownedOne(past.site, entry)
      return permitting(parts.access, actor, past.site.id)(owned)
    },

    /**
     * The difference of two versions, in either order; without `to`, from the current or last version.
     *
     * @throws GalleyError `not_found` for a commit outside of the history
     */
    async between(actor: Actor, subject: Subject, range: VersionRange): Promise<TextDifference> {
      return differenceOf(parts, { actor, past: find(actor, subject) }, range)
    },

    /** Restores an older version as a new commit, at the current or last path. */
    async restore(requester: Actor, subject: Subject, commit: string): Promise<PermittedEntry> {
      const past = find(requester, subject)
      if (past.entry) texts.find(requester, subject, 'change')
      const { data, entry: version } = await readVersion(parts, past, commit)
      requireOnEntry(past.role, 'read', subjectOf(parts, requester, { ...past, entry: version }))
      const by = { actor: requester, site: past.site, role: past.role }
      await commitAs(parts, by, async (snapshot, actor) => {
        const { path, entry } = find(actor, subject)
        // Checked again, because it may have been published while this waited for the lock.
        if (entry) texts.find(actor, subject, 'change')
        if (entry) refuseReveal(parts, actor, { ...past, entry, version })
        if (!entry && (await snapshot.entry(path))) {
          throw new GalleyError('conflict', `There is another file at ${path} now.`)
        }
        const restored = { siteId: past.site.id, snapshot, path, data }
        const isShown = version.visibility === 'visible' && entry?.visibility !== 'visible'
        return {
          files: isShown ? await withAddresses(parts, restored) : new Map([[path, { data }]]),
          hints: entry ? [] : [{ id: past.id, path }],
          message: `Restore ${path} from ${commit.slice(0, 10)}`,
        }
      })
      return texts.get(requester, subject.kind, subject.id)
    },
  }
}

interface Restored {
  readonly siteId: string
  readonly snapshot: Snapshot
  readonly path: string
  readonly data: Buffer
}

/** The text that is restored, and other texts that have led from its addresses, without these redirects. */
async function withAddresses(
  { index, repositories }: HistoryParts,
  { siteId, snapshot, path, data }: Restored,
): Promise<ReadonlyMap<string, Edit>> {
  const state = await configIn(await repositories.get(siteId), snapshot)
  const text = await decodeYielding(data)
  const addresses = await addressesOf({ siteId, path, text }, state)
  const files = new Map([[path, { data }]])
  return freed({ index, siteId, snapshot }, files, [{ path, addresses }])
}

/** Two commits of a history; without `to`, the last one with the text. */
interface VersionRange {
  readonly from: string
  readonly to?: string | undefined
}

async function differenceOf(
  parts: HistoryParts,
  { actor, past }: { readonly actor: Actor; readonly past: Past },
  { from, to }: VersionRange,
): Promise<TextDifference> {
  const last = to ?? (await lastWithText(parts, past)) ?? from
  const versionAt = async (commit: string): Promise<TextVersion> => {
    const { entry } = await readVersion(parts, past, commit)
    requireOnEntry(past.role, 'read', subjectOf(parts, actor, { ...past, entry }))
    return { commit, path: entry.path, oid: entry.oid }
  }
  const [before, after] = [await versionAt(from), await versionAt(last)]
  const repository = await parts.repositories.get(past.site.id)
  const blobs = { before: before.oid, after: after.oid }
  return { from: before, to: after, diff: await blobDifference(repository, blobs, newBudget()) }
}

async function lastWithText(parts: HistoryParts, past: Past): Promise<string | undefined> {
  // Only the last version can be a deletion.
  const { rows } = await revisionsOf(parts, past, { limit: 2, offset: 0 })
  return rows.find(({ blob }) => blob !== null)?.oid
}

interface Judged {
  readonly site: SiteRecord
  readonly role: RoleKind
  readonly entry: Entry
}

function subjectOf({ authors }: HistoryParts, actor: Actor, { site, entry }: Judged) {
  const isOwn = authors.isOwn(actor, site, entry)
  const { visibility, kind } = entry
  return { noun: 'text', visibility, isOwn, name: kind } as const
}

/** An older version must not publish or hide the text, which only editors may do. @throws GalleyError `forbidden` */
function refuseReveal(
  parts: HistoryParts,
  actor: Actor,
  { version, ...judged }: Judged & { readonly version: Entry },
): void {
  const { visibility } = judged.entry
  if (visibility === version.visibility || visibility === 'draft') return
  requireOnEntry(judged.role, 'reveal', subjectOf(parts, actor, judged))
}

/** Deleted files are visible to users who may see every document. */
function createPastFinder({ access, index, entryIds }: HistoryParts, texts: EditableEntries) {
  return (actor: Actor, subject: Subject): Past => {
    const live = index.entryById(subject.id)
    if (live) {
      const { site, role, entry } = texts.find(actor, subject, 'read')
      return { site, role, id: entry.id, path: entry.path, entry }
    }
    const known = entryIds.find(subject.id)
    if (!known || access.roleOn(actor, known.siteId) === null) throw notFound(subject.kind)
    const { site, role } = access.onSite(actor, known.siteId, 'documents.list')
    if (role === 'writer') throw notFound(subject.kind)
    return { site, role, id: subject.id, path: known.path, entry: null }
  }
}

function revisionsOf(
  { index }: HistoryParts,
  past: Past,
  { since, ...part }: VersionWindow,
): Promise<Page<Revision>> {
  const window = { ...part, before: since?.seq }
  if (past.entry) return index.history(past.site.id, past.path, window)
  return index.historyOfDeleted(past.site.id, past.path, window)
}

interface Version {
  readonly data: Buffer
  readonly entry: Entry
}

async function readVersion(parts: HistoryParts, past: Past, commit: string): Promise<Version> {
  const which = { commit, isDeleted: past.entry === null }
  const found = await parts.index.versionAt(past.site.id, past.path, which)
  const oid = found?.revision.blob
  if (!found || typeof oid !== 'string') throw notFound('version')
  const { revision, first } = found
  const repository = await parts.repositories.get(past.site.id)
  const data = await repository.readBlob(oid)
  const { config } = await configAt(repository, commit)
  const text = await textOf(data)
  const front = text === null ? null : await frontMatterIn(text, { siteId: past.site.id })
  const entry: Entry = {
    ...describeEntry(revision.path, front, config),
    oid,
    size: data.length,
    siteId: past.site.id,
    id: past.id,
    createdAt: first.time,
    createdBy: first.authorKey,
    updatedAt: revision.time,
    updatedBy: revision.seq === first.seq ? null : revision.authorKey,
  }
  return { data, entry }
}
