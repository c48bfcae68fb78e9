/** Checks the files in the data folder before anything opens them. */

import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { GalleyError } from '../../errors.js'
import { dataFolders } from './folders.js'

/** How the names of the files begin that are opened at the start: `index.db` has others beside it. */
const OPENED = ['lock', 'server.key', 'galley.db', 'index.db']
const FOLDERS = ['sites', 'trash', 'tmp']

/**
 * @throws GalleyError `validation_failed` for a pipe or a device: to open one could take for ever; and for what this user
 *   may not read and write
 */
export function requireUsableFiles(data: string): void {
  requireAccess(data, { data, isFolder: true })
  for (const name of readdirSync(data)) {
    const file = path.join(data, name)
    const isFolder = FOLDERS.includes(name)
    if (!isFolder && !OPENED.some((begin) => name.startsWith(begin))) continue
    const found = statSync(file, { throwIfNoEntry: false })
    if (found === undefined) continue
    requireAccess(file, { data, isFolder })
    if (isFolder || found.isFile() || found.isDirectory()) continue
    throw new GalleyError(
      'validation_failed',
      `${file} is not a regular file: replace or remove it.`,
    )
  }
}

interface Wanted {
  /** The data folder. */
  readonly data: string
  readonly isFolder: boolean
}

function requireAccess(file: string, { data, isFolder }: Wanted): void {
  const { R_OK, W_OK, X_OK } = constants
  try {
    accessSync(file, R_OK | W_OK | (isFolder ? X_OK : 0))
  } catch (error) {
    const message = `You may not read and write ${file}: run Galley as the user who owns ${data}, or chown all that is in it.`
    throw new GalleyError('validation_failed', message, { cause: error })
  }
}

/** A file without which a data folder can't be used, and which nothing can make again. */
export class LostFileError extends GalleyError {
  /** @param loss what is missing, and what is lost with it */
  constructor(data: string, loss: string) {
    super(
      'conflict',
      `${data} ${loss} Nothing was changed. Put the file back, or restore a backup into a new ` +
        'folder (galley restore FILE --data FOLDER). To begin anew, name an empty folder with --data.',
    )
  }
}

/**
 * Refuses a data folder that has been in use and has no records any more: with new, empty ones its sites would belong
 * to nobody.
 *
 * @throws LostFileError
 */
export function requireRecords(data: string): void {
  const { records } = dataFolders(data)
  const isThere = (statSync(records, { throwIfNoEntry: false })?.size ?? 0) > 0
  if (isThere || !hasBeenUsed(data)) return
  throw new LostFileError(
    data,
    'has no records (galley.db), though it has been in use: they have the users, the sites and ' +
      'their settings.',
  )
}

/** The records are made first of all, so whatever else a server makes shows that there were some. */
function hasBeenUsed(data: string): boolean {
  const { serverKey, index, sites, trash, site } = dataFolders(data)
  if (existsSync(serverKey) || existsSync(index)) return true
  const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
  const isSite = (id: string) => existsSync(site(id).repository)
  return namesIn(sites).some(isSite) || namesIn(trash).length > 0
}
