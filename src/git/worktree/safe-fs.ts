/**
 * Reads and writes files below a root that others can change at any time. Symbolic links are never followed.
 *
 * Each folder on the path is opened with O_NOFOLLOW, and files in it are accessed through the open folder
 * (`/proc/self/fd` on Linux), so replacing a folder by a link meanwhile has no effect. On other systems each
 * component is only checked when it is opened.
 */
import {
  close,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  renameSync,
  unlinkSync,
} from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { lstat, mkdir, open, rename, rmdir, stat, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ignore, temporaryName } from '../../system/durable.js'
import { GitError, ioError } from '../program/git-error.js'
import { hasCode } from '../../system/errno.js'
import { forEachYielding } from '../../system/yielding.js'

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** True if open folders have a path, as on Linux. */
const BY_HANDLE = existsSync('/proc/self/fd')

/** Prefix of Galley's temporary files in a working tree; scans ignore them. */
export const TEMPORARY = '.galley-tmp-'

/** An open folder. Names in it cannot be redirected. */
export interface OpenFolder {
  /** Path of a file in the folder, valid while the folder is open. */
  at(name: string): string
}

/** The folder to open. */
interface FolderRequest {
  readonly root: string
  /** Folder below the root, with slashes; empty for the root itself. */
  readonly folder: string
  /** True to create missing folders. */
  readonly create: boolean
}

interface Held extends OpenFolder {
  readonly handle: FileHandle
}

/**
 * Runs `work` with an open folder. If the folder does not exist and `create` is false, returns null without running
 * it.
 *
 * @throws GitError `unsafe_path` if a component is a symbolic link or not a folder, `io`
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

/** The path of the root itself may contain links: the operator chose it. */
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

/** State of a file, without following links; null if there is nothing. */
export async function statIn(folder: OpenFolder, name: string): Promise<BigIntStats | null> {
  try {
    return await lstat(folder.at(name), { bigint: true })
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw ioError(error, `Looking at ${name}`)
  }
}

/**
 * Like `statIn`, but synchronous: an asynchronous call takes several times as long as the call itself. For many files,
 * yield in between.
 */
export function statNow(folder: OpenFolder, name: string): BigIntStats | null {
  try {
    return lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false }) ?? null
  } catch (error) {
    throw ioError(error, `Looking at ${name}`)
  }
}

/**
 * States of many files, with time for others between them.
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
    states.push(statNow(folder, name))
  })
  return states
}

/** State of the open folder itself. */
export async function statFolder(folder: OpenFolder): Promise<BigIntStats> {
  try {
    // Follows the link in `/proc`: its own times mean nothing.
    return await stat(folder.at('.'), { bigint: true })
  } catch (error) {
    throw ioError(error, 'Looking at a folder')
  }
}

/** Content of a regular file, and its state while it was read; null for anything else. */
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

/** A regular file that is held open, whatever its name leads to meanwhile. */
export interface HeldFile {
  readonly fd: number
  /** Its state when it was opened. */
  readonly stats: BigIntStats
}

/** Null for what is no regular file or can't be read. Synchronous for the same reason as `statNow`. */
function holdFile(folder: OpenFolder, name: string): HeldFile | null {
  let fd: number | undefined
  try {
    fd = openSync(folder.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    const stats = stateOfHeld({ fd })
    if (stats.isFile()) return { fd, stats }
  } catch {
    // Examined by its name then.
  }
  if (fd !== undefined) void letGo({ fd })
  return null
}

/** The state that a held file has now. */
export function stateOfHeld({ fd }: Pick<HeldFile, 'fd'>): BigIntStats {
  return fstatSync(fd, { bigint: true })
}

const closeLater = promisify(close)

/**
 * Lets a held file go. Does not fail. Not synchronous: the last who closes a file without a name waits until its place
 * on the disk is free.
 */
export async function letGo({ fd }: Pick<HeldFile, 'fd'>): Promise<void> {
  await closeLater(fd).catch(ignore)
}

/** True if nobody has written between two looks at the same file. Its ctime says less: a rename changes it. */
export function isUnwritten(before: BigIntStats, now: BigIntStats): boolean {
  const { ino, size, mtimeNs, mode } = before
  return ino === now.ino && size === now.size && mtimeNs === now.mtimeNs && mode === now.mode
}

/** Who writes to a file all the time is not disturbed. */
const MAX_TRIES = 10

/** What was done to a name. */
interface Done {
  /**
   * The file that it led to before, for the caller to close; null if there was none, or none that can be read. Who had
   * opened it before may still write to it.
   */
  readonly old: HeldFile | null
}

interface Taking {
  /** Examines the file; if false, nothing changes. */
  readonly isOurs: () => Promise<boolean>
  /** Changes the name. */
  readonly act: () => Promise<void> | void
}

/**
 * Takes a name from the file that it leads to. The file is opened before it is examined, so that whatever is written to
 * it afterwards is not lost with it; and looked at once more immediately before. If somebody has written to it
 * meanwhile, it is examined again.
 *
 * @returns null if nothing was changed
 */
async function takeName(
  folder: OpenFolder,
  name: string,
  { isOurs, act }: Taking,
): Promise<Done | null> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const old = holdFile(folder, name)
    let isTaken = false
    try {
      const before = old?.stats ?? statNow(folder, name)
      if (!(await isOurs())) return null
      if (isStill(folder, name, before)) {
        await act()
        isTaken = true
        return { old }
      }
    } finally {
      if (old && !isTaken) await letGo(old)
    }
  }
  return null
}

