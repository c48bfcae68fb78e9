/** Applies a change of a document or page, as part of a change set. */

import { classify } from '../../content/classify.js'
import { GalleyError, invalid, notFound } from '../../errors.js'
import { inSet, setOf } from '../../model/change-set.js'
import type { EntryAction } from '../../model/policy.js'
import type { Precondition } from '../branch/views.js'
import type { Change, ChangeContext, Effect } from './change.js'
import { freeOrTaken, requireCollection, visibilityFor } from './documents.js'
import { refuseReveal, requireKind, updateEdits, type FoundText } from './editable-entries.js'
import { newText, textData, zoned } from './entry-edit.js'
import { requireFields } from './field-rules.js'
import { newPath } from './entry-path.js'
import { pageVisibilityFor } from './pages.js'
import { requireVersion } from './preconditions.js'

/** @throws GalleyError like the same change on its own */
export function textChange(context: ChangeContext, change: Change): Promise<Effect> {
  switch (change.action) {
    case 'create':
      return create(context, change)
    case 'delete':
      return remove(context, change)
    case 'update':
      return update(context, change, change.input)
    case 'move':
      return move(context, change)
  }
}

async function move(context: ChangeContext, change: Change): Promise<Effect> {
  try {
    return await update(context, change, { path: change.to })
  } catch (error) {
    // In a change set, the new path of a text is called `to`.
    if (!(error instanceof GalleyError) || error.details?.[0]?.field !== 'path') throw error
    throw invalid('to', error.details[0].message)
  }
}

async function create(context: ChangeContext, change: Change): Promise<Effect> {
  const { parts, actor, site, state, role } = context
  const { title } = change.input
  if (title === undefined) throw invalid('title', 'is needed')
  const collection = change.type === 'document' ? (change.collection ?? '') : null
  parts.access.onSite(actor, site.id, 'documents.create')
  if (collection !== null) requireCollection(parts, { siteId: site.id, collection })
  const visibility =
    collection === null
      ? pageVisibilityFor(role, change.input)
      : visibilityFor(role, collection, change.input)
  const { config } = state
  const own = { ...change.input, title, path: change.path, visibility }
  const input = zoned(own, config.timezone)
  const wanted = newPath({ input, collection, visibility, config, now: parts.now() })
  const place = classify(wanted.path, { hasFrontMatter: true }, config)
  requireKind(place, { kind: change.type, collection })
  const text = await newText(input, { siteId: site.id })
  await requireFields(text, { siteId: site.id, config, collection, before: null })
  const path = await freeOrTaken(wanted, context.isTaken)
  return { files: new Map([[path, { data: textData(text) }]]), path, id: null }
}

async function update(
  context: ChangeContext,
  change: Change,
  input: Change['input'] & { readonly path?: string | undefined },
): Promise<Effect> {
  const { parts, actor, site, snapshot, state } = context
  const found = find(context, change, 'change')
  refuseReveal(parts, actor, { ...found, input })
  const repository = await parts.repositories.get(site.id)
  const basis = basisOf(change)
  const edits = await updateEdits(
    snapshot,
    { parts, repository, state, entry: found.entry },
    { input, basis },
  )
  return { ...edits, id: found.entry.id }
}

async function remove(context: ChangeContext, change: Change): Promise<Effect> {
  const { entry } = find(context, change, 'delete')
  return { files: new Map([[entry.path, null]]), path: entry.path, id: entry.id }
}

function find(context: ChangeContext, change: Change, action: EntryAction): FoundText {
  const { parts, entries, actor, site } = context
  const kind = change.type === 'page' ? 'page' : 'document'
  const setId = setOf(site.id)
  const given = change.id !== undefined && setId !== null ? inSet(change.id, setId) : change.id
  const id = given ?? parts.index.entryByPath(site.id, change.path ?? '')?.id ?? ''
  const found = entries.find(actor, { kind, id }, action)
  // Ids of other sites do not count.
  if (found.site.id !== site.id) throw notFound(kind)
  requireVersion(found.entry.oid, basisOf(change))
  return found
}

function basisOf({ ifMatch }: Change): Precondition {
  return { ifMatch: ifMatch === undefined ? null : [ifMatch], ifNoneMatch: null, sha: null }
}
