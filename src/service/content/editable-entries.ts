/**
 * Reads, writes, moves and deletes documents and pages: text files with front matter.
 *
 * Every write is decided with the site's lock held, on the current version. If two users edit the same text, their
 * changes are merged, or the error lists the fields that both changed.
 *
 * @see src/http/README.md (Conventions; Roles; Content)
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { classify } from '../../content/classify.js'
import { describeEntry } from '../../content/document.js'
import type { FrontMatter } from '../../content/front-matter/read.js'
import { GalleyError, invalid, notFound } from '../../errors.js'
import type { Repository } from '../../git/repository.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import { setOf } from '../../model/change-set.js'
import type { Entry, PermittedEntry } from '../../model/entry.js'
import type { EntryAction } from '../../model/policy.js'
import type { RoleKind } from '../../model/role.js'
import type { SiteRecord } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import {
  permitting,
  requireDraft,
  requireOnEntry,
  type Access,
  type SiteAccess,
} from '../accounts/access.js'
import { commitAs } from '../accounts/commit-as.js'
import type { Advance, Edits } from '../branch/advance.js'
import { configIn, type ConfigState } from '../branch/config-state.js'
import { frontMatterIn, merged } from '../branch/long-yaml/long-yaml.js'
import type { Authors } from '../branch/authors.js'
import { requireVersion } from './preconditions.js'
import type { Repositories } from '../branch/repositories.js'
import { addressesOf, freed } from './freed-addresses.js'
import { fieldsOf, mergedFields } from './conflict-fields.js'
import {
  changedFields,
  editedText,
  noDraft,
  onlyPosts,
  replacedText,
  textData,
  zoned,
  type TextInput,
} from './entry-edit.js'
import { decodeYielding } from '../../system/long-text.js'
import { createYielder } from '../../system/yielding.js'
import { requireFields } from './field-rules.js'
import { movedPath } from './entry-path.js'
import { translating } from './translations.js'
import type { Precondition } from '../branch/views.js'

type TextKind = 'document' | 'page'

export interface TextUpdate {
  readonly input: TextInput
  readonly basis: Precondition
}

export interface EditableEntriesParts {
  readonly access: Access
  readonly index: SiteIndex
  readonly entryIds: Pick<Records['entryIds'], 'find'>
  readonly advance: Advance
  readonly repositories: Repositories
  readonly authors: Authors
  readonly now: () => number
}

/** An entry, its site, and the actor's role. */
export interface FoundText {
  readonly site: SiteRecord
  readonly role: RoleKind
  readonly entry: Entry
}

export type EditableEntries = ReturnType<typeof createEditableEntries>

export function createEditableEntries(parts: EditableEntriesParts) {
  const find = createFinder(parts)
  const shown = (actor: Actor, { site, role, entry }: FoundText): PermittedEntry => ({
    ...permitting(parts.access, actor, site.id)(parts.authors.ownedOne(site, entry)),
    translations: translating(parts, { actor, site, role })(entry),
  })
  return {
    find,

    get: (actor: Actor, kind: TextKind, id: string): PermittedEntry =>
      shown(actor, find(actor, { kind, id }, 'read')),

    /** Creates a file. @param made runs with the site's lock held, so that its errors are handled like all others */
    async create(
      actor: Actor,
      on: SiteAccess,
      made: (snapshot: Snapshot) => Promise<NewText>,
    ): Promise<PermittedEntry> {
      let path = ''
      await commitAs(parts, { actor, ...on }, async (snapshot) => {
        const file = await made(snapshot)
        path = file.path
        const data = textData(file.text)
        return { files: new Map([[path, { data }]]), message: `Create ${path}` }
      })
      // Yields after the index update, before a long text is read again.
      await nextTurn()
      return shown(actor, { ...on, entry: requireEntry(parts.index.entryByPath(on.site.id, path)) })
    },

    /** @throws GalleyError `precondition_failed`, `conflict` with the fields that both changed */
    async update(
      requester: Actor,
      subject: Subject,
      { input, basis }: TextUpdate,
    ): Promise<PermittedEntry> {
      const by = { actor: requester, ...find(requester, subject, 'read') }
      const repository = await parts.repositories.get(by.site.id)
      await commitAs(parts, by, async (snapshot, actor) => {
        const { entry, ...on } = find(actor, subject, 'change')
        requireVersion(entry.oid, basis)
        requireDraft(actor, entry, input.visibility)
        refuseReveal(parts, actor, { ...on, entry, input })
        const state = await configIn(repository, snapshot)
        const context = { parts, repository, state, entry }
        const edits = await updateEdits(snapshot, context, { input, basis })
        const { index } = parts
        const { siteId } = entry
        return { ...edits, files: await freed({ index, siteId, snapshot }, edits.files, [edits]) }
      })
      await nextTurn()
      return shown(requester, find(requester, subject, 'read'))
    },

    async delete(requester: Actor, subject: Subject, basis: Precondition): Promise<void> {
      const by = { actor: requester, ...find(requester, subject, 'delete') }
      await commitAs(parts, by, async (_snapshot, actor) => {
        const { entry } = find(actor, subject, 'delete')
        requireVersion(entry.oid, basis)
        return { files: new Map([[entry.path, null]]), message: `Delete ${entry.path}` }
      })
    },
  }
}

