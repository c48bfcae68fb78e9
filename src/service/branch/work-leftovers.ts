/** What builds and imports that were killed have left in the folder for work in progress of a site. */

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '../../system/errno.js'
import type { JobKind } from '../../model/job.js'
import { removeTree } from '../../system/remove-tree.js'

/** A job that is still to be done, or under way. */
export interface OpenJob {
  readonly id: string
  readonly kind: JobKind
}

/** The file from which an import is made. */
export const IMPORT_ARCHIVE = 'import.zip'

/** Names in the folder that belong to none of the jobs; none where there is no folder. */
export async function findWorkLeftovers(
  folder: string,
  jobs: readonly OpenJob[],
): Promise<string[]> {
  const kept = new Set(jobs.map(({ id }) => id))
  if (jobs.some(({ kind }) => kind === 'import')) kept.add(IMPORT_ARCHIVE)
  try {
    return (await readdir(folder)).filter((name) => !kept.has(name)).sort()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

/** Removes such names. */
export async function removeWorkLeftovers(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await removeTree(path.join(folder, name))
}
