/** Which file names are safe on a target, and Galley's own names there: the manifest and temporary files. */

import { randomBytes } from 'node:crypto'
import { DeployError } from '../network/deploy-error.js'
import { quoteName } from '../network/remote-text.js'

/** Path of the manifest on the target. */
export const MANIFEST_PATH = '.galley-manifest.json'

/** Prefix of temporary files on a target; they are in the same folder as the manifest. */
export const TEMPORARY_PREFIX = '.galley-tmp-'

/** A temporary name that was never used before. */
export function temporaryName(what = ''): string {
  return `${TEMPORARY_PREFIX}${what}${randomBytes(12).toString('hex')}`
}

/** True for Galley's own files on a target, which are no content. */
export function isReserved(path: string): boolean {
  return path === MANIFEST_PATH || path.startsWith(TEMPORARY_PREFIX)
}

/**
 * True if a name in a listing, or a segment of a path, is safe to use in commands: not empty, not `.` or `..`, no
 * slash or backslash, no control characters, at most 255 bytes.
 */
export function isSafeSegment(name: string): boolean {
  if (name === '' || name === '.' || name === '..') return false
  return !/[/\\\u0000-\u001f\u007f]/.test(name) && Buffer.byteLength(name) <= 255
}

/** True if every segment of a relative path is safe, with at most 1,024 bytes and 32 levels. */
export function isSafePath(path: string): boolean {
  const segments = path.split('/')
  return Buffer.byteLength(path) <= 1024 && segments.length <= 32 && segments.every(isSafeSegment)
}

/** @throws DeployError `bad_name` for a path that must not be sent to a target */
export function checkPath(path: string): void {
  if (!isSafePath(path) || isReserved(path)) {
    throw new DeployError('bad_name', `${quoteName(path)} is not a name that can be published`)
  }
}

/** A key that is equal for paths that differ only in case or Unicode normal form. */
export function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase().toUpperCase().toLowerCase()
}

/** The folders above a path, the nearest first: `a/b/c` has `a/b` and `a`. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = []
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    folders.push(path.slice(0, end))
  }
  return folders
}