export interface Subject {
  readonly kind: TextKind
  readonly id: string
}

interface NewText {
  readonly path: string
  readonly text: string
}

/** Finds an entry for an action. One that the actor may not see is reported as not found. */
function createFinder({ access, index, authors, entryIds }: EditableEntriesParts) {
  /** While a site is being indexed, a missing entry is `unavailable`, not `not_found`. */
  const requireReady = (actor: Actor, id: string): void => {
    const known = entryIds.find(id)
    if (known === null || access.roleOn(actor, known.siteId) === null) return
    access.onSite(actor, known.siteId, 'documents.list')
  }
  return (actor: Actor, { kind, id }: Subject, action: EntryAction): FoundText => {
    const entry = index.entryById(id)
    if (!entry) requireReady(actor, id)
    if (!entry || entry.kind !== kind || access.roleOn(actor, entry.siteId) === null) {
      throw notFound(kind)
    }
    const { site, role } = access.onSite(actor, entry.siteId, 'documents.list')
    const isOwn = authors.isOwn(actor, site, entry)
    const { visibility } = entry
    const isInSet = setOf(site.id) !== null
    requireOnEntry(role, action, { noun: 'text', visibility, isOwn, isInSet, name: kind })
    return { site, role, entry }
  }
}

/** @throws GalleyError `forbidden` if the change would publish or hide something, which only editors may do */
export function refuseReveal(
  { authors }: EditableEntriesParts,
  actor: Actor,
  { site, role, entry, input }: FoundText & { readonly input: TextInput },
): void {
  if (input.visibility === undefined || input.visibility === entry.visibility) return
  const isOwn = authors.isOwn(actor, site, entry)
  const { visibility, kind } = entry
  requireOnEntry(role, 'reveal', { noun: 'text', visibility, isOwn, name: kind })
}

interface Context {
  readonly parts: EditableEntriesParts
  readonly repository: Repository
  readonly state: ConfigState
  /** The current entry. */
  readonly entry: Entry
}

interface TextEdits extends Edits {
  /** Where the text is then. */
  readonly path: string
  /** Those that it has again, because it is shown. */
  readonly addresses: readonly string[]
}

/** The changes to files that an update makes. @throws GalleyError `conflict`, `validation_failed` */
export async function updateEdits(
  snapshot: Snapshot,
  context: Context,
  update: TextUpdate,
): Promise<TextEdits> {
  const { entry, parts } = context
  const { config } = context.state
  const input = zoned(update.input, config.timezone)
  const { text, base, current, before } = await changedText(context, { ...update, input })
  const { siteId, collection } = entry
  await requireFields(text, { siteId, config, collection, before })
  const now = parts.now()
  const path = movedPath({ entry, base, input, now, config })
  if (path !== entry.path) await checkTarget(snapshot, context, path)
  const files = new Map<string, { data: Buffer } | null>([[path, { data: textData(text) }]])
  if (path !== entry.path) files.set(entry.path, null)
  const moved = text === current ? { id: entry.id, path } : { id: entry.id, path, from: entry.path }
  const hints = path === entry.path ? [] : [moved]
  const fields = changedFields(input, base)
  const verb = path === entry.path ? `Update ${path}` : `Move ${entry.path} to ${path}`
  const isShown = input.visibility === 'visible' && entry.visibility !== 'visible'
  const addresses = isShown ? await addressesOf({ siteId, path, text }, context.state) : []
  const message = fields.length > 0 ? `${verb}: ${fields.join(', ')}` : verb
  return { files, hints, message, path, addresses }
}

/** @throws GalleyError `conflict`; `validation_failed` if the file would become something else at its new path */
async function checkTarget(snapshot: Snapshot, { entry, state }: Context, path: string) {
  requireKind(classify(path, { hasFrontMatter: true }, state.config), entry)
  if (await snapshot.entry(path)) throw taken(path)
}

