/** The fields of a collection's documents, for forms. */

import {
  declaredFields,
  inferFields,
  suggestValues,
  type Field,
  type FieldCollector,
} from '../../content/fields.js'
import { MAX_LIST_PART_BYTES } from '../../model/limits.js'
import type { Actor } from '../../model/user.js'
import { createYielder } from '../../system/yielding.js'
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
        // Also has them read in turns where they are long.
        maxBytes: MAX_LIST_PART_BYTES,
        asker: askerOf(actor),
        offset: 0,
      })
      return fieldsOf(
        declared,
        rows.map(({ text }) => text?.metadata ?? {}),
      )
    },
  }
}

/** Declared fields and those of documents, with suggested values. Others have their turn between two documents. */
export async function fieldsOf(
  declared: readonly Field[],
  documents: readonly Readonly<Record<string, unknown>>[],
): Promise<Field[]> {
  const names = new Set(declared.map(({ name }) => name))
  const found = (await gather(inferFields(), documents)).filter(({ name }) => !names.has(name))
  return gather(suggestValues([...declared, ...found]), documents)
}

async function gather(
  collector: FieldCollector,
  documents: readonly Readonly<Record<string, unknown>>[],
): Promise<Field[]> {
  const yieldIfDue = createYielder()
  for (const metadata of documents) {
    await yieldIfDue()
    collector.add(metadata)
  }
  return collector.fields()
}
