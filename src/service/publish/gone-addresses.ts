/** The addresses that are live and that the next publish would take away, from what has changed in the sources. */

import type { Entry as GitEntry } from '../../git/objects/snapshot.js'
import type { Entry, EntryFacts, EntryKind } from '../../model/entry.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { EntryIds } from '../../store/records/entry-ids.js'
import { createYielder } from '../../system/yielding.js'
import { configAt } from '../branch/config-state.js'
import { describeInParts } from '../branch/entry-facts.js'
import { filesOf, isPublished, type Publication } from './site-addresses.js'

/** An address that is live and would be gone. */
export interface GoneAddress {
  readonly url: string
  /** Path of what is there now, from the root of the sources. */
  readonly path: string
  readonly kind: EntryKind
  readonly title: string | null
  /** The text that was there, if it has another address now. */
  readonly movedTo: Entry | null
  /** The built files that would be gone with it. */
  readonly files: readonly string[]
}

interface Found {
  readonly gone: readonly GoneAddress[]
  /** False if more files have changed than are examined. */
  readonly isComplete: boolean
}

interface Sources {
  readonly index: Pick<SiteIndex, 'entryByPath'>
  readonly entryIds: Pick<EntryIds, 'listDeleted'>
}

/** Most deleted files that are told from renamed ones. */
const MAX_DELETED = 2000
/** Most files whose former address is looked at, and bytes of their texts in memory at a time. */
const MAX_FORMER = 1000
const PART_BYTES = 4 * 1024 * 1024

/**
 * In the order of paths; also those that another text may have taken over.
 *
 * @param told called with the facts of each former text, and the path that it has now
 */
export async function findGone(
  { index, entryIds }: Sources,
  publication: Publication,
  told: (former: EntryFacts, path: string) => void,
): Promise<Found> {
  const { siteId, repository, from, live, now } = publication
  const [state, { files, pathsNow }] = await Promise.all([
    configAt(repository, from),
    formerFiles(publication),
  ])
  // Git pairs a deleted text with a new one that is like it.
  const deleted = new Set(entryIds.listDeleted(siteId, MAX_DELETED).map(({ path }) => path))
  const some = { entries: files.slice(0, MAX_FORMER), maxBytes: PART_BYTES }
  const yieldIfDue = createYielder()
  const gone: GoneAddress[] = []
  for await (const part of describeInParts(repository, some, state)) {
    for (const former of part) {
      await yieldIfDue()
      const { url, path, kind, title } = former
      const present = index.entryByPath(siteId, pathsNow.get(path) ?? path)
      told(former, present?.path ?? path)
      const current = present && isPublished(present, now) ? present : null
      if (url === null || url === current?.url) continue
      const lost = filesOf(url).filter((file) => live.manifest.has(file))
      const isMoved = current?.path === path || !deleted.has(path)
      const movedTo = current?.text && isMoved ? current : null
      if (lost.length > 0) gone.push({ url, path, kind, title, movedTo, files: lost })
    }
  }
  return { gone, isComplete: files.length <= MAX_FORMER }
}

interface Former {
  readonly files: readonly GitEntry[]
  /** The present path of each file that was renamed, by its former one. */
  readonly pathsNow: ReadonlyMap<string, string>
}

/** The live versions of what has changed; of everything, if the settings give all files another meaning. */
async function formerFiles({ repository, from, to, changes }: Publication): Promise<Former> {
  const renamed = changes.flatMap(({ path, before }) =>
    before && before.path !== path ? [[before.path, path] as const] : [],
  )
  const states = [await configAt(repository, from), await configAt(repository, to)]
  const isOther = states[0]?.meaning !== states[1]?.meaning
  const changed = changes.flatMap(({ before }) => before ?? [])
  const files = isOther ? await repository.snapshot(from).entries() : changed
  return { files, pathsNow: new Map(renamed) }
}
