/** Lists all files below a folder of a target, several folders at a time, for stores that list one folder a request. */

import { type Listing, listingLimits, type RemoteFile } from './file-store.js'
import { createListingBudget } from './listing-budget.js'
import { forEachParallel } from '../../system/parallel.js'
import { createYielder } from '../../system/yielding.js'
import { isSafePath, isSafeSegment } from './remote-name.js'

/** An entry of a folder; `size` is in bytes, null if the server does not tell. */
export interface RemoteEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'other'
  readonly size: number | null
}

type Entries = Iterable<RemoteEntry> | AsyncIterable<RemoteEntry>

interface Walk {
  /**
   * The entries of one folder. `folder` is its path below the base, `''` for the base itself. Should yield entries as
   * they arrive, so that an endless listing is stopped at the limit.
   */
  readonly entriesOf: (folder: string) => Promise<Entries>
  /** Folders that are listed at the same time. */
  readonly atOnce: number
  /** Called for each folder, with its path below the base. */
  readonly onFolder: (path: string) => void
}

/**
 * All files below a folder, level by level. Links are not followed and unsafe names not used: both count as `odd`.
 *
 * @throws DeployError `bad_remote` if the server lists more than the limits allow
 */
export async function walkRemote({ entriesOf, atOnce, onFolder }: Walk): Promise<Listing> {
  const budget = createListingBudget()
  const yieldIfDue = createYielder()
  const files = new Map<string, RemoteFile>()
  let odd = 0
  let level = ['']
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: string[] = []
    await forEachParallel(level, atOnce, async (folder) => {
      for await (const { name, kind, size } of await entriesOf(folder)) {
        await yieldIfDue()
        const path = folder === '' ? name : `${folder}/${name}`
        budget.count(path)
        if (name === '.' || name === '..') continue
        if (!isSafeSegment(name) || !isSafePath(path)) odd += 1
        else if (kind === 'file') files.set(path, { size })
        else if (kind === 'folder' && depth < listingLimits.depth) next.push(path)
        else odd += 1
      }
    })
    next.forEach(onFolder)
    level = next
  }
  return { files, odd }
}
