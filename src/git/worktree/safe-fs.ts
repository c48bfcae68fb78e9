/**
 * Files below a root that others write to as well: no symbolic link is ever followed.
 *
 * Each folder on the way is opened with O_NOFOLLOW, and what is done in it goes through the open
 * folder (`/proc/self/fd` on Linux), so a link that is swapped in meanwhile leads nowhere. Where
 * there is no such path each component is checked as it is opened, and the check is all there is.
 */
import { constants, existsSync, lstatSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { lstat, mkdir, open, rename, rmdir, stat, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { ignore, temporaryName } from '../../system/durable.js'
import { GitError, ioError } from '../program/git-error.js'
import { hasCode } from '../../system/errno.js'
import { forEachYielding } from '../../system/yielding.js'

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** Whether open folders can be named, as on Linux. */
const BY_HANDLE = existsSync('/proc/self/fd')

/** Prefix of our temporary files in a working tree; scans leave them out. */
export const TEMPORARY = '.galley-tmp-'

/** A folder that is open; a name in it cannot be led astray. */
export interface OpenFolder {
  /** Path of a name directly in the folder, good while the folder is open. */
  at(name: string): string
}

/** Which folder. */
interface FolderRequest {
  readonly root: string
  /** Folder below the root, with slashes; empty for the root itself. */
  readonly folder: string
  /** Whether missing folders are made. */
  readonly create: boolean
}

interface Held extends OpenFolder {
  readonly handle: FileHandle
}

/**
 * Runs `work` with a folder open; null, without running it, if the folder does not exist and is not
 * to be made.
 *
 * @throws GitError `unsafe_path` if a component is a symbolic link or no folder, `io`
 */
export async function inFolder<T>(
  request: FolderRequest,
  work: (folder: OpenFolder) => Promise<T>,
): Promise<T | null> {
  let current = await hold(request.root, 0).catch((error: unknown) => {
    throw ioError(error, `Opening ${request.root}`)
  })
  try {
    for (const name of request.folder === '' ? [] : request.folder.split('/')) {
      const next = await enter(current, name, request.create)
      if (next === null) return null
      await current.handle.close()
      current = next
    }
    return await work(current)
  } finally {
    await current.handle.close().catch(ignore)
  }
}

/** The root itself may be reached through links: the operator chose it. */
async function hold(path: string, noFollow: number): Promise<Held> {
  const handle = await open(path, O_RDONLY | O_DIRECTORY | noFollow)
  const base = BY_HANDLE ? `/proc/self/fd/${handle.fd}` : path
  return { handle, at: (name) => join(base, name) }
}

async function enter(parent: Held, name: string, create: boolean): Promise<Held | null> {
  try {
    return await hold(parent.at(name), O_NOFOLLOW)
  } catch (error) {
    if (hasCode(error, 'ELOOP', 'ENOTDIR')) {
      throw new GitError('unsafe_path', `${name} is no folder.`, { cause: error })
    }
    if (!hasCode(error, 'ENOENT')) throw ioError(error, `Opening ${name}`)
    if (!create) return null
  }
  await mkdir(parent.at(name)).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw ioError(error, `Making ${name}`)
  })
  return enter(parent, name, false)
}

/** State of a name, links not followed; null if there is nothing. */
export async function statIn(folder: OpenFolder, name: string): Promise<BigIntStats | null> {
  try {
    return await lstat(folder.at(name), { bigint: true })
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw ioError(error, `Looking at ${name}`)
  }
}

/**
 * States of many names, at once: what it takes to hand each call to another thread and back is several
 * times the call.
 *
 * @param before called before each
 */
export async function statAllIn(
  folder: OpenFolder,
  names: readonly string[],
  before: () => void,
): Promise<(BigIntStats | null)[]> {
  const states: (BigIntStats | null)[] = []
  await forEachYielding(names, (name) => {
    before()
    try {
      states.push(lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false }) ?? null)
    } catch (error) {
      throw ioError(error, `Looking at ${name}`)
    }
  })
  return states
}

/** State of an open folder itself. */
export async function statFolder(folder: OpenFolder): Promise<BigIntStats> {
  try {
    // Through the link that names what is open: of a link, its own times say nothing.
    return await stat(folder.at('.'), { bigint: true })
  } catch (error) {
    throw ioError(error, 'Looking at a folder')
  }
}

/** Content of a regular file and its state when it was read; null if it is anything else. */
export async function readIn(
  folder: OpenFolder,
  name: string,
): Promise<{ data: Buffer; stats: BigIntStats } | null> {
  let handle: FileHandle
  try {
    handle = await open(folder.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ELOOP', 'ENXIO')) return null
    throw ioError(error, `Reading ${name}`)
  }
  try {
    const stats = await handle.stat({ bigint: true })
    return stats.isFile() ? { data: await handle.readFile(), stats } : null
  } finally {
    await handle.close()
  }
}

/** A file to be put in place. */
interface NewFile {
  readonly name: string
  readonly data: Uint8Array
  readonly executable: boolean
  /** Asked right before the file is put in place; false leaves everything as it was. */
  readonly mayReplace: () => Promise<boolean>
}

/** Writes a file by temporary file and rename; its state afterwards, or null if it may not be. */
export async function writeIn(folder: OpenFolder, file: NewFile): Promise<BigIntStats | null> {
  const temporary = temporaryName(TEMPORARY)
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
  const handle = await open(folder.at(temporary), flags, file.executable ? 0o755 : 0o644)
  try {
    await handle.writeFile(file.data)
    await handle.close()
    if (!(await file.mayReplace())) {
      await unlink(folder.at(temporary))
      return null
    }
    await rename(folder.at(temporary), folder.at(file.name))
  } catch (error) {
    await handle.close().catch(ignore)
    await unlink(folder.at(temporary)).catch(ignore)
    if (hasCode(error, 'EISDIR', 'ENOTEMPTY', 'EEXIST')) return null
    throw ioError(error, `Writing ${file.name}`)
  }
  // A rename sets the time of the last change of state, so what is kept is what is there now.
  return statIn(folder, file.name)
}

/** Removes a file; that it is gone already is well. */
export async function removeIn(folder: OpenFolder, name: string): Promise<void> {
  await unlink(folder.at(name)).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw ioError(error, `Removing ${name}`)
  })
}

/** Removes an empty folder; false if something is in it. */
export async function removeFolderIn(folder: OpenFolder, name: string): Promise<boolean> {
  try {
    await rmdir(folder.at(name))
    return true
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EBUSY')) return false
    throw ioError(error, `Removing ${name}`)
  }
}
