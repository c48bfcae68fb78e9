/** Finds where the entries of a tree begin and end in its bytes, and compares them in git's order. */
import { GitError } from '../program/git-error.js'

const SLASH = 0x2f
const SPACE = 0x20
const OID_BYTES = 20
/** Digits. */
const MAX_MODE_BYTES = 6

/** The parts of an entry, as offsets into the tree's bytes. */
export interface Span {
  readonly name: number
  readonly nameEnd: number
  readonly end: number
  readonly isTree: boolean
}

/** Parses the entry at an offset. @throws GitError `corrupt` */
export function spanAt(tree: Buffer, at: number): Span {
  // Loops over bytes, because calling `indexOf` costs more than a short name: a folder may have 100,000 entries.
  let name = at
  while (name - at < MAX_MODE_BYTES && tree[name] !== SPACE) name++
  if (tree[name] !== SPACE) throw malformed()
  name++
  let nameEnd = name
  while (nameEnd < tree.length && tree[nameEnd] !== 0) nameEnd++
  const end = nameEnd + 1 + OID_BYTES
  if (end > tree.length) throw malformed()
  return { name, nameEnd, end, isTree: tree[at] === 0x34 }
}

function malformed(): GitError {
  return new GitError('corrupt', 'A tree is malformed.')
}

/** Compares two entries, of one tree or of two; null sorts last. */
export function compareSpans(
  a: Buffer,
  left: Span | null,
  other: { readonly tree: Buffer; readonly span: Span | null },
): number {
  const right = other.span
  if (left === null) return 1
  if (right === null) return -1
  // The byte after the name is NUL for a file; for a folder it counts as a slash.
  const shared = Math.min(left.nameEnd - left.name, right.nameEnd - right.name)
  for (let at = 0; at < shared; at++) {
    const order = (a[left.name + at] ?? 0) - (other.tree[right.name + at] ?? 0)
    if (order !== 0) return order
  }
  return byteAfter(a, left, shared) - byteAfter(other.tree, right, shared)
}

function byteAfter(tree: Buffer, span: Span, offset: number): number {
  const at = span.name + offset
  return at < span.nameEnd ? (tree[at] ?? 0) : span.isTree ? SLASH : 0
}
