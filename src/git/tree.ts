/**
 * Trees as git stores them: `<mode> <name>\0<20 bytes of oid>` after one another, sorted as if the
 * names of folders ended in a slash. Pure; works on the raw bytes, so that an entry that is not
 * touched keeps its bytes whatever they are.
 *
 * @see git's Documentation/technical and base_name_compare for the order
 */
import { GitError } from './git-error.js'
import type { Oid } from './oid.js'

/** Modes of what a path may be: file, executable file, symbolic link, submodule. */
export type Mode = '100644' | '100755' | '120000' | '160000'

/** Modes of what a tree may contain. */
export type TreeMode = Mode | '040000'

/** One line of a tree. */
export interface TreeEntry {
  readonly name: string
  readonly mode: TreeMode
  readonly oid: Oid
}

const SLASH = 0x2f
const SPACE = 0x20
const OID_BYTES = 20

/** Where the entry that begins at `at` has its parts. Offsets into the tree's bytes. */
interface Span {
  readonly name: number
  readonly nameEnd: number
  readonly end: number
  readonly isTree: boolean
}

function spanAt(tree: Buffer, at: number): Span {
  const name = tree.indexOf(SPACE, at) + 1
  const nameEnd = tree.indexOf(0, name)
  const end = nameEnd + 1 + OID_BYTES
  if (name === 0 || nameEnd < 0 || end > tree.length || name - at > 7) {
    throw new GitError('corrupt', 'A tree is malformed.')
  }
  return { name, nameEnd, end, isTree: tree[at] === 0x34 }
}

function modeAt(tree: Buffer, at: number): TreeMode {
  const mode = tree.toString('latin1', at, tree.indexOf(SPACE, at))
  if (mode === '40000' || mode === '040000') return '040000'
  if (mode === '120000' || mode === '160000') return mode
  // Ancient trees have group bits (100664); git reads only the owner's executable bit.
  return (Number.parseInt(mode, 8) & 0o100) === 0 ? '100644' : '100755'
}

function entryAt(tree: Buffer, at: number, span: Span): TreeEntry {
  return {
    name: tree.toString('utf8', span.name, span.nameEnd),
    mode: modeAt(tree, at),
    oid: tree.toString('hex', span.nameEnd + 1, span.end),
  }
}

/** All entries of a tree in git's order. @throws GitError `corrupt` */
export function parseTree(tree: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let at = 0; at < tree.length;) {
    const span = spanAt(tree, at)
    entries.push(entryAt(tree, at, span))
    at = span.end
  }
  return entries
}

/** The entry with this name, or null. */
export function findInTree(tree: Buffer, name: string): TreeEntry | null {
  const wanted = Buffer.from(name)
  for (let at = 0; at < tree.length;) {
    const span = spanAt(tree, at)
    if (isNamed(tree, span, wanted)) return entryAt(tree, at, span)
    at = span.end
  }
  return null
}

function isNamed(tree: Buffer, span: Span, wanted: Buffer): boolean {
  return (
    span.nameEnd - span.name === wanted.length &&
    tree.compare(wanted, 0, wanted.length, span.name, span.nameEnd) === 0
  )
}

/** One name to put into a tree, or with null to take out. */
export type TreeEdit = { readonly mode: TreeMode; readonly oid: Oid } | null

interface Insertion {
  readonly key: Buffer
  readonly bytes: Buffer
}

/**
 * A tree with some names put in, replaced or taken out. Untouched entries are copied as bytes.
 *
 * @param edits by name; a name without an entry and with null changes nothing
 */
export function spliceTree(tree: Buffer, edits: ReadonlyMap<string, TreeEdit>): Buffer {
  const insertions = sortedInsertions(edits)
  const edited = editedNames(edits)
  const parts: Buffer[] = []
  let kept = 0
  let next = 0
  for (let at = 0; at < tree.length;) {
    const span = spanAt(tree, at)
    const before = next
    while (next < insertions.length && compareKey(insertions[next], tree, span) < 0) next++
    const dropped = edited(tree, span)
    if (next > before || dropped) {
      parts.push(tree.subarray(kept, at))
      for (const insertion of insertions.slice(before, next)) parts.push(insertion.bytes)
      kept = dropped ? span.end : at
    }
    at = span.end
  }
  parts.push(tree.subarray(kept))
  for (const insertion of insertions.slice(next)) parts.push(insertion.bytes)
  return Buffer.concat(parts)
}

