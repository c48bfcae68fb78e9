/**
 * Makes the index of a new change set from that of its site, which is much faster than from git: nothing is read, parsed or
 * compared.
 */

import { withoutSet } from '../../model/change-set.js'
import type { Entry } from '../../model/entry.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { nextTurn } from '../../system/yielding.js'

interface CopyingParts {
  readonly index: SiteIndex
  readonly entryIds: Pick<Records['entryIds'], 'resolve' | 'hasAny'>
}

const ENTRIES_A_TURN = 100

/** Ids that are stored together: each time, the disk has to confirm it. */
const IDS_AT_ONCE = 500

/**
 * The commit that the rows of a set now describe: that of the site. Null, and no rows, if there is none, if the site has moved
 * meanwhile, or if the set had rows before: its ids may have moved to other paths than those of the site.
 */
export async function copyRows(
  { index, entryIds }: CopyingParts,
  key: string,
): Promise<string | null> {
  const siteId = withoutSet(key)
  const commit = index.commitOf(siteId)
  const facts = index.siteFacts(siteId)
  if (commit === null || facts === null || entryIds.hasAny(key)) return null
  const pass = index.beginRebuild(key)
  try {
    await pass.copyHistory(siteId)
    const heads = await index.entriesBelow(siteId, '')
    const all = heads.map(({ path }) => path)
    let ids = new Map<string, string>()
    for (let at = 0; at < all.length; at += ENTRIES_A_TURN) {
      if (at % IDS_AT_ONCE === 0) ids = entryIds.resolve(key, all.slice(at, at + IDS_AT_ONCE))
      const paths = all.slice(at, at + ENTRIES_A_TURN)
      const entries = paths.flatMap((path): Entry[] => {
        const [entry, id] = [index.entryByPath(siteId, path), ids.get(path)]
        return entry && id !== undefined ? [{ ...entry, id, siteId: key }] : []
      })
      await pass.putEntries(entries)
      await nextTurn()
    }
    if (index.commitOf(siteId) === commit) {
      await pass.finish({ commit, expected: null, facts })
      return commit
    }
    await pass.abort()
    return null
  } catch (error) {
    await pass.abort()
    throw error
  }
}
