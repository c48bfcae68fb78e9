/** Removes folders of very many files; node's own `rm` asks for all of a folder in one turn. */

import { opendir, rmdir, unlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasCode } from './errno.js'

const AT_ONCE = 64
/** Somebody may still write into a folder, which then is not empty as soon as it was emptied. */
const ATTEMPTS = 10
const PAUSE_MS = 20

/**
 * Removes a file, a link or a folder with all in it; what is not there is well. Links are not followed.
 *
 * @throws Error of the system: `ENOTEMPTY` where somebody goes on writing there
 */
export async function removeTree(name: string): Promise<void> {
  try {
    await unlink(name)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    // What a folder is told, by Linux and by others.
    if (!hasCode(error, 'EISDIR', 'EPERM')) throw error
    await removeFolder(name)
  }
}

async function removeFolder(folder: string): Promise<void> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      await emptyFolder(folder)
      return await rmdir(folder)
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return
      if (left === 1 || !hasCode(error, 'ENOTEMPTY', 'EBUSY')) throw error
      await wait(PAUSE_MS)
    }
  }
}

async function emptyFolder(folder: string): Promise<void> {
  const folders: string[] = []
  let files: Promise<void>[] = []
  for await (const entry of await opendir(folder)) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) folders.push(name)
    else files.push(removeTree(name))
    if (files.length < AT_ONCE) continue
    await Promise.all(files)
    files = []
  }
  await Promise.all(files)
  for (const one of folders) await removeFolder(one)
}
