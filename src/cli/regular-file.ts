/** Checks the files and folders that are named on the command line, before the work begins. */

import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import path from 'node:path'
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

/** @throws CommandError unless there is a regular file that may be read */
export function requireReadable(file: string): void {
  requireRegularFile(file)
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new CommandError(`There is no file ${file}.`)
  if (found.isDirectory()) throw new CommandError(`${file} is a folder: name a file.`)
  if (!isAllowed(file, constants.R_OK)) throw new CommandError(`You may not read ${file}.`)
}

/** @throws CommandError if there is something already, which would be lost */
export function requireAbsent(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return
  throw new CommandError(`${file} exists: name another file, or add --force to replace it.`)
}

/** @throws CommandError unless a regular file may be written there, or replaced */
export function requireWritable(file: string): void {
  requireRegularFile(file)
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isDirectory()) throw new CommandError(`${file} is a folder: name a file in it.`)
  const folder = path.dirname(path.resolve(file))
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder) throw new CommandError(`There is no folder ${folder}: create it first.`)
  if (!isAllowed(folder, constants.W_OK)) throw new CommandError(`You may not write to ${folder}.`)
}

function isAllowed(file: string, mode: number): boolean {
  try {
    accessSync(file, mode)
    return true
  } catch {
    return false
  }
}

/** @throws CommandError if a path that leads through a folder comes to a symbolic link below it */
export function requireNoLinkBelow(folder: string, file: string): void {
  const below = path.relative(folder, file)
  if (below === '..' || below.startsWith(`..${path.sep}`) || path.isAbsolute(below)) return
  let place = folder
  for (const name of below.split(path.sep)) {
    place = path.join(place, name)
    if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue
    throw new CommandError(`${place} is a symbolic link of the site: name another --destination.`)
  }
}
