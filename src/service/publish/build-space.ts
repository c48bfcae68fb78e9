/** The disk space that a build may take: it is stopped there, so that no site can fill the disk by building. */

import type { Diagnostic } from '../../builder/base/request.js'
import type { GalleyError } from '../../errors.js'
import type { DataFolders } from '../branch/folders.js'
import { freeSpace } from '../branch/disk.js'
import type { SiteSpace } from '../space/site-space.js'
import { buildFailed, type NamedFiles } from './build-failures.js'

interface Places {
  readonly folders: Pick<DataFolders, 'site'>
  /** Not needed if sites have no limit of disk space. */
  readonly space?: Pick<SiteSpace, 'refusal' | 'left'>
}

/** What a build may write, in bytes on disk: what the site's limit leaves, and the disk without its reserve. */
export async function spaceForBuild({ folders, space }: Places, siteId: string): Promise<number> {
  const { bytes } = await freeSpace(folders.site(siteId).root)
  return Math.max(0, Math.min(bytes, space?.left(siteId) ?? bytes))
}

interface FailedBuild {
  readonly diagnostics: readonly Diagnostic[]
  readonly lacksSpace?: boolean
}

interface Circumstances extends NamedFiles {
  readonly space: Pick<SiteSpace, 'refusal'> | undefined
  /** What the build was allowed to write, in bytes on disk. */
  readonly mostBytes: number
}

/** The error of a build that failed. If it lacked space, that of a site at its limit. */
export function failureOf(
  { diagnostics, lacksSpace }: FailedBuild,
  { mostBytes, space, ...files }: Circumstances,
): GalleyError {
  const need = { bytes: mostBytes + 1, isReduction: false }
  const refusal = lacksSpace === true ? space?.refusal(files.siteId, need) : null
  return refusal ?? buildFailed(diagnostics, files)
}
