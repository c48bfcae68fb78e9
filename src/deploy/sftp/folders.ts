/** Creates folders on an SFTP server. Each is checked and created only once per deployment. */

import { DeployError } from '../network/deploy-error.js'
import { isMissing, type Sftp } from './requests.js'

/** The folders that are known to exist. */
export interface SftpFolders {
  /** Notes that a folder exists. `path` is relative to the target's folder. */
  readonly add: (path: string) => void
  readonly forget: (path: string) => void
  /** Creates the missing folders above a path, with mode 0755. Parallel calls create each once. */
  make(sftp: Sftp, path: string): Promise<void>
}

/** @param base absolute path of the target's folder, without a slash at its end */
export function createSftpFolders(base: string): SftpFolders {
  const known = new Map<string, Promise<void>>([['', Promise.resolve()]])
  async function create(sftp: Sftp, folder: string): Promise<void> {
    await ensure(sftp, folderOf(folder))
    await makeFolder(sftp, `${base}/${folder}`)
  }
  function ensure(sftp: Sftp, folder: string): Promise<void> {
    const making = known.get(folder) ?? create(sftp, folder)
    known.set(folder, making)
    making.catch(() => known.delete(folder))
    return making
  }
  return {
    add: (path) => known.set(path, Promise.resolve()),
    forget: (path) => known.delete(path),
    make: (sftp, path) => ensure(sftp, folderOf(path)),
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

async function makeFolder(sftp: Sftp, path: string): Promise<void> {
  try {
    const stats = await sftp.stat(path)
    if (stats.isDirectory()) return
  } catch (error) {
    if (!isMissing(error)) throw error
    return sftp.mkdir(path)
  }
  throw new DeployError(
    'forbidden',
    `${path} is a file on the server, but has to be a folder; delete or rename the file there`,
  )
}
