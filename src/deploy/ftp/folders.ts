/**
 * Creates folders on an FTP server, and sees to it that none of them is a link. Links are not followed: somebody who may
 * change files there could lead the account that Galley uses out of the target's folder.
 *
 * Only the listing of the folder above says what is a link: CWD and MLST follow it.
 */

import type { Client } from 'basic-ftp'
import { NotAFolderError } from '../files/not-a-folder.js'
import type { FtpClient } from './connection.js'
import { listLinks } from './listing.js'

/** The folders that are known to exist and to be no links. Paths are relative to the target's folder. */
interface FtpFolders {
  readonly add: (path: string) => void
  readonly forget: (path: string) => void
  /** Creates the folders above a path, unless they are known to exist. @throws DeployError if one is a link */
  make(client: FtpClient, path: string): Promise<void>
  /** False if a link is above a path. */
  has(client: FtpClient, path: string): Promise<boolean>
}

/** @param base absolute path of the target's folder, without a slash at its end */
export function createFtpFolders(base: string): FtpFolders {
  const known = new Set<string>([''])
  /** Of folders that were listed: the names in them that are neither files nor folders. */
  const others = new Map<string, Promise<ReadonlySet<string>>>()
  async function othersIn(client: FtpClient, folder: string): Promise<ReadonlySet<string>> {
    const listing = others.get(folder) ?? listLinks(client, `${base}/${folder}`)
    others.set(folder, listing)
    listing.catch(() => others.delete(folder))
    return listing
  }
  /** The first of a folder and those above it that is a link; null if there is none. */
  async function linkIn(client: FtpClient, folder: string): Promise<string | null> {
    if (known.has(folder)) return null
    const above = folderOf(folder)
    const link = await linkIn(client, above)
    if (link !== null) return link
    const name = folder.slice(above === '' ? 0 : above.length + 1)
    return (await othersIn(client, above)).has(name) ? folder : null
  }
  async function create(client: Client, folder: string): Promise<void> {
    if (known.has(folder)) return
    const there = await client.sendIgnoringError(`CWD ${base}/${folder}`)
    if (there.code >= 400) {
      await create(client, folderOf(folder))
      // Another connection may create it at the same time; the upload shows whether it exists.
      await client.sendIgnoringError(`MKD ${base}/${folder}`)
    }
    known.add(folder)
  }
  return {
    add: (path) => known.add(path),
    forget: (path) => known.delete(path),
    async make(client, path) {
      const folder = folderOf(path)
      const link = await linkIn(client, folder)
      if (link !== null) throw new NotAFolderError(`${base}/${link}`)
      await create(client, folder)
    },
    has: async (client, path) => (await linkIn(client, folderOf(path))) === null,
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
