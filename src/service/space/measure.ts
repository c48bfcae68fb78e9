/**
 * Measures the disk space of a folder, slowly, so that requests are not delayed.
 *
 * A file counts with its blocks, so that many small files count with the space that they really use. A file with several
 * hard links (an unchanged file of two releases) counts once. Symbolic links are not followed.
 */

import type { Dirent } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hasCode } from '../../system/errno.js'

interface MeasureOptions {
  /** Ends the measurement: the promise rejects. */
  readonly signal?: AbortSignal
  /** True for a path that does not count. */
  readonly isLeftOut?: (name: string) => boolean
}

/** Entries between two pauses: at most some 50,000 a second. */
const ENTRIES_A_PAUSE = 256
const PAUSE_MS = 5
const AT_ONCE = 16
/** Unit of `blocks`, on every file system. */
const BLOCK_BYTES = 512

/** Bytes on disk of a folder with its content; 0 if it does not exist. */
export async function measureFolder(
  folder: string,
  { signal, isLeftOut = () => false }: MeasureOptions = {},
): Promise<number> {
  const seen = new Set<number>()
  const waiting = [folder]
  let bytes = await bytesOf(folder, seen)
  let entries = 0
  const count = async (batch: readonly string[]) => {
    for (const size of await Promise.all(batch.map((name) => bytesOf(name, seen)))) bytes += size
    entries += batch.length
    signal?.throwIfAborted()
    if (entries < ENTRIES_A_PAUSE) return
    entries = 0
    await pause(PAUSE_MS, undefined, { ref: false, ...(signal && { signal }) })
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    let batch: string[] = []
    for await (const entry of entriesOf(next)) {
      const name = path.join(next, entry.name)
      if (isLeftOut(name)) continue
      if (entry.isDirectory()) waiting.push(name)
      batch.push(name)
      if (batch.length < AT_ONCE) continue
      await count(batch)
      batch = []
    }
    await count(batch)
  }
  return bytes
}

/** Files that were removed meanwhile, or that the server may not read, count nothing. */
const UNREADABLE = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']

async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder, { bufferSize: AT_ONCE })
  } catch (error) {
    if (!hasCode(error, ...UNREADABLE)) throw error
  }
}

async function bytesOf(name: string, seen: Set<number>): Promise<number> {
  try {
    const stats = await lstat(name)
    // A folder has a link from each of its subfolders, but is visited only once.
    if (stats.nlink > 1 && !stats.isDirectory()) {
      if (seen.has(stats.ino)) return 0
      seen.add(stats.ino)
    }
    return stats.blocks * BLOCK_BYTES
  } catch (error) {
    if (hasCode(error, ...UNREADABLE)) return 0
    throw error
  }
}
