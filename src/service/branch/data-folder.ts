/** Makes the data folder, and the folders in it that everything else relies on. */

import { constants } from 'node:fs'
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { GalleyError } from '../../errors.js'
import { lockData } from '../../store/data-lock.js'
import { hasCode, isFullDisk } from '../../system/errno.js'
import { requireRecords, requireUsableFiles } from './data-files.js'
import { createDeletionReserve } from './deletion-reserve.js'
import { dataFolders, type DataFolders } from './folders.js'

/**
 * Makes the data folder if there is none, and locks it for this process.
 *
 * @throws GalleyError for a folder that can't be used; StoreError `in_use`
 */
export async function takeDataFolder(
  data: string,
  { warn, mayClear }: Taking,
): Promise<ReturnType<typeof lockData>> {
  const folders = dataFolders(data)
  const { sites, trash, temporary } = folders
  await makeDataFolder(data)
  requireUsableFiles(data)
  requireRecords(data)
  for (const folder of [sites, trash]) await makeDataFolder(folder)
  await warnOfOpenFolder(data, warn)
  const lock = await withRoom(folders, { warn, mayClear }, () => lockData(path.join(data, 'lock')))
  if (mayClear) await rm(temporary, { recursive: true, force: true })
  await mkdir(temporary, { recursive: true })
  return lock
}

interface Taking {
  readonly warn: (fields: object, message: string) => void
  /** False for a command that must change nothing: it leaves what a killed process has left, and what is kept for deletions. */
  readonly mayClear: boolean
}

/**
 * Opens a file that takes room. On a full disk, it gets what is kept for deletions, so that the server can start, be
 * read, and have something deleted.
 *
 * @throws GalleyError `insufficient_storage` if that is not enough
 */
export async function withRoom<Result>(
  { records, reserve }: DataFolders,
  { warn, mayClear }: Taking,
  open: () => Result,
): Promise<Result> {
  if (mayClear) await createDeletionReserve({ file: reserve, warn }).release()
  try {
    return open()
  } catch (error) {
    if (!isFullDisk(error)) throw error
    const message = `The disk of ${path.dirname(records)} is full, and no room is left for a start: make some (a few MB), then start again.`
    throw new GalleyError('insufficient_storage', message, { cause: error })
  }
}

/** @throws GalleyError `validation_failed` that names the folder that can't be created */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    const message = `The folder ${folder} can't be created${reason}: name a data folder in which you may write with --data.`
    throw new GalleyError('validation_failed', message, { cause: error })
  }
}

/** Node's own `recursive` never ends in a folder that answers ENOENT to every `mkdir`, such as `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  const make = () => mkdir(folder, { mode: 0o750 })
  try {
    await make()
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    const parent = path.dirname(folder)
    if (!hasCode(error, 'ENOENT') || parent === folder) throw error
    await makeFolder(parent)
    await make()
  }
}

/** Copies the files of an index that nobody uses. @returns the path of the copy */
export async function copyIndex(index: string, folder: string): Promise<string> {
  const copy = path.join(folder, path.basename(index))
  for (const suffix of ['', '-wal', '.state'])
    await copyFile(index + suffix, copy + suffix, constants.COPYFILE_FICLONE).catch(
      (error: unknown) => {
        if (!hasCode(error, 'ENOENT')) throw error
      },
    )
  return copy
}

/** Warns if others can enter the data folder, which contains the server's key, if its group can write, or another user owns it. */
async function warnOfOpenFolder(
  data: string,
  warn: (fields: object, message: string) => void,
): Promise<void> {
  const { uid, mode } = await stat(data)
  if (uid !== 0 && uid !== process.getuid?.()) {
    const owner = 'another user owns the data folder and can replace all that is in it: chown it'
    warn({ data, uid }, owner)
  }
  const fields = { data, mode: (mode & 0o777).toString(8) }
  const group = 'the group of the data folder can replace all that is in it: chmod g-w'
  if ((mode & 0o020) !== 0) warn(fields, group)
  const others = 'other users of this machine can access the data folder: chmod o-rwx'
  if ((mode & 0o007) !== 0) warn(fields, others)
}
