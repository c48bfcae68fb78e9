/** What a sync tells of files that could not be merged. */

import { describeEntry } from '../../content/document.js'
import { GalleyError } from '../../errors.js'
import type { Repository } from '../../git/repository.js'
import { MAX_TEXT_BYTES } from '../../model/limits.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import { configAt } from '../branch/config-state.js'
import { textOf } from '../branch/entry-facts.js'
import { frontMatterIn } from '../branch/long-yaml/long-yaml.js'
import type { MergeConflict } from './merge.js'

const MAX_LISTED = 20

/** Used to find out whether a file may be named. */
export interface NamedFiles {
  readonly index: Pick<SiteIndex, 'entryByPath'>
  readonly repository: Repository
  readonly siteId: string
}

/**
 * The error of a sync with conflicts, after `main` was moved. Everybody on the site can read it in the job's last event,
 * so texts that are not visible to all are only counted. The message of the merge commit names all.
 */
export async function conflictError(
  conflicts: readonly MergeConflict[],
  files: NamedFiles,
): Promise<GalleyError> {
  const first = conflicts.slice(0, MAX_LISTED)
  const seen: MergeConflict[] = []
  for (const conflict of first) if (await isSeen(files, conflict)) seen.push(conflict)
  const listed = seen.map(conflictText)
  const unseen = first.length - seen.length
  if (unseen > 0) listed.push(`${unseen} of texts that are not visible (see the history)`)
  const more = conflicts.length - first.length
  if (more > 0) listed.push(`and ${more} more`)
  const message = `Both sides changed the same files; both versions are kept: ${listed.join('; ')}`
  return new GalleyError('conflict', message, {
    details: seen.map((conflict) => ({ field: conflict.path, message: conflictText(conflict) })),
  })
}

/** Names both versions. */
export function conflictText({ path, keptAt }: MergeConflict): string {
  if (keptAt === null) return `${path} (removed on the remote, changed here)`
  return `${path} (the remote's version is ${keptAt})`
}

/** True if neither version is, or was at its place, a draft or a hidden text. */
export async function isSeen(files: NamedFiles, { path, keptAt }: MergeConflict): Promise<boolean> {
  const { index, siteId, repository } = files
  const here = index.entryByPath(siteId, path)
  if (here !== null && here.visibility !== 'visible') return false
  // A copy is a static file, whatever its text says.
  const copy = keptAt === null ? null : index.entryByPath(siteId, keptAt)
  if (copy === null || copy.size > MAX_TEXT_BYTES) return true
  const text = await textOf(await repository.readBlob(copy.oid))
  const front = text === null ? null : await frontMatterIn(text, { siteId })
  const { config } = await configAt(repository, await repository.head())
  return describeEntry(path, front, config).visibility === 'visible'
}
