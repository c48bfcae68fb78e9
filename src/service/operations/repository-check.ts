/** Checks repositories while a server may run. Read-only. */

import { existsSync } from 'node:fs'
import { detectGit } from '../../git/program/command.js'
import { findLeftovers, fsck } from '../../git/maintenance.js'
import type { DataFolders } from '../branch/folders.js'

/** A lock or temporary file of this age is a leftover. */
const OLD_SECONDS = 60 * 60

/** The problems of a site's repository, one sentence each. */
export async function checkRepository(
  folders: DataFolders,
  siteId: string,
  now: number,
): Promise<string[]> {
  const { repository } = folders.site(siteId)
  if (!existsSync(repository)) return [`The repository ${repository} is missing.`]
  const leftovers = await findLeftovers(repository, { now, olderThan: OLD_SECONDS })
  const left = leftovers.map(({ path, age }) => `${path} was left behind ${age} seconds ago.`)
  return [...left, ...((await detectGit()) === null ? [] : await fsck(repository))]
}
