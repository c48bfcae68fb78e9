/** What an SFTP server has below a folder. */

import type { FileEntryWithStats } from 'ssh2'
import type { Listing } from '../files/file-store.js'
import { type RemoteEntry, walkRemote } from '../files/walk-remote.js'
import { DeployError } from '../network/deploy-error.js'
import { type Sftp, sizeOf } from './requests.js'

/** Answers in a row that name nothing: the first may, since `.` and `..` are left out. */
const MOST_EMPTY = 16

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
  const entriesOf = async (folder: string) => entriesIn(sftp, `${base}/${folder}`)
  return walkRemote({ entriesOf, atOnce: 16, onFolder })
}

/** What is right in a folder, asked for piece by piece: the library would gather it without end. */
async function* entriesIn(sftp: Sftp, path: string): AsyncGenerator<RemoteEntry> {
  const handle = await sftp.opendir(path)
  try {
    let empty = 0
    for (;;) {
      const some = await sftp.readdir(handle)
      if (some === null) return
      empty = some.length === 0 ? empty + 1 : 0
      if (empty > MOST_EMPTY) {
        throw new DeployError('bad_remote', 'its listing does not come to an end')
      }
      yield* some.map(remoteEntry)
    }
  } finally {
    await sftp.close(handle).catch(() => undefined)
  }
}

function remoteEntry({ filename: name, attrs }: FileEntryWithStats): RemoteEntry {
  if (attrs.isFile()) return { name, kind: 'file', size: sizeOf(attrs) }
  return { name, kind: attrs.isDirectory() ? 'folder' : 'other', size: 0 }
}
