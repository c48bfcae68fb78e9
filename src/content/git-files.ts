/**
 * Files that git itself reads in every folder, and that other hosts look into before they take a history:
 * one bad `.gitmodules` or `.gitattributes` in one old commit, and none of them takes it any more.
 *
 * @see git's fsck.c (gitmodules*, gitattributes*), path.c (is_ntfs_dot_generic), utf8.c (is_hfs_dot_generic)
 */

/** A name that every file system spells in its own way. */
type GitFile = '.gitmodules' | '.gitattributes'

/** Characters that HFS+ passes over in a name. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** With the short names that NTFS gives: the first six letters, or the beginning of a hash. */
const FILES: readonly { readonly file: GitFile; readonly short: string; readonly hash: string }[] =
  [
    { file: '.gitmodules', short: 'gitmod', hash: 'gi7eba' },
    { file: '.gitattributes', short: 'gitatt', hash: 'gi7d29' },
  ]

/** A line of `.gitattributes` that git does not read any more. */
const MAX_LINE_BYTES = 2048
/** More is not looked at, and not taken; git's own limit is 100 MB. */
export const MAX_ATTRIBUTES_BYTES = 1024 * 1024

/** Which of git's files some file system takes this name for. */
function gitFileOf(segment: string): GitFile | null {
  const folded = segment.replace(IGNORED, '').toLowerCase()
  // NTFS: what follows a colon names a stream, dots and blanks at the end do not count.
  const bare = (folded.split(':', 1)[0] ?? '').replace(/(?<![. ])[. ]+$/, '')
  const [beginning = '', digits] = bare.split('~', 2)
  const isNumbered = digits !== undefined && /^[1-9]\d{0,7}$/.test(digits)
  for (const { file, short, hash } of FILES) {
    if (bare === file) return file
    if (isNumbered && (beginning === short || hash.startsWith(beginning))) return file
  }
  return null
}

/**
 * Why a file that is written here can't have this path, or null. A push is looked over by git, which
 * knows what in such a file is well.
 */
export function gitFileReason(path: string): string | null {
  const segments = path.split('/')
  for (const [at, segment] of segments.entries()) {
    const file = gitFileOf(segment)
    if (file === null) continue
    if (at < segments.length - 1)
      return `has a folder named like ${file}, which is a file that git reads`
    if (file === '.gitmodules') return 'means .gitmodules, which git itself reads: push it'
  }
  return null
}

/** Whether git reads the file at a path as `.gitattributes`. */
export function isAttributesPath(path: string): boolean {
  return gitFileOf(path.slice(path.lastIndexOf('/') + 1)) === '.gitattributes'
}

/** Why these can't be the bytes of `.gitattributes`, or null. */
export function attributesReason(data: Uint8Array): string | null {
  for (let from = 0; from < data.length;) {
    const next = data.indexOf(0x0a, from)
    const end = next < 0 ? data.length : next
    if (end - from >= MAX_LINE_BYTES) {
      return `has a line of ${MAX_LINE_BYTES} bytes or more, longer than git reads`
    }
    from = end + 1
  }
  return null
}
