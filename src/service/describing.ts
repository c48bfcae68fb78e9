/** From the entries of a snapshot to the facts that the index keeps. */

import { describe } from '../content/document.js'
import type { Repository } from '../git/repository.js'
import type { Entry as GitEntry } from '../git/snapshot.js'
import type { EntryFacts } from '../model/entry.js'
import type { ConfigState } from './config-state.js'

/** A larger file has no front matter that anybody wrote. */
const MOST_TEXT_BYTES = 10 * 1024 * 1024

const FENCE = Buffer.from('---')
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** Facts of files in the order given; submodules are left out, since their content is elsewhere. */
export async function describeEntries(
  repository: Repository,
  entries: readonly GitEntry[],
  { config }: ConfigState,
): Promise<EntryFacts[]> {
  const files = entries.filter((entry) => entry.mode !== '160000')
  return Promise.all(
    files.map(async (entry) => {
      const data = await repository.readBlob(entry.oid)
      const facts = describe(entry.path, entry.mode === '120000' ? null : textOf(data), config)
      return { ...facts, oid: entry.oid, size: data.length }
    }),
  )
}

/** The text of a file that can have front matter; null for all others, which are not decoded. */
export function textOf(data: Buffer): string | null {
  if (data.length > MOST_TEXT_BYTES) return null
  const start = data.subarray(0, 3).equals(BOM) ? 3 : 0
  return data.subarray(start, start + FENCE.length).equals(FENCE) ? data.toString('utf8') : null
}
