/** Finds the new path of a file that is edited on disk under its old name. */

import type { Change } from '../../git/diff/diff.js'
import type { Repository } from '../../git/repository.js'

/** A file that was renamed longer ago, in commits, was not on disk any more when it was edited. */
const MAX_STEPS = 1000

/** The path at `commit` of a file that used to be at `path`; null if it was deleted, or never existed. */
export async function findRenamed(
  repository: Repository,
  commit: string,
  path: string,
): Promise<string | null> {
  const later: (readonly Change[])[] = []
  for await (const { changes } of repository.history({ from: null, to: commit })) {
    const next = fateOf(changes, path)
    if (next === null || later.length === MAX_STEPS) return null
    if (next !== path) return followOn(later.toReversed(), next)
    later.push(changes)
  }
  return null
}

/** @param steps oldest first */
function followOn(steps: readonly (readonly Change[])[], path: string): string | null {
  let at: string | null = path
  for (const changes of steps) at = at === null ? null : fateOf(changes, at)
  return at
}

/** The path of a file after a commit; null if it was deleted. */
function fateOf(changes: readonly Change[], path: string): string | null {
  const moved = changes.find(({ renamedFrom }) => renamedFrom === path)
  if (moved) return moved.path
  return changes.some((change) => change.path === path && change.after === null) ? null : path
}
