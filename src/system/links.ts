/** Hard links to files that nobody writes to any more: copies that cost nothing. */

import { copyFile, link } from 'node:fs/promises'
import { hasCode } from './errno.js'

/**
 * A second name of a file; where the file system has no links, or no more of them, a copy.
 *
 * @throws Error `EEXIST` for a name that is taken, `ENOENT` for a file that is not there
 */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (hasCode(error, 'EEXIST') || hasCode(error, 'ENOENT')) throw error
    await copyFile(from, to)
  }
}
