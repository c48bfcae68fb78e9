import { FileType, FTPError } from 'basic-ftp'
import { DeployError } from './deploy-error.js'
import { isMissing } from './ftp-replies.js'
import { type Listing, listingLimits, type RemoteFile } from './file-store.js'
import type { FtpPool } from './ftp-pool.js'
import { forEachParallel } from './parallel.js'
import { isSafePath, isSafeSegment } from './remote-name.js'

/**
 * Every file below a folder, level by level over all connections. Links are not followed, hostile
 * names are not used: both count as odd.
 *
 * @param onFolder is told each folder, by its path below `base`
 */
export async function listFtp(
  pool: FtpPool,
  base: string,
  onFolder: (path: string) => void,
): Promise<Listing> {
  const files = new Map<string, RemoteFile>()
  let odd = 0
  let level = ['']
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: string[] = []
    await forEachParallel(level, 4, async (folder) => {
      for (const entry of await listFolder(pool, `${base}/${folder}`)) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (entry.name === '.' || entry.name === '..') continue
        if (!isSafeSegment(entry.name) || !isSafePath(path)) odd += 1
        else if (entry.type === FileType.File) files.set(path, { size: entry.size })
        else if (entry.type === FileType.Directory && depth < listingLimits.depth) next.push(path)
        else odd += 1
        if (files.size + next.length + odd > listingLimits.files) throw tooMany()
      }
    })
    next.forEach(onFolder)
    level = next
  }
  return { files, odd }
}

/** Sizes of the files right in a folder, by name. */
export async function listSizes(pool: FtpPool, folder: string): Promise<Map<string, number>> {
  const entries = await listFolder(pool, folder)
  const files = entries.filter(({ type }) => type === FileType.File)
  return new Map(files.map(({ name, size }) => [name, size]))
}

async function listFolder(pool: FtpPool, path: string) {
  return pool.use(async (client) => {
    try {
      return await client.list(path)
    } catch (error) {
      if (error instanceof FTPError && isMissing(error.code)) return []
      throw error
    }
  })
}

function tooMany(): DeployError {
  return new DeployError('bad_remote', `it names more than ${listingLimits.files} entries`)
}
