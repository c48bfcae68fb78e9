/** Creates and checks folders on an SFTP server. Each is looked at only once per deployment. */

import { NotAFolderError } from '../files/not-a-folder.js'
import { isMissing, type Sftp } from './requests.js'

/** The folders that are known to exist. */
export interface SftpFolders {
  /** Notes that a folder exists. `path` is relative to the target's folder. */
  readonly add: (path: string) => void
  readonly forget: (path: string) => void
  /** Creates the missing folders above a path, with mode 0755. Parallel calls create each once. */
  make(sftp: Sftp, path: string): Promise<void>
  /** True if all that is above a path are folders. */
  has(sftp: Sftp, path: string): Promise<boolean>
}

/**
 * The folders below the target's own. Links are not followed: somebody who may change files there could lead the
 * account that Galley uses out of the target's folder.
 *
 * @param base absolute path of the target's folder, without a slash at its end
 */
export function createSftpFolders(base: string): SftpFolders {
  return createFolders(base, (sftp, path) => sftp.lstat(path))
}

/** Creates the missing folders of an absolute path. Links are followed: whoever set up the target chose the path. */
export function makeSftpFolder(sftp: Sftp, path: string): Promise<void> {
  const folders = createFolders('', (_sftp, folder) => sftp.stat(folder))
  return folders.make(sftp, `${path.replace(/^\/+/, '')}/x`)
}

type Look = (sftp: Sftp, path: string) => Promise<{ isDirectory(): boolean }>

function createFolders(base: string, look: Look): SftpFolders {
  const known = new Map<string, Promise<void>>([['', Promise.resolve()]])
  async function create(sftp: Sftp, folder: string): Promise<void> {
    await ensure(sftp, folderOf(folder))
    const path = `${base}/${folder}`
    if (!(await isFolder(sftp, look, path))) await sftp.mkdir(path)
  }
  function ensure(sftp: Sftp, folder: string): Promise<void> {
    const making = known.get(folder) ?? create(sftp, folder)
    known.set(folder, making)
    making.catch(() => known.delete(folder))
    return making
  }
  async function isThere(sftp: Sftp, folder: string): Promise<boolean> {
    if (known.has(folder)) return true
    if (!(await isThere(sftp, folderOf(folder)))) return false
    const path = `${base}/${folder}`
    const is = await isFolder(sftp, look, path).catch(falseIfOther)
    if (is) known.set(folder, Promise.resolve())
    return is
  }
  return {
    add: (path) => known.set(path, Promise.resolve()),
    forget: (path) => known.delete(path),
    make: (sftp, path) => ensure(sftp, folderOf(path)),
    has: (sftp, path) => isThere(sftp, folderOf(path)),
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function falseIfOther(error: unknown): boolean {
  if (error instanceof NotAFolderError) return false
  throw error
}

/** False if nothing is there. @throws DeployError if something else is */
async function isFolder(sftp: Sftp, look: Look, path: string): Promise<boolean> {
  try {
    if ((await look(sftp, path)).isDirectory()) return true
  } catch (error) {
    if (!isMissing(error)) throw error
    return false
  }
  throw new NotAFolderError(path)
}