/** Synchronous: what happens between this and the change is lost. */
function isStill(folder: OpenFolder, name: string, before: BigIntStats | null): boolean {
  const now = statNow(folder, name)
  return before === null || now === null ? before === now : isUnwritten(before, now)
}

/** A file to write. */
interface NewFile {
  readonly name: string
  readonly data: Uint8Array
  readonly executable: boolean
  /** Called shortly before the file is replaced; if false, nothing changes. */
  readonly mayReplace: () => Promise<boolean>
}

interface Written extends Done {
  /** The state of the new file; null if somebody has already changed, replaced or removed it. */
  readonly stats: BigIntStats | null
}

/** The rename of a longer file takes milliseconds (the file system places its data), and must not block others. */
const MAX_AT_ONCE = 1_000_000

/**
 * Writes a file by temporary file and rename.
 *
 * @returns null if `mayReplace` was false, or somebody has changed the file since
 */
export async function writeIn(folder: OpenFolder, file: NewFile): Promise<Written | null> {
  const temporary = temporaryName(TEMPORARY)
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
  const handle = await open(folder.at(temporary), flags, file.executable ? 0o755 : 0o644)
  const move = () => {
    const names = [folder.at(temporary), folder.at(file.name)] as const
    return file.data.length > MAX_AT_ONCE ? rename(...names) : renameSync(...names)
  }
  let done: Done | null
  let own: BigIntStats
  try {
    await handle.writeFile(file.data)
    own = stateOfHeld(handle)
    await handle.close()
    done = await takeName(folder, file.name, { isOurs: file.mayReplace, act: move })
    if (done === null) await unlink(folder.at(temporary))
  } catch (error) {
    await handle.close().catch(ignore)
    await unlink(folder.at(temporary)).catch(ignore)
    if (hasCode(error, 'EISDIR', 'ENOTEMPTY', 'EEXIST')) return null
    throw ioError(error, `Writing ${file.name}`)
  }
  // A rename changes the ctime, so the state is read after it.
  const stats = done && statNow(folder, file.name)
  return done && { ...done, stats: stats && isUnwritten(own, stats) ? stats : null }
}

/**
 * Removes a file unless somebody changes it meanwhile. A missing file is no error.
 *
 * @param mayRemove called shortly before the file is removed; if false, nothing changes
 * @returns null if nothing was changed
 */
export async function removeUnlessEdited(
  folder: OpenFolder,
  name: string,
  mayRemove: () => Promise<boolean>,
): Promise<Done | null> {
  const remove = () => {
    try {
      unlinkSync(folder.at(name))
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw ioError(error, `Removing ${name}`)
    }
  }
  return takeName(folder, name, { isOurs: mayRemove, act: remove })
}

/** Removes a file. A missing file is no error. */
export async function removeIn(folder: OpenFolder, name: string): Promise<void> {
  await unlink(folder.at(name)).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw ioError(error, `Removing ${name}`)
  })
}

/** Removes an empty folder. @returns false if it is not empty */
export async function removeFolderIn(folder: OpenFolder, name: string): Promise<boolean> {
  try {
    await rmdir(folder.at(name))
    return true
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EBUSY')) return false
    throw ioError(error, `Removing ${name}`)
  }
}
