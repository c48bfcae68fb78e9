/** Finds and removes what killed builds and imports have left in a site's work folder. */

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { missingIsNull } from '../../system/errno.js'
import type { JobKind } from '../../model/job.js'
import { removeTree } from '../../system/remove-tree.js'

/** A waiting or running job. */
export interface OpenJob {
  readonly id: string
  readonly kind: JobKind
}

/** Name of the uploaded ZIP of an import. */
export const IMPORT_ARCHIVE = 'import.zip'

/** Names in the folder that belong to none of the jobs; empty if the folder does not exist. */
export async function findWorkLeftovers(
  folder: string,
  jobs: readonly OpenJob[],
): Promise<string[]> {
  const kept = new Set(jobs.map(({ id }) => id))
  if (jobs.some(({ kind }) => kind === 'import')) kept.add(IMPORT_ARCHIVE)
  const names = (await readdir(folder).catch(missingIsNull)) ?? []
  return names.filter((name) => !kept.has(name)).sort()
}

/** Removes these names. */
export async function removeWorkLeftovers(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await removeTree(path.join(folder, name))
}
