/** Hard links, as copies without cost of files that do not change any more. */

import { copyFile, link } from 'node:fs/promises'
import { hasCode } from './errno.js'

/**
 * Gives a file a second name. Copies it if the file system has no hard links, or allows no more of them.
 *
 * @throws Error `EEXIST` if the name is in use, `ENOENT` if the file does not exist
 */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (hasCode(error, 'EEXIST') || hasCode(error, 'ENOENT')) throw error
    await copyFile(from, to)
  }
}
