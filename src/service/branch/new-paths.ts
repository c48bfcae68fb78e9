/** Whether files may be put where they are meant to be: hostile names, twins by case, things in the way. */

import { checkPath, foldPath } from '../../content/paths.js'
import { GalleyError, invalid } from '../../errors.js'
import type { Edit } from '../../git/commit.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import { findTwins } from './path-collisions.js'

/**
 * Looks at every file that is written.
 *
 * @throws GalleyError `validation_failed` for a hostile name, `conflict` for one that is taken
 */
export async function checkPaths(
  snapshot: Snapshot,
  files: ReadonlyMap<string, Edit>,
): Promise<void> {
  const twins = findTwins([...files].flatMap(([path, edit]) => (edit === null ? [] : [path])))
  if (twins) throw taken(twins.path, twins.other)
  for (const [path, edit] of files) {
    const problem = edit === null ? null : await pathProblem(snapshot, files, path)
    if (problem) throw problem
  }
}

/** Why a path can't be written together with `files`, or null. */
export async function pathProblem(
  snapshot: Snapshot,
  files: ReadonlyMap<string, unknown>,
  path: string,
): Promise<GalleyError | null> {
  const reason = checkPath(path)
  if (reason !== null) return invalid('path', reason)
  // A file that is there already is in nobody's way.
  if (await snapshot.entry(path)) return null
  const segments = path.split('/')
  for (const [depth, segment] of segments.entries()) {
    const folder = segments.slice(0, depth).join('/')
    const names = await snapshot.names(folder)
    if (!names) return null
    const isLast = depth === segments.length - 1
    const folded = foldPath(segment)
    for (const { name, isFolder } of names) {
      if (foldPath(name) !== folded) continue
      const other = folder === '' ? name : `${folder}/${name}`
      if (files.get(other) === null) continue
      // Another spelling of the name, or a folder where a file is meant to be, or the other way.
      if (name !== segment || isFolder === isLast) return taken(path, other)
    }
  }
  return null
}

function taken(path: string, other: string): GalleyError {
  const message =
    path === other
      ? `"${path}" is a directory.`
      : `"${path}" can't be there, because of "${other}".`
  return new GalleyError('conflict', message, {
    details: [{ field: 'path', message: `is in the way of "${other}"` }],
  })
}
