/** Finds the second versions of files whose changes could not be merged. They stay until somebody has settled it. */

import { isConflictCopy, originalOf } from '../../content/paths.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import { MAX_DIAGNOSTICS, type JobDiagnostic } from '../../model/job.js'
import { isSeen, type NamedFiles } from './conflict-error.js'

/** A file that is there twice. */
export interface ConflictCopy {
  readonly path: string
  /** The second version; it is not built. */
  readonly keptAt: string
}

export async function conflictCopies(snapshot: Snapshot): Promise<ConflictCopy[]> {
  const entries = await snapshot.entries()
  return entries
    .filter(({ path }) => isConflictCopy(path))
    .map(({ path }) => ({ path: originalOf(path), keptAt: path }))
}

/** Those of which neither version is a draft or a hidden text: what everybody on the site may be told of. */
export async function seenCopies(
  files: NamedFiles,
  copies: readonly ConflictCopy[],
): Promise<ConflictCopy[]> {
  const seen: ConflictCopy[] = []
  for (const copy of copies.slice(0, MAX_DIAGNOSTICS)) {
    if (await isSeen(files, copy)) seen.push(copy)
  }
  return seen
}

/** A warning of a job for each copy. */
export function copyWarnings(copies: readonly ConflictCopy[]): JobDiagnostic[] {
  return copies.map(({ path, keptAt }) => ({
    severity: 'warning',
    path: keptAt,
    line: null,
    column: null,
    message: `A second version of ${path}, whose changes could not be merged. It is not built: take over what you need, then delete it.`,
  }))
}
