/** Writing files so that they are there, whole, after a power cut: temporary file, fsync, rename. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mapLimited } from './parallel.js'
import { hasCode } from './errno.js'
import { syncFileSystem } from './file-system-sync.js'

/** A name that no other writer of this or another process uses. */
export function temporaryName(prefix: string): string {
  return `${prefix}${process.pid}_${randomBytes(8).toString('hex')}`
}

/** Makes the names in a folder durable (a rename is, only once its folder is), or the content of a file. */
export async function syncPath(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const SYNCED_AT_ONCE = 16
/** Beyond so many files and folders the whole file system is asked for once, which then is quicker. */
const MANY = 300

/** Makes every file and folder below a folder durable, the folder, and its own name. */
export async function syncTree(root: string): Promise<void> {
  const isLarge = (await pathsBelow(root, MANY)).length > MANY
  if (isLarge && (await syncFileSystem(root))) return syncPath(dirname(root))
  await syncEach([...(await pathsBelow(root)), root, dirname(root)])
}

/** Files and folders; no more are looked for when there are more than `most`. */
async function pathsBelow(root: string, most = Infinity): Promise<string[]> {
  const paths: string[] = []
  const folders = [root]
  for (const folder of folders) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      // A link is a name in its folder and nothing more.
      if (!entry.isSymbolicLink()) paths.push(path)
    }
    if (paths.length > most) break
  }
  return paths
}

/**
 * Makes files and folders of one file system durable.
 *
 * @throws Error also where the file system could not write something else: it does not say what
 */
export async function syncAll(paths: readonly string[]): Promise<void> {
  const [first] = paths
  if (first !== undefined && paths.length > MANY && (await syncFileSystem(first))) return
  await syncEach(paths)
}

async function syncEach(paths: readonly string[]): Promise<void> {
  await mapLimited(paths, SYNCED_AT_ONCE, syncPath)
}

/** Creates a folder and those above it; each new name is made durable in its parent. */
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
 * Creates a file that did not exist, lets `fill` write it and makes its content durable.
 * On any failure the file is removed again and the error thrown.
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

/** Replaces a file by new content in one step; a reader sees the old bytes or the new. */
export async function replaceFile(path: string, data: Uint8Array | string): Promise<void> {
  const temporary = temporaryName(`${path}.tmp_`)
  await writeTemporary({ path: temporary, mode: 0o644 }, (handle) => handle.writeFile(data))
  await rename(temporary, path).catch(async (error: unknown) => {
    await removeIfThere(temporary).catch(ignore)
    throw error
  })
  await syncPath(dirname(path))
}

/** Removes a file; that it was not there is well. */
export async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
  })
}

/** For clean-up after a failure, whose error is the one to report. */
export function ignore(): void {
  // The first error is already on its way to the caller.
}
