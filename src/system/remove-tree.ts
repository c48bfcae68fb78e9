/** Removes folders of very many files; node's own `rm` asks for all of a folder in one turn. */

import type { Dir } from 'node:fs'
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
/** A folder that has more than these, and more than the time before, is written to faster than it is emptied. */
const FEW_FILES = 1000
/** Names that are read at a time. */
const NAMES_AT_ONCE = 256

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

/** What is in a folder is counted first: no more is removed, or whoever writes there would keep this at work for ever. */
async function removeFolder(folder: string, limit: Limit): Promise<void> {
  let most = Infinity
  for (let left = ATTEMPTS; ; left -= 1) {
    const count = await limit(() => countEntries(folder))
    const isGrowing = count > most
    const folders = isGrowing ? [] : await limit(() => removeFiles(folder, count))
    // None of them has a place while it waits for its own folders.
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

/** Null for what is not there. */
async function openFolder(folder: string): Promise<Dir | null> {
  try {
    return await opendir(folder, { bufferSize: NAMES_AT_ONCE })
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Removes so many entries of a folder but the folders among them, and tells those. */
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
