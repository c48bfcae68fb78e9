/** Whose the texts of a change set are, where `main` has them, too. */

import { inSet, setOf, withoutSet } from '../../model/change-set.js'
import type { EntryFacts } from '../../model/entry.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'

interface OriginParts {
  readonly index: Pick<SiteIndex, 'entryById' | 'entryByPath'>
  readonly entryIds: Pick<Records['entryIds'], 'find' | 'markDeleted' | 'resolve'>
  readonly now: () => number
}

/** What a change set has as `main` has it is the text of `main`, whatever the set had at that path before. */
export function idsOf(
  { index, entryIds, now }: OriginParts,
  siteId: string,
  facts: readonly EntryFacts[],
): Map<string, string> {
  const paths = facts.map(({ path }) => path)
  const ids = entryIds.resolve(siteId, paths)
  const setId = setOf(siteId)
  if (setId === null) return ids
  const others = facts.flatMap(({ path, oid }) => {
    const outside = index.entryByPath(withoutSet(siteId), path)
    if (outside?.oid !== oid) return []
    const id = inSet(outside.id, setId)
    const known = entryIds.find(id)
    const isFree = known === null || known.deletedAt !== null
    return isFree && ids.get(path) !== id ? [path] : []
  })
  if (others.length === 0) return ids
  entryIds.markDeleted(siteId, others, now())
  return entryIds.resolve(siteId, paths)
}

/**
 * Who made an entry of a change set that is on `main`, too. What a set takes in from there comes in one commit, and must not
 * belong to whoever asked for that.
 */
export function originOutside({ index }: OriginParts, siteId: string, id: string) {
  const outside = setOf(siteId) === null ? null : index.entryById(withoutSet(id))
  return outside && { createdAt: outside.createdAt, createdBy: outside.createdBy }
}
