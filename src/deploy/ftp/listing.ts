/** What an FTP server has below a folder. */

import { FileType, FTPError } from 'basic-ftp'
import type { Listing } from '../files/file-store.js'
import type { FtpPool } from './pool.js'
import { isMissing } from './replies.js'
import { type RemoteEntry, walkRemote } from '../files/walk-remote.js'

/**
 * Every file below a folder, over all connections.
 *
 * @param onFolder is told each folder, by its path below `base`
 */
export function listFtp(
  pool: FtpPool,
  base: string,
  onFolder: (path: string) => void,
): Promise<Listing> {
  const entriesOf = async (folder: string): Promise<RemoteEntry[]> => {
    const entries = await listFolder(pool, `${base}/${folder}`)
    return entries.map(({ name, type, size }) => ({ name, kind: kindOf(type), size }))
  }
  return walkRemote({ entriesOf, atOnce: 4, onFolder })
}

function kindOf(type: FileType): RemoteEntry['kind'] {
  if (type === FileType.File) return 'file'
  return type === FileType.Directory ? 'folder' : 'other'
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
