/** What an SFTP server has below a folder. */

import type { Listing } from '../files/file-store.js'
import { type Sftp, sizeOf } from './requests.js'
import { type RemoteEntry, walkRemote } from '../files/walk-remote.js'

/**
 * Every file below a folder.
 *
 * @param onFolder is told each folder, by its path below `base`
 */
export function listSftp(
  sftp: Sftp,
  base: string,
  onFolder: (path: string) => void,
): Promise<Listing> {
  const entriesOf = async (folder: string): Promise<RemoteEntry[]> => {
    const entries = await sftp.readdir(`${base}/${folder}`)
    return entries.map(({ filename: name, attrs }) => {
      if (attrs.isFile()) return { name, kind: 'file', size: sizeOf(attrs) }
      return { name, kind: attrs.isDirectory() ? 'folder' : 'other', size: 0 }
    })
  }
  return walkRemote({ entriesOf, atOnce: 16, onFolder })
}
