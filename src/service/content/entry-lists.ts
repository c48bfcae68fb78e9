/** Lists documents and pages. Rows, totals and search share one filter, so that none reveals more than another. */

import { languageCode } from '../../content/languages.js'
import { invalid } from '../../errors.js'
import { MAX_LIST_PART_BYTES } from '../../model/limits.js'
import type { AuthorKey } from '../../model/commit.js'
import type { Entry, EntryKind, PermittedEntry } from '../../model/entry.js'
import type { SiteRecord } from '../../model/site.js'
import { ENTRY_SORTS } from '../../model/sort-fields.js'
import type { Actor } from '../../model/user.js'
import { didYouMean } from '../../system/nearest.js'
import { createYielder } from '../../system/yielding.js'
import { askerOf, permitting, type SiteAccess } from '../accounts/access.js'
import type { EditableEntriesParts } from './editable-entries.js'
import { translating } from './translations.js'
import type { EntryQuery, Page } from '../branch/views.js'

/** The value `markdown` of `extensions`. @see src/http/README.md */
const MARKDOWN = ['markdown', 'md', 'mkdown', 'mkdn', 'mkd']

interface TextQuery extends EntryQuery {
  readonly kind: EntryKind
  readonly collection?: string
  readonly sort: string
}

/** Lists texts. A page ends early after some megabytes; the caller asks for the rest with another window. */
export async function listTexts(
  { access, index, authors }: Pick<EditableEntriesParts, 'access' | 'index' | 'authors'>,
  { actor, site, role }: SiteAccess & { readonly actor: Actor },
  query: TextQuery,
): Promise<Page<PermittedEntry>> {
  const page = await index.listEntries({
    siteId: site.id,
    kinds: [query.kind],
    collection: query.collection,
    visibilities: query.visibilities,
    extensions: query.extensions?.flatMap((name) => (name === 'markdown' ? MARKDOWN : [name])),
    ownerKeys: authors.keysFor(actor, role),
    tag: query.tag,
    category: query.category,
    language: languageCode(query.language) ?? query.language,
    createdBy:
      query.author === undefined ? undefined : keysOf({ index, authors }, site, query.author),
    dateFrom: query.dateFrom,
    dateTo: query.dateTo,
    updatedSince: query.updatedSince,
    q: query.q,
    sort: parseSort(query.sort, ENTRY_SORTS),
    maxBytes: MAX_LIST_PART_BYTES,
    beforeRead: query.beforeRead,
    signalOf: query.signalOf,
    asker: askerOf(actor),
    ...query.window,
  })
  const translationsOf = translating({ index, authors }, { actor, site, role })
  const rows = await permitted({ access, authors }, { actor, site }, page.rows)
  const yieldIfDue = createYielder()
  const translated: PermittedEntry[] = []
  for (const row of rows) {
    translated.push({ ...row, translations: translationsOf(row.entry) })
    await yieldIfDue()
  }
  return { ...page, rows: translated }
}

/** Entries that are handled before a yield to the event loop. */
const ENTRIES_A_TURN = 200

/** Adds owners and permissions to entries. */
export async function permitted(
  { access, authors }: Pick<EditableEntriesParts, 'access' | 'authors'>,
  { actor, site }: Pick<SiteAccess, 'site'> & { readonly actor: Actor },
  entries: readonly Entry[],
): Promise<PermittedEntry[]> {
  const permit = permitting(access, actor, site.id)
  const rows: PermittedEntry[] = []
  const yieldIfDue = createYielder()
  for (let at = 0; at < entries.length; at += ENTRIES_A_TURN) {
    const some = authors.owned(site, entries.slice(at, at + ENTRIES_A_TURN))
    for (const owned of some) rows.push(permit(owned))
    await yieldIfDue()
  }
  return rows
}

/** All author keys on a site that belong to a user; for its owner also unknown authors. */
function keysOf(
  { index, authors }: Pick<EditableEntriesParts, 'index' | 'authors'>,
  site: SiteRecord,
  userId: string,
): AuthorKey[] {
  const users = authors.userIds(site, index.creatorsOf(site.id))
  return [...users].filter(([, id]) => id === userId).map(([key]) => key)
}

/** @throws GalleyError `validation_failed` that names the fields */
export function parseSort<Field extends string>(
  sort: string,
  fields: readonly Field[],
): { field: Field; direction: 'asc' | 'desc' } {
  const [, name, direction] = /^(.+)-(asc|desc)$/.exec(sort) ?? []
  const field = fields.find((candidate) => candidate === name)
  if (field === undefined) {
    const words = fields.flatMap((one) => [`${one}-asc`, `${one}-desc`])
    const meant = didYouMean(sort, words)
    throw invalid('sort', `must be one of ${fields.join(', ')}, with -asc or -desc${meant}`)
  }
  return { field, direction: direction === 'desc' ? 'desc' : 'asc' }
}
