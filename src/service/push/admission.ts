/** Lets commits from elsewhere in while they have room on the disk and below the limit of their site, before they are kept. */

import path from 'node:path'
import { GalleyError } from '../../errors.js'
import { freeSpace } from '../branch/disk.js'
import { siteIdOf } from '../branch/folders.js'
import { measureFolder } from '../space/measure.js'
import type { SiteSpace } from '../space/site-space.js'
import { REFUSALS } from './refusals.js'

/** Commits that have been received and checked. */
export interface Received {
  readonly gitDir: string
  /** Name of the folder of their objects below `objects/`; null if there are none. */
  readonly quarantine: string | null
  /** Bytes by which the files of `main` grow. */
  readonly growth: number
}

/** Counts what the commits take. @returns the error `insufficient_storage` if they have no room, else null */
export async function admit(
  space: Pick<SiteSpace, 'refusal' | 'add'>,
  received: Received,
): Promise<GalleyError | null> {
  const { gitDir, growth } = received
  const packed = await packedBytes(received)
  const bytes = packed + Math.max(0, growth)
  if (bytes === 0) return null
  const siteId = siteIdOf(gitDir)
  const refusal = space.refusal(siteId, { bytes, isReduction: growth < 0 })
  if (refusal === null) space.add(siteId, bytes)
  return refusal
}

/**
 * The error `insufficient_storage` if the commits would take from the reserve of the disk, else null. Those are let in
 * that free as much as they take; to remove a branch takes nothing.
 */
export async function diskRefusal(received: Received): Promise<GalleyError | null> {
  const { gitDir, growth } = received
  // The objects are on the disk already; the files of `main` are not.
  const { bytes, files } = await freeSpace(gitDir)
  if (bytes >= growth && bytes >= 0 && files >= 0) return null
  if ((await packedBytes(received)) <= -growth) return null
  return new GalleyError('insufficient_storage', REFUSALS.fullDisk)
}

/** Of some files: a pack with its index, or few loose objects. */
async function packedBytes({ gitDir, quarantine }: Received): Promise<number> {
  return quarantine === null ? 0 : measureFolder(path.join(gitDir, 'objects', quarantine))
}
