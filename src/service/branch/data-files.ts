/** Checks the files in the data folder before anything opens them. */

import { accessSync, constants, statSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { GalleyError } from '../../errors.js'

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
