/** Removes folders of very many files; node's own `rm` asks for all of a folder in one turn. */

import { opendir, rmdir, unlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasCode } from './errno.js'
import { createLimit, forEachParallel, type Limit } from './parallel.js'

/** Files of a folder. */
const FILES_AT_ONCE = 32
/** Folders of all: of what is asked of each, most of the time goes to handing it to another thread and back. */
const FOLDERS_AT_ONCE = 4
/** Somebody may still write into a folder, which then is not empty as soon as it was emptied. */
const ATTEMPTS = 10
const PAUSE_MS = 20

/**
 * Removes a file, a link or a folder with all in it; what is not there is well. Links are not followed.
 *
 * @throws Error of the system: `ENOTEMPTY` where somebody goes on writing there
 */
export async function removeTree(name: string): Promise<void> {
  if (await isRemoved(name)) return
  await removeFolder(name, createLimit(FOLDERS_AT_ONCE))
}

/** Removes what is no folder; false for one. */
async function isRemoved(name: string): Promise<boolean> {
  try {
    await unlink(name)
  } catch (error) {
    // What a folder is told, by Linux and by others.
    if (hasCode(error, 'EISDIR', 'EPERM')) return false
    if (!hasCode(error, 'ENOENT')) throw error
  }
  return true
}

async function removeFolder(folder: string, limit: Limit): Promise<void> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      const folders = await limit(() => removeFiles(folder))
      // None of them has a place while it waits for its own folders.
      await forEachParallel(folders, FOLDERS_AT_ONCE, (one) => removeFolder(one, limit))
      return await limit(() => rmdir(folder))
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return
      if (left === 1 || !hasCode(error, 'ENOTEMPTY', 'EBUSY')) throw error
      await wait(PAUSE_MS)
    }
  }
}

/** Removes all but the folders of a folder, and tells those. */
async function removeFiles(folder: string): Promise<string[]> {
  const folders: string[] = []
  let files: Promise<unknown>[] = []
  const add = async (name: string) => void ((await isRemoved(name)) || folders.push(name))
  for await (const entry of await opendir(folder)) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) folders.push(name)
    else files.push(add(name))
    if (files.length < FILES_AT_ONCE) continue
    await Promise.all(files)
    files = []
  }
  await Promise.all(files)
  return folders
}
