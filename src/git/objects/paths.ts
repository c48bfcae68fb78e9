/** Rules for paths inside trees that hold for everything that is written. Pure. */
import { GitError } from '../program/git-error.js'

/** Code points that HFS+ ignores in names; `.g\u200cit` is `.git` there. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/**
 * True if some file system treats this name as `.git`: other case, ignorable characters, compatibility forms, NTFS
 * short names (`git~1`), trailing dots and spaces, alternate streams (`.git::$…`).
 *
 * @see git's fsck message hasDotgit, CVE-2014-9390
 */
export function isDotGit(name: string): boolean {
  const folded = name.normalize('NFKC').replace(IGNORED, '').toLowerCase()
  const base = folded.split(/[:\\]/, 1)[0] ?? ''
  return /^(\.git|git~\d+)[. ]*$/.test(base)
}

/** True if a tree may contain this name: not empty, `.` or `..`, no slash, no NUL, no `.git`. */
function isTreeName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name) && !isDotGit(name)
}

/** Splits a path into names. @throws GitError `invalid` for a path that a tree must not contain */
export function splitPath(path: string): string[] {
  const names = path.split('/')
  if (!names.every(isTreeName)) {
    throw new GitError('invalid', `Not a path: ${JSON.stringify(path)}`)
  }
  return names
}

/** Joins a folder (empty for the root) and a name. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** Folder of a path; empty at the root. */
export function folderOfPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
