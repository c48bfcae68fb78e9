/** Lists all files below a folder of an SFTP server. */

import type { FileEntryWithStats } from 'ssh2'
import type { Listing } from '../files/file-store.js'
import { type RemoteEntry, walkRemote } from '../files/walk-remote.js'
import { endlessListing } from '../files/listing-budget.js'
import { type Sftp, sizeOf } from './requests.js'

/** Empty answers in a row; the first may be empty because `.` and `..` are left out. */
const MAX_EMPTY = 16

/**
 * Every file below a folder.
 *
 * @param onFolder called for each folder, with its path below `base`
 */
export function listSftp(
  sftp: Sftp,
  base: string,
  onFolder: (path: string) => void,
): Promise<Listing> {
  const entriesOf = async (folder: string) => entriesIn(sftp, `${base}/${folder}`)
  return walkRemote({ entriesOf, atOnce: 16, onFolder })
}

/** The entries of one folder. Reads one answer at a time, because ssh2's own `readdir` collects without a limit. */
async function* entriesIn(sftp: Sftp, path: string): AsyncGenerator<RemoteEntry> {
  const handle = await sftp.opendir(path)
  try {
    let empty = 0
    for (;;) {
      const some = await sftp.readdir(handle)
      if (some === null) return
      empty = some.length === 0 ? empty + 1 : 0
      if (empty > MAX_EMPTY) {
        throw endlessListing()
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
