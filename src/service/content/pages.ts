/** Pages: text files with front matter outside collections. @see src/http/README.md (Content) */

import type { PermittedEntry, Visibility } from '../../model/entry.js'
import type { RoleKind } from '../../model/role.js'
import type { Actor } from '../../model/user.js'
import { classify } from '../../content/classify.js'
import { configIn } from '../branch/config-state.js'
import { freeOrTaken } from './documents.js'
import { listTexts } from './entry-lists.js'
import { makingRole } from '../accounts/access.js'
import { newText, noDraft, zoned, type TextInput } from './entry-edit.js'
import { newPath } from './entry-path.js'
import {
  requireKind,
  type EditableEntries,
  type EditableEntriesParts,
  type TextUpdate,
} from './editable-entries.js'
import { takenIn } from '../branch/path-collisions.js'
import type { EntryQuery, Page, Precondition } from '../branch/views.js'

export type Pages = ReturnType<typeof createPages>

export function createPages(parts: EditableEntriesParts, texts: EditableEntries) {
  const kind = 'page'
  return {
    async list(actor: Actor, siteId: string, query: EntryQuery): Promise<Page<PermittedEntry>> {
      const access = parts.access.onSite(actor, siteId, 'documents.list')
      const sort = query.sort ?? 'filename-asc'
      return listTexts(parts, { actor, ...access }, { ...query, kind, sort })
    },

    get: (actor: Actor, id: string): PermittedEntry => texts.get(actor, kind, id),

    /** @throws GalleyError `validation_failed` for a path where no page can be */
    async create(
      actor: Actor,
      siteId: string,
      input: TextInput & { readonly title: string },
    ): Promise<PermittedEntry> {
      const on = parts.access.onSite(actor, siteId, 'documents.create')
      const { site } = on
      const visibility = pageVisibilityFor(makingRole(actor, on), input)
      const repository = await parts.repositories.get(site.id)
      return texts.create(actor, on, async (snapshot) => {
        const { config } = await configIn(repository, snapshot)
        const wanted = newPath({ input, collection: null, visibility, config, now: parts.now() })
        const place = classify(wanted.path, { hasFrontMatter: true }, config)
        requireKind(place, { kind, collection: null })
        const path = await freeOrTaken(wanted, takenIn(snapshot))
        const fields = { ...zoned(input, config.timezone), visibility }
        return { path, text: await newText(fields, { siteId: site.id }) }
      })
    },

    update: (actor: Actor, id: string, update: TextUpdate): Promise<PermittedEntry> =>
      texts.update(actor, { kind, id }, update),

    delete: (actor: Actor, id: string, basis: Precondition): Promise<void> =>
      texts.delete(actor, { kind, id }, basis),
  }
}

/** The visibility of a new page; a writer's is hidden. @throws GalleyError `validation_failed` for a draft */
export function pageVisibilityFor(role: RoleKind, input: TextInput): Visibility {
  if (role === 'writer') return 'hidden'
  if (input.isDraft) throw noDraft()
  return input.visibility ?? 'visible'
}