/** @throws GalleyError `validation_failed` if no such document or page can be there */
export function requireKind(
  place: { readonly kind: string; readonly collection: string | null },
  wanted: { readonly kind: string; readonly collection: string | null },
): void {
  if (place.kind === wanted.kind && place.collection === wanted.collection) return
  throw invalid('path', `is not a place for a ${wanted.kind}`)
}

interface Changed {
  readonly text: string
  /** The version that the client started from; the current entry if it has not changed. */
  readonly base: Entry
  /** The current text. */
  readonly current: string
  /** Parses its front matter, or returns the parsed one. */
  readonly before: () => Promise<FrontMatter>
}

/** The new text. If the client started from another version, it is merged with later changes. */
async function changedText(context: Context, { input, basis }: TextUpdate): Promise<Changed> {
  const { entry, repository } = context
  const current = await readText(repository, entry.oid)
  const isStale = basis.ifMatch === null && basis.sha !== null && basis.sha !== entry.oid
  if (!isStale || basis.sha === null) {
    const front = await frontMatterIn(current, entry)
    const text = await edit(current, { entry, base: entry, input, front })
    return { text, base: entry, current, before: () => Promise.resolve(front) }
  }
  const before = () => frontMatterIn(current, entry)
  const old = await readVersion(context, basis.sha)
  const front = await frontMatterIn(old, entry)
  const base = asItWas(context, front)
  const theirs = await edit(old, { entry: base, base, input, front })
  const { text, conflicts } = await merged({ base: old, ours: current, theirs }, entry)
  if (text !== null) return { text, base, current, before }
  const now = asItWas(context, await before())
  const own = asItWas(context, await frontMatterIn(theirs, entry))
  throw new GalleyError('conflict', 'Somebody else changed the same fields meanwhile.', {
    details: conflicts.map((field) => ({ field, message: 'was changed by both' })),
    currentSha: entry.oid,
    conflict: {
      base: fieldsOf(base),
      theirs: fieldsOf(now),
      merged: mergedFields({ base, current: now, own }),
    },
  })
}

function asItWas({ entry, state }: Context, front: FrontMatter): Entry {
  return { ...entry, ...describeEntry(entry.path, front, state.config) }
}

interface EditOf {
  readonly entry: Entry
  readonly base: Entry
  readonly input: TextInput
  /** The parsed front matter, if it was parsed. */
  readonly front?: FrontMatter
}

/**
 * Applies a change to a text. Yields between reading long front matter and changing it.
 *
 * @throws GalleyError `conflict` if the front matter cannot be parsed
 */
export async function edit(
  text: string,
  { entry, base, input, ...known }: EditOf,
): Promise<string> {
  const { visibility } = input
  refuseDraft(input, base)
  const yieldIfDue = createYielder()
  const front = known.front ?? (await frontMatterIn(text, entry))
  await yieldIfDue()
  const isBroken = front.error !== null
  if (isBroken && isAnyChange(input, entry)) {
    if (input.body !== undefined && input.metadata !== undefined) return replacedText(entry, input)
    throw new GalleyError(
      'conflict',
      'The front matter is not valid YAML: send a complete new body and metadata, or fix the source.',
    )
  }
  const change = {
    input,
    entry: base,
    visibility: visibility === base.visibility ? undefined : visibility,
  }
  return isBroken ? text : editedText(text, front, change)
}

function isAnyChange(input: TextInput, entry: Entry): boolean {
  return changedFields({ ...input, path: undefined }, entry).length > 0
}

/** Only posts become drafts, by the field `draft`; a document that is one already may be sent back unchanged. */
function refuseDraft({ isDraft, visibility }: TextInput, before: Entry): void {
  if (before.visibility === 'draft') return
  if (isDraft) throw noDraft()
  if (visibility === 'draft' && before.collection !== 'posts') throw onlyPosts()
}

/** The text of an earlier version of this file. */
async function readVersion({ parts, repository, entry }: Context, sha: string): Promise<string> {
  if (await parts.index.hasVersion(entry.siteId, entry.path, sha)) {
    return readText(repository, sha)
  }
  throw new GalleyError('conflict', 'The sha is not a version of this file.', {
    details: [{ field: 'sha', message: 'is not a version of this file' }],
    currentSha: entry.oid,
  })
}

async function readText(repository: Repository, oid: string): Promise<string> {
  return decodeYielding(await repository.readBlob(oid))
}

export function taken(path: string): GalleyError {
  return new GalleyError('conflict', `There is a file at ${path} already.`, {
    details: [{ field: 'path', message: 'is taken' }],
  })
}

function requireEntry(entry: Entry | null): Entry {
  if (entry) return entry
  throw new GalleyError('internal_error', 'The index does not show what was just written.')
}
