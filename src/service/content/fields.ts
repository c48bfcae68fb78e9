/** The fields of a collection's documents, for forms. */

import { declaredFields, inferredFields, withValues, type Field } from '../../content/fields.js'
import type { Actor } from '../../model/user.js'
import { askerOf } from '../accounts/access.js'
import { configAt } from '../branch/config-state.js'
import { requireCollection, type CollectionPlace } from './documents.js'
import type { EditableEntriesParts } from './editable-entries.js'

export { FIELD_KINDS, type Field } from '../../content/fields.js'

/** Number of documents from which fields are inferred: the last changed ones. */
const LOOKED_AT = 200

export type Fields = ReturnType<typeof createFields>

export function createFields(parts: EditableEntriesParts) {
  return {
    /** Declared fields in their order, then other fields of the documents. */
    async list(actor: Actor, place: CollectionPlace): Promise<Field[]> {
      const { site, role } = parts.access.onSite(actor, place.siteId, 'collections.read')
      requireCollection(parts, place)
      const repository = await parts.repositories.get(site.id)
      const { config } = await configAt(repository, await repository.head())
      const declared = declaredFields(config, place.collection)
      const { rows } = await parts.index.listEntries({
        siteId: site.id,
        kinds: ['document'],
        collection: place.collection,
        ownerKeys: parts.authors.keysFor(actor, role),
        sort: { field: 'updated_at', direction: 'desc' },
        limit: LOOKED_AT,
        asker: askerOf(actor),
        offset: 0,
      })
      const names = new Set(declared.map(({ name }) => name))
      const documents = rows.map(({ text }) => text?.metadata ?? {})
      const inferred = inferredFields(documents).filter(({ name }) => !names.has(name))
      return withValues([...declared, ...inferred], documents)
    },
  }
}
