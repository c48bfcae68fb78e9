/** Names of Galley's own on a target: its manifest and its temporary files. */

import { randomBytes } from 'node:crypto'
import { DeployError } from '../network/deploy-error.js'
import { quoteName } from '../network/remote-text.js'

/** Where a deployment keeps its manifest on the target. */
export const MANIFEST_PATH = '.galley-manifest.json'

/** How temporary files on a target begin; they lie beside the manifest. */
export const TEMPORARY_PREFIX = '.galley-tmp-'

/** A name for a file on its way that no upload has ever had. */
export function temporaryName(what = ''): string {
  return `${TEMPORARY_PREFIX}${what}${randomBytes(12).toString('hex')}`
}

/** Whether a path below the target's folder is Galley's own and no content. */
export function isReserved(path: string): boolean {
  return path === MANIFEST_PATH || path.startsWith(TEMPORARY_PREFIX)
}

/**
 * Whether a name in a listing, or one segment of a path, may be used in a command: not empty, no
 * dot names, no slash or backslash, no control characters, at most 255 bytes.
 */
export function isSafeSegment(name: string): boolean {
  if (name === '' || name === '.' || name === '..') return false
  return !/[/\\\u0000-\u001f\u007f]/.test(name) && Buffer.byteLength(name) <= 255
}

/** Whether every segment of a relative path is safe, at most 1,024 bytes and 32 levels deep. */
export function isSafePath(path: string): boolean {
  const segments = path.split('/')
  return Buffer.byteLength(path) <= 1024 && segments.length <= 32 && segments.every(isSafeSegment)
}

/** @throws DeployError `bad_name` for a path that must not leave the machine */
export function checkPath(path: string): void {
  if (!isSafePath(path) || isReserved(path)) {
    throw new DeployError('bad_name', `${quoteName(path)} is not a name that can be published`)
  }
}

/** What a file system that ignores case and normal form takes a path for. */
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
