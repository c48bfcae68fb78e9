/** Composes the index of its parts, over one writing connection. */

import { inTransaction, type Connection } from '../connection.js'
import { StoreError } from '../store-error.js'
import { sitesBySize } from './check/check-rows.js'
import { dumpSite } from './check/dump.js'
import { createGenerations, refuseStale, type Generations } from './generations.js'
import { createEntryReads } from './read-entries.js'
import { createHistoryReads } from './read-history.js'
import { createRebuilds } from './rebuild.js'
import { createSearch } from './search.js'
import type { SiteChanges, SiteIndex } from './site-index.js'
import { createCheckpoints } from './upkeep/checkpoints.js'
import { createMerges } from './upkeep/merges.js'
import { createRowWriter, type RowWriter } from './write-rows.js'

/** An index that can be closed. */
export interface ClosableIndex extends SiteIndex {
  close(): Promise<void>
}

/** What the index needs to know from above. */
interface IndexOptions {
  readonly wasRebuilt: boolean
  /** Media type of a path. */
  readonly contentTypeOf: (path: string) => string
}

/** The index over a connection whose schema is up to date. */
export function createSiteIndex(db: Connection, options: IndexOptions): ClosableIndex {
  const generations = createGenerations(db)
  const writer = createRowWriter(db, generations, options.contentTypeOf)
  const search = createSearch(db)
  const checkpoints = createCheckpoints(db)
  const merges = createMerges(db)
  const apply = inTransaction(db, (siteId: string, changes: SiteChanges) => {
    applyChanges({ generations, writer }, siteId, changes)
  })
  return {
    wasRebuilt: options.wasRebuilt,
    applyChanges: (siteId, changes) => {
      apply(siteId, changes)
      merges.note()
      checkpoints.note()
    },
    ...createRebuilds({ db, generations, writer, checkpoints, merges }),
    commitOf: (siteId) => generations.findLive(siteId)?.commit ?? null,
    siteFacts: (siteId) => generations.siteFacts(siteId),
    siteFactsMany: (siteIds) => generations.siteFactsMany(siteIds),
    ...createEntryReads(db, search),
    ...createHistoryReads(db),
    indexedSites: () => sitesBySize(db).map(({ siteId }) => siteId),
    dump: (siteId) => dumpSite(db, siteId),
    close: async () => {
      await search.close()
      await merges.close()
      await checkpoints.close()
    },
  }
}

function applyChanges(
  { generations, writer }: { readonly generations: Generations; readonly writer: RowWriter },
  siteId: string,
  changes: SiteChanges,
): void {
  const live = generations.findLive(siteId)
  refuseStale(live?.commit ?? null, changes.expected)
  const generation = live?.generation ?? generations.create(siteId, true)
  for (const path of changes.removes) writer.removeEntry(generation, path)
  for (const entry of changes.upserts) {
    if (entry.siteId !== siteId) throw new StoreError('stale_index', 'an entry of another site')
  }
  writer.putEntries(generation, changes.upserts)
  for (const commit of changes.commits) writer.putCommit(generation, commit)
  generations.setState(generation, changes.commit, changes.facts)
}
