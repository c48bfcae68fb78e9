/**
 * Checks the paths of files that are written: invalid names, names that differ only in case, and files that are in
 * the way.
 */

import { readFile, stat } from 'node:fs/promises'
import {
  attributesReason,
  gitFileReason,
  isAttributesPath,
  MAX_ATTRIBUTES_BYTES,
} from '../../content/git-files.js'
import { checkPath, foldPath } from '../../content/paths.js'
import { GalleyError, invalid } from '../../errors.js'
import type { Edit } from '../../git/commit.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import { createYielder } from '../../system/yielding.js'
import { exactPath, findCollision, namesOf, type NamesLike } from './path-collisions.js'

/**
 * Checks every file that is written.
 *
 * @throws GalleyError `validation_failed` for an invalid name, `conflict` for one that is taken
 */
export async function checkPaths(
  snapshot: Snapshot,
  files: ReadonlyMap<string, Edit>,
  mayHaveTwins = false,
): Promise<void> {
  const collision = await findCollision(
    [...files].flatMap(([path, edit]) => (edit === null ? [] : [path])),
    mayHaveTwins ? exactPath : foldPath,
  )
  if (collision) throw taken(collision.path, collision.other)
  const checking = { snapshot, files, namesLike: namesOf(snapshot), emptied: new Map() }
  // A cached snapshot needs no waiting.
  const yieldIfDue = createYielder()
  for (const [path, edit] of files) {
    if (edit === null) continue
    await yieldIfDue()
    const problem =
      (await problemOf(checking, path)) ?? (await contentProblem(snapshot, path, edit))
    if (problem) throw problem
  }
}

/** Says why a file cannot be written together with `files`, or null. */
export async function editProblem(
  snapshot: Snapshot,
  files: ReadonlyMap<string, unknown>,
  { path, edit }: { readonly path: string; readonly edit: NonNullable<Edit> },
): Promise<GalleyError | null> {
  return (
    (await problemOf(
      { snapshot, files, namesLike: namesOf(snapshot), emptied: new Map() },
      path,
    )) ?? (await contentProblem(snapshot, path, edit))
  )
}

/** Files that git itself reads must be valid, so that other hosts accept the history. */
async function contentProblem(
  snapshot: Snapshot,
  path: string,
  edit: NonNullable<Edit>,
): Promise<GalleyError | null> {
  if (!isAttributesPath(path)) return null
  const bytes = await bytesOf(snapshot, edit)
  const reason = bytes === null ? 'is too large for git to read' : attributesReason(bytes)
  return reason === null ? null : invalid('path', `${reason} (${path})`)
}

/** Null if the file is longer than the check allows. */
async function bytesOf(snapshot: Snapshot, edit: NonNullable<Edit>): Promise<Uint8Array | null> {
  if ('oid' in edit) return snapshot.blob(edit.oid, MAX_ATTRIBUTES_BYTES)
  if ('file' in edit) {
    return (await stat(edit.file)).size > MAX_ATTRIBUTES_BYTES ? null : readFile(edit.file)
  }
  return edit.data.length > MAX_ATTRIBUTES_BYTES ? null : edit.data
}

interface Checking {
  readonly snapshot: Snapshot
  readonly files: ReadonlyMap<string, unknown>
  readonly namesLike: NamesLike
  /** Folders that were looked at: whether the edit removes all that is in them. */
  readonly emptied: Map<string, boolean>
}

async function problemOf(checking: Checking, path: string): Promise<GalleyError | null> {
  const { snapshot, files, namesLike } = checking
  const reason = checkPath(path) ?? gitFileReason(path)
  if (reason !== null) return invalid('path', reason)
  // An existing file is never in the way.
  if (await snapshot.entry(path)) return null
  const segments = path.split('/')
  for (const [depth, segment] of segments.entries()) {
    const folder = segments.slice(0, depth).join('/')
    const names = await namesLike(folder, segment)
    if (!names) return null
    const isLast = depth === segments.length - 1
    // A folder that is there already is in nobody's way, whatever is beside it.
    if (!isLast && names.some(({ name, isFolder }) => isFolder && name === segment)) continue
    for (const { name, isFolder } of names) {
      const other = folder === '' ? name : `${folder}/${name}`
      if (files.get(other) === null) continue
      if (isFolder && (await isEmptied(checking, other))) continue
      // Another spelling of the name, or a folder in place of the file, or the reverse.
      if (name !== segment || isFolder === isLast) return taken(path, other)
    }
  }
  return null
}

/** True if the edit removes every file of a folder, as one that renames it does. */
async function isEmptied({ snapshot, files, emptied }: Checking, folder: string): Promise<boolean> {
  const known = emptied.get(folder)
  if (known !== undefined) return known
  // Most edits remove nothing below it: the whole folder need not be listed.
  const isTouched = [...files].some(
    ([path, edit]) => edit === null && path.startsWith(`${folder}/`),
  )
  const isGone =
    isTouched && (await snapshot.entries(folder)).every(({ path }) => files.get(path) === null)
  emptied.set(folder, isGone)
  return isGone
}

function taken(path: string, other: string): GalleyError {
  const message =
    path === other ? `"${path}" is a directory.` : `"${path}" cannot exist beside "${other}".`
  return new GalleyError('conflict', message, {
    details: [{ field: 'path', message: `is in the way of "${other}"` }],
  })
}
