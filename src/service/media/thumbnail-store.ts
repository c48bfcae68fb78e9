/** Thumbnails on disk, by the image's bytes and their width; the oldest go when there are too many. */

import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '../../system/errno.js'

interface ThumbnailStore {
  /** Null where there is none. */
  read(name: string): Promise<Buffer | null>
  /** Kept if the disk allows it. */
  write(name: string, data: Buffer): Promise<void>
}

interface Kept {
  readonly file: string
  readonly bytes: number
  /** Milliseconds since the Unix epoch. */
  readonly usedAt: number
}

/** Down to which part of the limit is cleared, so that it is not done for each one. */
const CLEARED_TO = 0.8

/**
 * @param folder made when it is needed; nothing else is in it
 * @param mostBytes of all of them
 */
export function createThumbnailStore(folder: string, mostBytes: number): ThumbnailStore {
  let total: number | null = null
  let count = 0
  const fileOf = (name: string) => path.join(folder, name.slice(0, 2), name)
  const clear = async () => {
    const kept = (await listKept(folder)).sort((a, b) => b.usedAt - a.usedAt)
    let bytes = 0
    for (const one of kept) {
      bytes += one.bytes
      if (bytes > mostBytes * CLEARED_TO) await rm(one.file, { force: true })
    }
    total = Math.min(bytes, mostBytes * CLEARED_TO)
  }
  return {
    async read(name) {
      try {
        const data = await readFile(fileOf(name))
        // When it was used last; a disk that can't say is no reason to fail.
        await utimes(fileOf(name), new Date(), new Date()).catch(() => undefined)
        return data
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return null
        throw error
      }
    },
    async write(name, data) {
      const file = fileOf(name)
      const fresh = `${file}.${(count += 1)}.new`
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o750 })
        await writeFile(fresh, data)
        await rename(fresh, file)
        total ??= (await listKept(folder)).reduce((sum, { bytes }) => sum + bytes, 0)
        total += data.length
        if (total > mostBytes) await clear()
      } catch {
        // It is made again when somebody wants it.
        await rm(fresh, { force: true }).catch(() => undefined)
      }
    },
  }
}

async function listKept(folder: string): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const part of await readdir(folder).catch(() => [])) {
    for (const name of await readdir(path.join(folder, part)).catch(() => [])) {
      const file = path.join(folder, part, name)
      const facts = await stat(file).catch(() => null)
      if (facts?.isFile()) kept.push({ file, bytes: facts.size, usedAt: facts.mtimeMs })
    }
  }
  return kept
}
