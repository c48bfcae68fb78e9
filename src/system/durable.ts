/** Writes files so that they survive a power failure completely or not at all: temporary file, fsync, rename. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mapLimited } from './parallel.js'
import { hasCode } from './errno.js'
import { syncFileSystem } from './file-system-sync.js'

/** A name that no other writer uses, in this or another process. */
export function temporaryName(prefix: string): string {
  return `${prefix}${process.pid}_${randomBytes(8).toString('hex')}`
}

/** Makes the content of a file durable, or the names in a folder: a rename is durable once its folder is. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const SYNCED_AT_ONCE = 16
/** For more files and folders than this, syncing the whole file system once is faster. */
const MANY = 300

/** Makes a folder durable, with everything below it and its own name. */
export async function syncTree(root: string): Promise<void> {
  const isLarge = (await pathsBelow(root, MANY)).length > MANY
  if (isLarge && (await syncFileSystem(root))) return syncPath(dirname(root))
  await syncEach([...(await pathsBelow(root)), root, dirname(root)])
}

/** All files and folders below a folder. Stops when it has found more than `most`. */
async function pathsBelow(root: string, most = Infinity): Promise<string[]> {
  const paths: string[] = []
  const folders = [root]
  for (const folder of folders) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      // A symbolic link is stored in its folder.
      if (!entry.isSymbolicLink()) paths.push(path)
    }
    if (paths.length > most) break
  }
  return paths
}

/**
 * Makes files and folders of one file system durable.
 *
 * @throws Error also if other files could not be written: the file system does not say which
 */
export async function syncAll(paths: readonly string[]): Promise<void> {
  const [first] = paths
  if (first !== undefined && paths.length > MANY && (await syncFileSystem(first))) return
  await syncEach(paths)
}

async function syncEach(paths: readonly string[]): Promise<void> {
  await mapLimited(paths, SYNCED_AT_ONCE, syncPath)
}

/** Creates a folder and missing parents, and makes each new name durable. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    if (!hasCode(error, 'ENOENT')) throw error
    await makeFolder(dirname(folder))
    return makeFolder(folder)
  }
  await syncPath(dirname(folder))
}

interface TemporaryOptions {
  /** Path of the new file; must not exist. */
  readonly path: string
  /** Permission bits, before umask. */
  readonly mode: number
}

/**
 * Creates a new file, lets `fill` write it, and makes its content durable. If anything fails, it removes the file and
 * throws the error.
 */
export async function writeTemporary(
  options: TemporaryOptions,
  fill: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await open(options.path, 'wx', options.mode)
  try {
    await fill(handle)
    await handle.sync()
    await handle.close()
  } catch (error) {
    await handle.close().catch(ignore)
    await removeIfThere(options.path).catch(ignore)
    throw error
  }
}

/** Replaces the content of a file atomically: a reader sees either the old or the new bytes. */
export async function replaceFile(
  path: string,
  data: Uint8Array | string,
  mode = 0o644,
): Promise<void> {
  const temporary = temporaryName(`${path}.tmp_`)
  await writeTemporary({ path: temporary, mode }, (handle) => handle.writeFile(data))
  await rename(temporary, path).catch(async (error: unknown) => {
    await removeIfThere(temporary).catch(ignore)
    throw error
  })
  await syncPath(dirname(path))
}

/** Removes a file if it exists. */
export async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
  })
}

/** Ignores an error of the clean-up after a failure. */
export function ignore(): void {
  // The caller gets the error of the failure itself.
}
