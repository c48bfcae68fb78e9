/** Lets commits from elsewhere in while they have room below the limit of their site, before they are kept. */

import path from 'node:path'
import type { GalleyError } from '../../errors.js'
import { siteIdOf } from '../branch/folders.js'
import { measureFolder } from '../space/measure.js'
import type { SiteSpace } from '../space/site-space.js'

/** Commits that have been received and checked. */
interface Received {
  readonly gitDir: string
  /** Name of the folder of their objects below `objects/`; null if there are none. */
  readonly quarantine: string | null
  /** Bytes by which the files of `main` grow. */
  readonly growth: number
}

/** Counts what the commits take. @returns the error `insufficient_storage` if they have no room, else null */
export async function admit(
  space: Pick<SiteSpace, 'refusal' | 'add'>,
  { gitDir, quarantine, growth }: Received,
): Promise<GalleyError | null> {
  // Some files: a pack with its index, or few loose objects.
  const packed =
    quarantine === null ? 0 : await measureFolder(path.join(gitDir, 'objects', quarantine))
  const bytes = packed + Math.max(0, growth)
  if (bytes === 0) return null
  const siteId = siteIdOf(gitDir)
  const refusal = space.refusal(siteId, { bytes, isReduction: growth < 0 })
  if (refusal === null) space.add(siteId, bytes)
  return refusal
}
