/**
 * Finds the files that no build may see: the texts that the API calls drafts or hidden, those that have expired, and
 * whatever else lies in a folder of drafts, and what is for Galley alone. What a build does not see, no setting, template
 * or generator can publish.
 *
 * @see src/http/README.md (Content)
 */

import { classify } from '../../content/classify.js'
import { isForGalley } from '../../content/templates.js'
import type { Repository } from '../../git/repository.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import { forEachYielding } from '../../system/yielding.js'
import { configAt } from './config-state.js'
import { describeInParts } from './entry-facts.js'

/** Bytes of text in memory at a time. */
const PART_BYTES = 4 * 1024 * 1024

interface At {
  readonly siteId: string
  readonly repository: Repository
  readonly commit: string
  /** Milliseconds since the Unix epoch: what has expired by then is withheld. */
  readonly now: number
}

export interface Withheld {
  readonly paths: ReadonlySet<string>
  /** When another text expires, in milliseconds since the Unix epoch; null for never. */
  readonly until: number | null
}

/** The paths at a commit: from the index if it describes that commit, else from the files themselves. */
export async function withheldAt(
  index: Pick<SiteIndex, 'commitOf' | 'hiddenPaths'>,
  { siteId, repository, commit, now }: At,
): Promise<Withheld> {
  const state = await configAt(repository, commit)
  const { config } = state
  const isDraft = (path: string) => classify(path, { hasFrontMatter: false }, config).isDraft
  const withheld = new Set<string>()
  // Asked and read in one turn: the index may move on in the next.
  const known = index.commitOf(siteId) === commit ? index.hiddenPaths(siteId, now) : null
  if (known !== null) {
    await forEachYielding(known.texts, (path) => withheld.add(path))
    await forEachYielding(known.inDrafts, (path) => {
      if (isDraft(path)) withheld.add(path)
    })
    return { paths: withheld, until: known.until }
  }
  const entries = await repository.snapshot(commit).entries()
  const parts = describeInParts(repository, { entries, maxBytes: PART_BYTES }, state)
  let until = Number.POSITIVE_INFINITY
  for await (const part of parts) {
    for (const { path, visibility, liveUntil } of part) {
      const isExpired = liveUntil !== null && liveUntil <= now
      const isHidden = visibility !== 'visible' || isDraft(path) || isForGalley(path)
      if (isHidden || isExpired) withheld.add(path)
      else if (liveUntil !== null) until = Math.min(until, liveUntil)
    }
  }
  return { paths: withheld, until: Number.isFinite(until) ? until : null }
}
