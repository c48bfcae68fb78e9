/** Removes folders with very many files. Node's own `rm` handles all files of a folder in one turn. */

import type { Dir } from 'node:fs'
import { opendir, rmdir, unlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasCode, missingIsNull } from './errno.js'
import { createLimit, forEachParallel, type Limit } from './parallel.js'

/** Files of a folder that are removed at the same time. */
const FILES_AT_ONCE = 32
/** Folders that are worked on at the same time; more would hardly help, because most time is spent between threads. */
const FOLDERS_AT_ONCE = 4
/** Others may still write into a folder, so that it is not empty when its files have been removed. */
const ATTEMPTS = 10
const PAUSE_MS = 20
/** If a folder has more files than this, and more than at the last attempt, it fills faster than it is emptied. */
const FEW_FILES = 1000
/** Names that are read at the same time. */
const NAMES_AT_ONCE = 256

/**
 * Removes a file, a link, or a folder with its content, if it exists. Links are not followed.
 *
 * @throws Error of the system; `ENOTEMPTY` if others keep writing into the folder
 */
export async function removeTree(name: string): Promise<void> {
  if (await isRemoved(name)) return
  await removeFolder(name, createLimit(FOLDERS_AT_ONCE))
}

/** Removes a file or a link. Returns false for a folder. */
async function isRemoved(name: string): Promise<boolean> {
  try {
    await unlink(name)
  } catch (error) {
    // The codes for a folder: of Linux, and of other systems.
    if (hasCode(error, 'EISDIR', 'EPERM')) return false
    if (!hasCode(error, 'ENOENT')) throw error
  }
  return true
}

/** Counts the entries first and removes no more than that: otherwise it would not end while others write there. */
async function removeFolder(folder: string, limit: Limit): Promise<void> {
  let most = Infinity
  for (let left = ATTEMPTS; ; left -= 1) {
    const count = await limit(() => countEntries(folder))
    const isGrowing = count > most
    const folders = isGrowing ? [] : await limit(() => removeFiles(folder, count))
    // A folder that waits for its subfolders does not count for the limit.
    await forEachParallel(folders, FOLDERS_AT_ONCE, (one) => removeFolder(one, limit))
    try {
      return await limit(() => rmdir(folder))
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return
      if (left === 1 || isGrowing || !hasCode(error, 'ENOTEMPTY', 'EBUSY')) throw error
    }
    most = Math.max(FEW_FILES, count)
    await wait(PAUSE_MS)
  }
}

async function countEntries(folder: string): Promise<number> {
  const entries = await openFolder(folder)
  if (entries === null) return 0
  let count = 0
  while ((await entries.read()) !== null) count += 1
  await entries.close()
  return count
}

/** Null if it does not exist. */
async function openFolder(folder: string): Promise<Dir | null> {
  return opendir(folder, { bufferSize: NAMES_AT_ONCE }).catch(missingIsNull)
}

/** Removes the files among the first `count` entries of a folder. Returns the paths of the folders among them. */
async function removeFiles(folder: string, count: number): Promise<string[]> {
  const folders: string[] = []
  const entries = count === 0 ? null : await openFolder(folder)
  if (entries === null) return folders
  let files: Promise<unknown>[] = []
  let left = count
  const add = async (name: string) => void ((await isRemoved(name)) || folders.push(name))
  for await (const entry of entries) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) folders.push(name)
    else files.push(add(name))
    left -= 1
    if (left === 0) break
    if (files.length < FILES_AT_ONCE) continue
    await Promise.all(files)
    files = []
  }
  await Promise.all(files)
  return folders
}
