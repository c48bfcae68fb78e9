/** Checks the files in the data folder before anything opens them. */

import { statSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { GalleyError } from '../../errors.js'

/** How the names of the files begin that are opened at the start: `index.db` has others beside it. */
const OPENED = ['lock', 'server.key', 'galley.db', 'index.db']

/** @throws GalleyError `validation_failed` for a pipe or a device: to open one could take for ever */
export function requireRegularFiles(data: string): void {
  for (const name of readdirSync(data)) {
    const file = path.join(data, name)
    if (!OPENED.some((begin) => name.startsWith(begin))) continue
    const found = statSync(file, { throwIfNoEntry: false })
    if (found === undefined || found.isFile() || found.isDirectory()) continue
    throw new GalleyError(
      'validation_failed',
      `${file} is not a regular file: replace or remove it.`,
    )
  }
}
