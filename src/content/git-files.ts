/**
 * Checks files that git itself reads in every folder. Git hosts check them in all commits that they receive: one bad
 * `.gitmodules` or `.gitattributes` in an old commit, and they refuse the whole history.
 *
 * @see git's fsck.c (gitmodules*, gitattributes*), path.c (is_ntfs_dot_generic), utf8.c (is_hfs_dot_generic)
 */

/** A file that some file systems also find under other spellings. */
type GitFile = '.gitmodules' | '.gitattributes'

/** Characters that HFS+ ignores in a name. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** Files with their short names on NTFS: the first six letters, or the beginning of a hash. */
const FILES: readonly { readonly file: GitFile; readonly short: string; readonly hash: string }[] =
  [
    { file: '.gitmodules', short: 'gitmod', hash: 'gi7eba' },
    { file: '.gitattributes', short: 'gitatt', hash: 'gi7d29' },
  ]

/** From this length on, git ignores a line of `.gitattributes`. */
const MAX_LINE_BYTES = 2048
/** Longer files are refused without being read; git's own limit is 100 MB. */
export const MAX_ATTRIBUTES_BYTES = 1024 * 1024

/** The file of git that some file system finds under this name, or null. */
function gitFileOf(segment: string): GitFile | null {
  const folded = segment.replace(IGNORED, '').toLowerCase()
  // On NTFS, a colon begins the name of a stream, and dots and spaces at the end are ignored.
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
 * Why a file that is written without git cannot have this path, or null. In a push, git checks the content of such
 * files.
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

/** True if git reads the file at a path as `.gitattributes`. */
export function isAttributesPath(path: string): boolean {
  return gitFileOf(path.slice(path.lastIndexOf('/') + 1)) === '.gitattributes'
}

/** Why these bytes cannot be a `.gitattributes`, or null. */
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
