/**
 * The paths of a site's files: which are allowed, which are the same where case does not count, and which are
 * conflict copies. Every interface (path parameter, body, upload, ZIP, push) checks paths here.
 *
 * @see src/http/README.md (Source); git's own rules for `.git` on HFS+ and NTFS are in its path.c and utf8.c
 */

import { Buffer } from 'node:buffer'

export const MAX_SEGMENT_BYTES = 255
const MAX_PATH_BYTES = 1024
const MAX_DEPTH = 32

/** Characters that HFS+ passes over in a name, and others without a glyph. */
const IGNORED =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|[\ufe00-\ufe0f]/g
const BEYOND_ASCII = /[^\u0000-\u007f]/
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?$/i

/** Why a path from the site's root is refused (said of the path: "contains a backslash"), or null for a good one. */
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

/** True for every spelling of `.git` that some file system takes for it. */
export function isGitName(segment: string): boolean {
  const folded = segment.normalize('NFKC').replace(IGNORED, '').normalize('NFKC')
  // NTFS: what follows a colon names a stream, dots and blanks at the end do not count.
  const bare = folded.toLowerCase().split(':', 1)[0] ?? ''
  return /^(?:\.git|git~\d+)[. ]*$/.test(bare)
}

/**
 * Reasons beyond `checkPath` for which a path gives trouble on some machine: names of Windows devices,
 * dots and blanks at the end of a name, characters that Windows refuses, more than 32 folders.
 */
export function strictPathReason(path: string): string | null {
  const reason = checkPath(path)
  if (reason !== null) return reason
  const segments = path.split('/')
  if (segments.length > MAX_DEPTH) return `is deeper than ${MAX_DEPTH} folders`
  for (const segment of segments) {
    if (WINDOWS_DEVICE.test(segment))
      return `has "${segment}" in it, the name of a device on Windows`
    if (/[. ]$/.test(segment)) return `has "${segment}" in it, which ends with a dot or a blank`
    if (/[<>:"|?*]/.test(segment))
      return `has "${segment}" in it, with a character that Windows refuses`
  }
  return null
}

/** The path in one case: two paths with the same fold cannot both exist where case does not count. */
export function foldPath(path: string): string {
  if (!BEYOND_ASCII.test(path)) return path.toLowerCase()
  // Upper before lower makes ß and ss, ſ and s, final and other sigma the same.
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC').replaceAll('ς', 'σ')
}

const MARKED = /\.conflict-[0-9a-f]{7,8}(-\d+)?(\.[^.]*)?$/
/** For paths that are too long for a mark before the extension. */
const AT_ROOT = /^conflict-[0-9a-f]{7}(-\d+)?-[^/]*$/

/**
 * Whether a path is a conflict copy, or lies in a folder that is one: the second version of a file, kept because two
 * changes could not be merged (`post.conflict-1a2b3c4d.md`). Such files are part of the source, but they are neither
 * documents, pages nor static files, and are not built. `service/worktree/disk-merge.ts` and
 * `service/sync/names.ts` make the names.
 */
export function isConflictCopy(path: string): boolean {
  if (!path.includes('conflict-')) return false
  return AT_ROOT.test(path) || path.split('/').some((segment) => MARKED.test(segment))
}
