/** Checks the files that are named on the command line. */

import { statSync } from 'node:fs'
import { CommandError } from './command-error.js'

/**
 * What is not there, or is a folder, passes: whoever opens it reports that.
 *
 * @throws CommandError for a pipe or a device: to read one could take for ever, and a file that is written would
 *   replace it
 */
export function requireRegularFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined || found.isFile() || found.isDirectory()) return
  throw new CommandError(`${file} is a pipe or a device: name a regular file.`)
}
