/** Lists all files below a folder of an SFTP server. */

import type { FileEntryWithStats } from 'ssh2'
import type { Listing, Received } from '../files/file-store.js'
import { type RemoteEntry, walkRemote } from '../files/walk-remote.js'
import { endlessListing } from '../files/listing-budget.js'
import { type Sftp, sizeOf } from './requests.js'

/** Empty answers in a row; the first may be empty because `.` and `..` are left out. */
const MAX_EMPTY = 16

interface Watching {
  /** Called for each folder, with its path below the base. */
  readonly onFolder: (path: string) => void
  readonly received: Received | undefined
}

/** Every file below a folder. */
export function listSftp(
  sftp: Sftp,
  base: string,
  { onFolder, received = () => undefined }: Watching,
): Promise<Listing> {
  const entriesOf = async (folder: string) => entriesIn(sftp, `${base}/${folder}`, received)
  return walkRemote({ entriesOf, atOnce: 16, onFolder })
}

/** The entries of one folder. Reads one answer at a time, because ssh2's own `readdir` collects without a limit. */
async function* entriesIn(
  sftp: Sftp,
  path: string,
  received: Received,
): AsyncGenerator<RemoteEntry> {
  received(0, 1)
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
      received(some.reduce((sum, entry) => sum + bytesOf(entry), 0))
      yield* some.map(remoteEntry)
    }
  } finally {
    await sftp.close(handle).catch(() => undefined)
  }
}

/** Lengths of two texts, flags, size, owner, group, mode and times (draft-ietf-secsh-filexfer-02 §5 and §7). */
const ENTRY_BYTES = 40

function bytesOf({ filename, longname }: FileEntryWithStats): number {
  return ENTRY_BYTES + filename.length + longname.length
}

function remoteEntry({ filename: name, attrs }: FileEntryWithStats): RemoteEntry {
  if (attrs.isFile()) return { name, kind: 'file', size: sizeOf(attrs) }
  return { name, kind: attrs.isDirectory() ? 'folder' : 'other', size: 0 }
}
