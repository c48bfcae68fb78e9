/**
 * Searches the texts of a site, or of all sites of a user. Finds exactly what the lists of documents and pages show.
 * @see entry-lists.ts
 */

import { GalleyError } from '../../errors.js'
import { MAX_SEARCH_PAGE } from '../../model/limits.js'
import type { PermittedEntry } from '../../model/entry.js'
import type { Actor } from '../../model/user.js'
import type { FoundEntry } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { askerOf, permitting, type Access, type SiteAccess } from '../accounts/access.js'
import type { EditableEntriesParts } from './editable-entries.js'
import type { Page, Window } from '../branch/views.js'

interface SearchParts extends Pick<EditableEntriesParts, 'access' | 'index' | 'authors'> {
  readonly records: Pick<Records, 'sites'>
  /** Called for a site that is left out because its record cannot be read. */
  readonly onUnreadable: (siteId: string, error: unknown) => void
}

/** The search, and the page of results. */
interface SearchQuery {
  readonly q: string
  /** Only documents of the collection with this path. */
  readonly collection?: string | undefined
  readonly kind?: 'document' | 'page' | undefined
  readonly window: Window
  /** Makes a signal that ends the wait for a turn; called only if there is one. */
  readonly signalOf?: (() => AbortSignal) | undefined
}

/** A document or page that was found, with the part of its text that shows why. */
export interface FoundText extends PermittedEntry {
  readonly snippet: FoundEntry['snippet']
}

export type TextSearches = ReturnType<typeof createTextSearches>

/** Both return the best matches first; title matches count more than text matches. */
export function createTextSearches(parts: SearchParts) {
  const { access, records } = parts
  return {
    onSite: async (actor: Actor, siteId: string, query: SearchQuery): Promise<Page<FoundText>> =>
      search(parts, { actor, sites: [access.onSite(actor, siteId, 'documents.list')] }, query),

    /** Sites that are not ready are left out. */
    everywhere: async (actor: Actor, query: SearchQuery): Promise<Page<FoundText>> => {
      const seesAll = actor.kind === 'server' || actor.user.isAdmin
      const visible = records.sites.listVisibleTo(
        seesAll ? null : actor.user.id,
        parts.onUnreadable,
      )
      const sites = visible.flatMap(({ id }) => readyAccess(access, actor, id))
      return search(parts, { actor, sites }, query)
    },
  }
}

function readyAccess(access: Access, actor: Actor, siteId: string): SiteAccess[] {
  try {
    return [access.onSite(actor, siteId, 'documents.list')]
  } catch (error) {
    if (error instanceof GalleyError) return []
    throw error
  }
}

interface Scope {
  readonly actor: Actor
  readonly sites: readonly SiteAccess[]
}

async function search(
  { access, index, authors }: SearchParts,
  { actor, sites }: Scope,
  { q, collection, kind, window, signalOf }: SearchQuery,
): Promise<Page<FoundText>> {
  const isLimited = ({ role }: SiteAccess) => authors.keysFor(actor, role) !== undefined
  const idsOf = (some: readonly SiteAccess[]) => some.map(({ site }) => site.id)
  const page = await index.searchTexts({
    q,
    collection,
    kind,
    wholeSites: idsOf(sites.filter((one) => !isLimited(one))),
    limitedSites: idsOf(sites.filter(isLimited)),
    ownerKeys: authors.keysFor(actor, 'writer') ?? [],
    limit: Math.min(window.limit, MAX_SEARCH_PAGE),
    offset: window.offset,
    asker: askerOf(actor),
    signalOf,
  })
  const bySite = new Map(sites.map(({ site }) => [site.id, site]))
  const rows = page.rows.flatMap(({ entry, snippet }) => {
    const site = bySite.get(entry.siteId)
    if (!site) return []
    const owned = authors.ownedOne(site, entry)
    return [{ ...permitting(access, actor, site.id)(owned), snippet }]
  })
  return { ...page, rows }
}
