/**
 * Rules for the paths of files: which are allowed, which are equal on a file system that ignores case, and which are
 * conflict copies. Every interface (path parameter, body, upload, ZIP, push) checks paths here.
 *
 * @see src/http/README.md (Source); git's own rules for `.git` on HFS+ and NTFS are in its path.c and utf8.c
 */

import { Buffer } from 'node:buffer'

export const MAX_SEGMENT_BYTES = 255
const MAX_PATH_BYTES = 1024

/** Characters that HFS+ ignores in a name, and others without a glyph. */
const IGNORED =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|[\ufe00-\ufe0f]/g
const BEYOND_ASCII = /[^\u0000-\u007f]/
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** Why a path from the site's root is refused, as a predicate ("contains a backslash"); null for a good path. */
export function checkPath(path: string): string | null {
  if (path === '') return 'must not be empty'
  if (/\p{Surrogate}/u.test(path)) return 'is not valid Unicode'
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `is over ${MAX_PATH_BYTES} bytes`
  if (path.includes('\\')) return 'contains a backslash'
  if (CONTROL.test(path)) return 'contains a control character'
  if (path.normalize('NFC') !== path) return 'is not in Unicode normal form C'
  for (const segment of path.split('/')) {
    const reason = checkSegment(segment)
    if (reason !== null) return reason
  }
  return null
}

function checkSegment(segment: string): string | null {
  if (segment === '') return 'contains an empty segment'
  if (segment === '.' || segment === '..') return `contains "${segment}"`
  if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES)
    return `has a name over ${MAX_SEGMENT_BYTES} bytes`
  return isGitName(segment) ? 'contains a spelling of .git' : null
}

/** True for every spelling that some file system treats as `.git`. */
export function isGitName(segment: string): boolean {
  const folded = segment.normalize('NFKC').replace(IGNORED, '').normalize('NFKC')
  // On NTFS, a colon begins the name of a stream, and dots and spaces at the end are ignored.
  const bare = folded.toLowerCase().split(':', 1)[0] ?? ''
  return /^(?:\.git|git~\d+)[. ]*$/.test(bare)
}

/** The path without case. Of paths with equal folds, a file system that ignores case can have only one. */
export function foldPath(path: string): string {
  if (!BEYOND_ASCII.test(path)) return path.toLowerCase()
  // Upper case first makes ß equal to ss, ſ to s, and the two forms of small sigma equal.
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC').replaceAll('ς', 'σ')
}

const MARK = /\.conflict-[0-9a-f]{7,8}(-\d+)?(?=(\.[^./]*)?(\/|$))/g

/** The path that a conflict copy is the second version of. */
export function originalOf(path: string): string {
  return path.replace(MARK, '').replace(/^conflict-[0-9a-f]{7}(-\d+)?-/, '')
}

const MARKED = /\.conflict-[0-9a-f]{7,8}(-\d+)?(\.[^.]*)?$/
/** The form for paths that are too long for a mark before the extension. */
const AT_ROOT = /^conflict-[0-9a-f]{7}(-\d+)?-[^/]*$/

/**
 * True for a conflict copy, and for paths in a folder that is one: the second version of a file, kept because two
 * changes could not be merged (`post.conflict-1a2b3c4d.md`). Conflict copies are part of the source, but are not built.
 * `service/worktree/disk-merge.ts` and `service/sync/names.ts` make the names.
 */
export function isConflictCopy(path: string): boolean {
  if (!path.includes('conflict-')) return false
  return AT_ROOT.test(path) || path.split('/').some((segment) => MARKED.test(segment))
}