function sortedInsertions(edits: ReadonlyMap<string, TreeEdit>): Insertion[] {
  const insertions: Insertion[] = []
  for (const [name, edit] of edits) {
    if (edit === null) continue
    const key = Buffer.from(edit.mode === '040000' ? `${name}/` : name)
    insertions.push({ key, bytes: formatEntry(name, edit) })
  }
  return insertions.sort((a, b) => Buffer.compare(a.key, b.key))
}

function formatEntry(name: string, edit: { mode: TreeMode; oid: Oid }): Buffer {
  // Git writes the mode of folders without the leading zero.
  const mode = edit.mode === '040000' ? '40000' : edit.mode
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(edit.oid, 'hex')])
}

/** Answers whether an entry's name is edited; decodes only names of a length that occurs. */
function editedNames(edits: ReadonlyMap<string, TreeEdit>) {
  const names = new Set([...edits.keys()].map((name) => Buffer.from(name).toString('latin1')))
  const lengths = new Set([...names].map((name) => name.length))
  return (tree: Buffer, span: Span): boolean =>
    lengths.has(span.nameEnd - span.name) &&
    names.has(tree.toString('latin1', span.name, span.nameEnd))
}

function compareKey(insertion: Insertion | undefined, tree: Buffer, span: Span): number {
  if (insertion === undefined) return 1
  const { key } = insertion
  const length = span.nameEnd - span.name
  const shared = Math.min(key.length, length)
  const order = key.compare(tree, span.name, span.name + shared, 0, shared)
  if (order !== 0) return order
  if (key.length <= length) return key.length === length && !span.isTree ? 0 : -1
  if (!span.isTree) return 1
  if (key[length] !== SLASH) return (key[length] ?? 0) - SLASH
  return key.length === length + 1 ? 0 : 1
}

/** One name that differs between two trees. */
export interface TreeDifference {
  readonly before: TreeEntry | null
  readonly after: TreeEntry | null
}

/**
 * Names that differ between two trees, in git's order. A file and a folder of the same name are two
 * differences, as in git.
 */
export function compareTrees(a: Buffer, b: Buffer): TreeDifference[] {
  const found: TreeDifference[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const left = i < a.length ? spanAt(a, i) : null
    const right = j < b.length ? spanAt(b, j) : null
    const order = compareSpans(a, left, { tree: b, span: right })
    const same = order === 0 && left && right && a.compare(b, j, right.end, i, left.end) === 0
    if (!same) {
      found.push({
        before: left && order <= 0 ? entryAt(a, i, left) : null,
        after: right && order >= 0 ? entryAt(b, j, right) : null,
      })
    }
    if (left && order <= 0) i = left.end
    if (right && order >= 0) j = right.end
  }
  return found
}

function compareSpans(
  a: Buffer,
  left: Span | null,
  other: { readonly tree: Buffer; readonly span: Span | null },
): number {
  const right = other.span
  if (left === null) return 1
  if (right === null) return -1
  // The byte after the name is NUL for a file; a folder's counts as a slash.
  const shared = Math.min(left.nameEnd - left.name, right.nameEnd - right.name)
  const order = a.compare(
    other.tree,
    right.name,
    right.name + shared,
    left.name,
    left.name + shared,
  )
  return order !== 0 ? order : byteAfter(a, left, shared) - byteAfter(other.tree, right, shared)
}

function byteAfter(tree: Buffer, span: Span, offset: number): number {
  const at = span.name + offset
  return at < span.nameEnd ? (tree[at] ?? 0) : span.isTree ? SLASH : 0
}
