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
  readonly space?: Pick<SiteSpace, 'left'>
}

interface BuildSpace {
  /** What a build may write, in bytes on disk. */
  readonly maxBytes: number
  /** True if the site's limit leaves that; false if the disk, without its reserve, does. */
  readonly isLimit: boolean
}

/** What a build of the site may write now: what the site's limit and the disk, without its reserve, both leave. */
export async function spaceForBuild(
  { folders, space }: Places,
  siteId: string,
): Promise<BuildSpace> {
  const { bytes } = await freeSpace(folders.site(siteId).root)
  const left = space?.left(siteId) ?? Number.POSITIVE_INFINITY
  return { maxBytes: Math.max(0, Math.min(bytes, left)), isLimit: left <= bytes }
}

/** For the log: the disk had no more than the reserve. */
const NO_SPACE = "The server's disk is nearly full, so a build was stopped."

interface FailedBuild {
  readonly diagnostics: readonly Diagnostic[]
  readonly lacksSpace?: boolean
  readonly limit?: string | null
}

interface Circumstances extends NamedFiles {
  readonly allowed: BuildSpace
  readonly space: Pick<SiteSpace, 'exceeded'> | undefined
}

/** The error of a build that failed. If it lacked space, that of a site at its limit. */
export function failureOf(
  { diagnostics, lacksSpace, limit = null }: FailedBuild,
  { allowed, space, ...files }: Circumstances,
): GalleyError {
  const isAtLimit = lacksSpace === true && allowed.isLimit
  const exceeded = isAtLimit ? space?.exceeded(files.siteId) : undefined
  return exceeded ?? buildFailed(diagnostics, files, lacksSpace === true ? NO_SPACE : limit)
}
