/** Documents of collections. @see src/http/README.md (Roles; Content) */

import { classify } from '../../content/classify.js'
import { notFound } from '../../errors.js'
import type { PermittedEntry, Visibility } from '../../model/entry.js'
import type { RoleKind } from '../../model/role.js'
import type { Actor } from '../../model/user.js'
import { configIn } from '../branch/config-state.js'
import { listTexts } from './entry-lists.js'
import { makingRole } from '../accounts/access.js'
import { newText, noDraft, onlyPosts, zoned, type TextInput } from './entry-edit.js'
import { requireFields } from './field-rules.js'
import { freePath, newPath } from './entry-path.js'
import {
  requireKind,
  type EditableEntries,
  type EditableEntriesParts,
  type TextUpdate,
  taken,
} from './editable-entries.js'
import { takenIn } from '../branch/path-collisions.js'
import type { EntryQuery, Page, Precondition } from '../branch/views.js'

/** A collection of a site, by its `path`. */
export interface CollectionPlace {
  readonly siteId: string
  readonly collection: string
}

export type Documents = ReturnType<typeof createDocuments>

export function createDocuments(parts: EditableEntriesParts, texts: EditableEntries) {
  const kind = 'document'
  return {
    /** @throws GalleyError `not_found`, `validation_failed` for a bad sort */
    async list(
      actor: Actor,
      place: CollectionPlace,
      query: EntryQuery,
    ): Promise<Page<PermittedEntry>> {
      const access = parts.access.onSite(actor, place.siteId, 'documents.list')
      requireCollection(parts, place)
      const isPosts = place.collection === 'posts'
      return listTexts(
        parts,
        { actor, ...access },
        {
          ...query,
          kind,
          collection: place.collection,
          sort: query.sort ?? (isPosts ? 'date-desc' : 'filename-asc'),
        },
      )
    },

    get: (actor: Actor, id: string): PermittedEntry => texts.get(actor, kind, id),

    /** Creates a document. Those of writers are drafts in posts, hidden elsewhere. */
    async create(
      actor: Actor,
      place: CollectionPlace,
      input: TextInput & { readonly title: string },
    ): Promise<PermittedEntry> {
      const on = parts.access.onSite(actor, place.siteId, 'documents.create')
      const { site } = on
      requireCollection(parts, place)
      const visibility = visibilityFor(makingRole(actor, on), place.collection, input)
      const repository = await parts.repositories.get(site.id)
      // Formatted only once for a time zone, because it may be long.
      const made = new Map<string, Promise<string>>()
      return texts.create(actor, on, async (snapshot) => {
        const { config } = await configIn(repository, snapshot)
        const { collection } = place
        const wanted = newPath({ input, collection, visibility, config, now: parts.now() })
        requireKind(classify(wanted.path, { hasFrontMatter: true }, config), { kind, collection })
        const zone = config.timezone
        const fields = { ...zoned(input, zone), visibility }
        const making = made.get(zone) ?? newText(fields, { siteId: site.id })
        made.set(zone, making)
        const text = await making
        await requireFields(text, { siteId: site.id, config, collection, before: null })
        return { path: await freeOrTaken(wanted, takenIn(snapshot)), text }
      })
    },

    update: (actor: Actor, id: string, update: TextUpdate): Promise<PermittedEntry> =>
      texts.update(actor, { kind, id }, update),

    delete: (actor: Actor, id: string, basis: Precondition): Promise<void> =>
      texts.delete(actor, { kind, id }, basis),
  }
}

/** @throws GalleyError `not_found` */
export function requireCollection(
  { index }: Pick<EditableEntriesParts, 'index'>,
  { siteId, collection }: CollectionPlace,
): void {
  const facts = index.siteFacts(siteId)
  if (!facts?.collections.some(({ path }) => path === collection)) throw notFound('collection')
}

/** If the path is taken: a generated name gets a number, a given one is a conflict. */
export async function freeOrTaken(
  { path, isGenerated }: { readonly path: string; readonly isGenerated: boolean },
  isTaken: (path: string) => Promise<boolean>,
): Promise<string> {
  if (isGenerated) return freePath(path, isTaken)
  if (!(await isTaken(path))) return path
  throw taken(path)
}

/**
 * The visibility of a new document. A writer's is a draft in posts and hidden elsewhere, whatever was requested.
 *
 * @throws GalleyError `validation_failed` for a draft outside of posts, and for `visibility: draft`
 */
export function visibilityFor(role: RoleKind, collection: string, input: TextInput): Visibility {
  if (role === 'writer') return collection === 'posts' ? 'draft' : 'hidden'
  if (input.isDraft) throw noDraft()
  if (input.visibility === 'draft' && collection !== 'posts') throw onlyPosts()
  return input.visibility ?? 'visible'
}
