/**
 * Second versions of files, kept where two sides could not be merged: `post.conflict-1a2b3c4d.md`.
 *
 * They are for people to look through: files of the source, but no documents, pages or static files,
 * and left out of what is built. The names are made in `service/worktree/disk-merge.ts` and
 * `service/sync/names.ts`.
 */

const MARKED = /\.conflict-[0-9a-f]{7,8}(-\d+)?(\.[^.]*)?$/
/** For paths that are too long to be marked in their place. */
const AT_ROOT = /^conflict-[0-9a-f]{7}(-\d+)?-[^/]*$/

/** Whether a path is, or is in a folder that is, the second version of something. */
export function isConflictCopy(path: string): boolean {
  if (!path.includes('conflict-')) return false
  return AT_ROOT.test(path) || path.split('/').some((segment) => MARKED.test(segment))
}
