/** A cache of thumbnails on disk. When it is full, those that were not used for longest are deleted. */

import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '../../system/errno.js'

interface ThumbnailStore {
  /** Null if there is none; `name` identifies the bytes of the image and the width. */
  read(name: string): Promise<Buffer | null>
  /** Never fails: a thumbnail that cannot be stored is made again. */
  write(name: string, data: Buffer): Promise<void>
}

interface CachedFile {
  readonly file: string
  readonly bytes: number
  /** Milliseconds since the Unix epoch. */
  readonly usedAt: number
}

/** How much of the limit is left after a clearing, so that not every write has to clear. */
const CLEARED_TO = 0.8

/** `folder` is created when needed and holds nothing else; `maxBytes` limits all files together. */
export function createThumbnailStore(folder: string, maxBytes: number): ThumbnailStore {
  let total: number | null = null
  let count = 0
  const fileOf = (name: string) => path.join(folder, name.slice(0, 2), name)
  const clear = async () => {
    const files = (await listFiles(folder)).sort((a, b) => b.usedAt - a.usedAt)
    let bytes = 0
    for (const one of files) {
      bytes += one.bytes
      if (bytes > maxBytes * CLEARED_TO) await rm(one.file, { force: true })
    }
    total = Math.min(bytes, maxBytes * CLEARED_TO)
  }
  return {
    async read(name) {
      try {
        const data = await readFile(fileOf(name))
        // The time of the last use; if the disk cannot store it, that is no reason to fail.
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
        total ??= (await listFiles(folder)).reduce((sum, { bytes }) => sum + bytes, 0)
        total += data.length
        if (total > maxBytes) await clear()
      } catch {
        await rm(fresh, { force: true }).catch(() => undefined)
      }
    },
  }
}

async function listFiles(folder: string): Promise<CachedFile[]> {
  const files: CachedFile[] = []
  for (const part of await readdir(folder).catch(() => [])) {
    for (const name of await readdir(path.join(folder, part)).catch(() => [])) {
      const file = path.join(folder, part, name)
      const facts = await stat(file).catch(() => null)
      if (facts?.isFile()) files.push({ file, bytes: facts.size, usedAt: facts.mtimeMs })
    }
  }
  return files
}
