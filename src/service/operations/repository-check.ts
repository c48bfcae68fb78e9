/** Checks repositories while a server may run. Read-only. */

import { existsSync } from 'node:fs'
import { checkObjects } from '../../git/lfs/objects.js'
import { detectGit } from '../../git/program/command.js'
import { findLeftovers, fsck } from '../../git/maintenance.js'
import type { DataFolders } from '../branch/folders.js'
import type { MaintenanceFinding } from './maintenance.js'

/** A lock or temporary file of this age is a leftover. */
const OLD_SECONDS = 60 * 60

/** The problems of a site's repository. */
export async function checkRepository(
  folders: DataFolders,
  siteId: string,
  now: number,
): Promise<Problem[]> {
  const { repository } = folders.site(siteId)
  if (!existsSync(repository)) {
    return [{ kind: 'missing_repository', message: `The repository ${repository} is missing.` }]
  }
  const leftovers = await findLeftovers(repository, { now, olderThan: OLD_SECONDS })
  const left = leftovers.map(({ path, kind, age }): Problem => ({
    kind: kind === 'lock' ? 'stale_lock' : 'temporary_file',
    message: `${path} was left behind ${age} seconds ago.`,
  }))
  const lines = (await detectGit()) === null ? [] : await fsck(repository)
  const damage = [...lines, ...(await checkObjects(repository))].map((line): Problem => ({
    kind: 'unsound_object',
    message: `The repository is damaged: ${line}.`,
  }))
  return [...left, ...damage]
}

type Problem = Pick<MaintenanceFinding, 'kind' | 'message'>
