/** The folders of an SFTP target: looked for and made once each. */

import { DeployError } from '../network/deploy-error.js'
import { isMissing, type Sftp } from './requests.js'

/** Which folders are there, and making those that are not. */
export interface SftpFolders {
  /** Remembers a folder that is there, by its path below the target's. */
  readonly add: (path: string) => void
  readonly forget: (path: string) => void
  /** Makes the folders above a path, mode 0755, once however many ask. */
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
  throw new DeployError('forbidden', `a file stands where the folder ${path} should be`)
}
