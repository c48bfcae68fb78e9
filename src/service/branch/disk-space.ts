/** Refuses writes before the disk is full, so that what comes after a commit still finds room. */

import { stat, statfs } from 'node:fs/promises'
import { GalleyError } from '../../errors.js'
import type { Edit } from '../../git/commit.js'

/** What stays free for deleting, for the index and for the records. */
const RESERVE_BYTES = 16 * 1024 * 1024
const RESERVE_FILES = 1000

/**
 * Asks whether there is room for edits; those that only remove need none but the reserve.
 *
 * @param folder somewhere on the file system
 * @throws GalleyError `insufficient_storage`
 */
export async function requireSpace(
  folder: string,
  edits: ReadonlyMap<string, Edit>,
): Promise<void> {
  const contents = [...edits.values()].filter((edit) => edit !== null)
  if (contents.length === 0) return
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const sizes = await Promise.all(contents.map(sizeOf))
  const free = bavail * bsize - sizes.reduce((sum, size) => sum + size, 0)
  // File systems that make room for files as they come say that they have none.
  const isFull = free < RESERVE_BYTES || (files > 0 && ffree < RESERVE_FILES)
  if (!isFull) return
  throw new GalleyError('insufficient_storage', 'The disk is nearly full; nothing was changed.')
}

async function sizeOf(edit: NonNullable<Edit>): Promise<number> {
  if ('data' in edit) return edit.data.length
  return 'file' in edit ? (await stat(edit.file)).size : 0
}
