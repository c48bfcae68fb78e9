/**
 * Parses and edits trees in git's format: `<mode> <name>\0<20 bytes of oid>`, one after another, sorted as if names
 * of folders ended with a slash. Pure. Works on the raw bytes, so entries that are not edited keep their bytes
 * exactly.
 *
 * @see git's Documentation/technical and base_name_compare for the order
 */
import { createYielder, forEachYielding, sortYielding } from '../../system/yielding.js'
import type { Oid } from './oid.js'
import { inheritParts, partBefore, partFor, type Cut } from './tree-parts.js'
import { compareSpans, spanAt, type Span } from './tree-span.js'

/** Modes of files: regular, executable, symbolic link, submodule. */
export type Mode = '100644' | '100755' | '120000' | '160000'

/** Modes of what a tree may contain. */
export type TreeMode = Mode | '040000'

/** An entry of a tree. */
export interface TreeEntry {
  readonly name: string
  readonly mode: TreeMode
  readonly oid: Oid
}

const SLASH = 0x2f
const SPACE = 0x20

function modeAt(tree: Buffer, at: number): TreeMode {
  const mode = tree.toString('latin1', at, tree.indexOf(SPACE, at))
  if (mode === '40000' || mode === '040000') return '040000'
  if (mode === '120000' || mode === '160000') return mode
  // Very old trees have group bits (100664); git reads only the owner's executable bit.
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

/** All entries by name. Yields to the event loop: a folder may have 100,000 entries. @throws GitError `corrupt` */
export async function entriesByName(tree: Buffer): Promise<Map<string, TreeEntry>> {
  const entries = new Map<string, TreeEntry>()
  await eachSpan(tree, (span, at) => {
    const entry = entryAt(tree, at, span)
    entries.set(entry.name, entry)
  })
  return entries
}

/** The entry with this name, or null. */
export function findInTree(tree: Buffer, name: string): TreeEntry | null {
  const wanted = Buffer.from(name)
  const [asFile, asFolder] = [startFor(tree, wanted), startFor(tree, Buffer.from(`${name}/`))]
  const found = findBetween(tree, wanted, asFile)
  return found ?? (asFolder.from === asFile.from ? null : findBetween(tree, wanted, asFolder))
}

interface Stretch {
  readonly from: number
  readonly to: number
}

function findBetween(tree: Buffer, wanted: Buffer, { from, to }: Stretch): TreeEntry | null {
  for (let at = from; at < to;) {
    const span = spanAt(tree, at)
    if (isNamed(tree, span, wanted)) return entryAt(tree, at, span)
    at = span.end
  }
  return null
}

/** The part of a tree in which a key would be. */
function startFor(tree: Buffer, key: Buffer): Stretch {
  return partFor(tree, (at) => compareKey(key, tree, spanAt(tree, at)) >= 0)
}

function isNamed(tree: Buffer, span: Span, wanted: Buffer): boolean {
  if (span.nameEnd - span.name !== wanted.length) return false
  for (let at = 0; at < wanted.length; at++) {
    if (tree[span.name + at] !== wanted[at]) return false
  }
  return true
}

/** A name in a tree. */
export interface TreeName {
  readonly name: string
  readonly isFolder: boolean
}

const BEYOND_ASCII = /[\u0080-\u00ff]/

/** Names between two checks whether to yield to the event loop. */
const NAMES_A_LOOK = 500

/**
 * Only the names of a tree, in git's order. Takes a fifth of the time of `parseTree`, and yields to the event loop.
 */
export async function namesInTree(tree: Buffer): Promise<TreeName[]> {
  const names: TreeName[] = []
  await eachSpan(tree, (span) => {
    const bytes = tree.toString('latin1', span.name, span.nameEnd)
    const name = BEYOND_ASCII.test(bytes) ? tree.toString('utf8', span.name, span.nameEnd) : bytes
    names.push({ name, isFolder: span.isTree })
  })
  return names
}

/** Describes names that some file systems treat as the same. */
export interface NamesAlike {
  /**
   * Returns equal texts for names that are the same. Must turn ASCII into lower case, and change nothing else in
   * ASCII.
   */
  readonly fold: (name: string) => string
  readonly name: string
}

/** The names of a tree that match another name, in git's order. Other names are not decoded. */
export async function namesLikeIn(tree: Buffer, { fold, name }: NamesAlike): Promise<TreeName[]> {
  const folded = fold(name)
  const wanted = Buffer.from(folded)
  const isAscii = wanted.length === folded.length
  const names: TreeName[] = []
  await eachSpan(tree, (span) => {
    const kind = kindOf(tree, span, wanted)
    if (kind === 'other' || (kind === 'alike' && !isAscii)) return
    const text = tree.toString('utf8', span.name, span.nameEnd)
    if (kind === 'alike' || fold(text) === folded) names.push({ name: text, isFolder: span.isTree })
  })
  return names
}

/** Compares a name with lower-case bytes; names with other characters than ASCII must be folded first. */
function kindOf(tree: Buffer, span: Span, wanted: Buffer): 'alike' | 'other' | 'beyond ASCII' {
  let isAlike = span.nameEnd - span.name === wanted.length
  for (let at = span.name; at < span.nameEnd; at++) {
    const byte = tree[at] ?? 0
    if (byte >= 0x80) return 'beyond ASCII'
    const small = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte
    if (small !== wanted[at - span.name]) isAlike = false
  }
  return isAlike ? 'alike' : 'other'
}

async function eachSpan(tree: Buffer, act: (span: Span, at: number) => void): Promise<void> {
  const yieldIfDue = createYielder()
  let done = 0
  for (let at = 0; at < tree.length;) {
    const span = spanAt(tree, at)
    act(span, at)
    at = span.end
    done += 1
    if (done % NAMES_A_LOOK === 0) await yieldIfDue()
  }
}

/** The new entry for a name; null to remove it. */
export type TreeEdit = { readonly mode: TreeMode; readonly oid: Oid } | null

/** The sort key of a name, as a file or (with a slash) as a folder, and its new entry, if any. */
interface KeyedEntry {
  readonly key: Buffer
  readonly bytes: Buffer
}

/**
 * Adds, replaces and removes entries of a tree. Other entries are copied as bytes. Yields to the event loop.
 *
 * @param edits by name; null for a name without an entry changes nothing
 */
export async function spliceTree(
  tree: Buffer,
  edits: ReadonlyMap<string, TreeEdit>,
): Promise<Buffer> {
  const cuts = await cutsOf(tree, await sortedPlaces(edits, tree.length > 0))
  const pieces: Buffer[] = []
  let kept = 0
  await forEachYielding(cuts, ({ at, end, bytes }) => {
    pieces.push(tree.subarray(kept, at), bytes)
    kept = end
  })
  const edited = Buffer.concat([...pieces, tree.subarray(kept)])
  inheritParts(tree, edited, cuts)
  return edited
}

async function cutsOf(tree: Buffer, places: readonly KeyedEntry[]): Promise<Cut[]> {
  const cuts: Cut[] = []
  let at = 0
  await forEachYielding(places, ({ key, bytes }) => {
    at = Math.max(at, startFor(tree, key).from)
    let end = at
    while (at < tree.length) {
      const span = spanAt(tree, at)
      const order = compareKey(key, tree, span)
      end = order === 0 ? span.end : at
      if (order <= 0) break
      at = end = span.end
    }
    if (end > at || bytes.length > 0) cuts.push({ at, end, bytes })
    at = end
  })
  return cuts
}

/**
 * Two keys for each name, because an edit may turn a folder into a file.
 *
 * @param hasOthers true if the tree has entries that they may replace
 */
async function sortedPlaces(
  edits: ReadonlyMap<string, TreeEdit>,
  hasOthers: boolean,
): Promise<KeyedEntry[]> {
  const places: KeyedEntry[] = []
  await forEachYielding(edits, ([name, edit]) => {
    const bytes = edit === null ? NOTHING : formatEntry(name, edit)
    const isFolder = edit?.mode === '040000'
    if (hasOthers || !isFolder)
      places.push({ key: Buffer.from(name), bytes: isFolder ? NOTHING : bytes })
    if (hasOthers || isFolder)
      places.push({ key: Buffer.from(`${name}/`), bytes: isFolder ? bytes : NOTHING })
  })
  return sortYielding(places, (a, b) => Buffer.compare(a.key, b.key))
}

const NOTHING = Buffer.alloc(0)
const OID_BYTES = 20

function formatEntry(name: string, edit: { mode: TreeMode; oid: Oid }): Buffer {
  // Git writes the mode of folders without the leading zero.
  const mode = edit.mode === '040000' ? '40000' : edit.mode
  const head = `${mode} ${name}\0`
  const length = Buffer.byteLength(head)
  const bytes = Buffer.allocUnsafe(length + OID_BYTES)
  bytes.write(head)
  bytes.write(edit.oid, length, 'hex')
  return bytes
}

/** Compares a key with an entry; 0 if it is the key of that entry. */
function compareKey(key: Buffer, tree: Buffer, span: Span): number {
  const length = span.nameEnd - span.name
  const shared = Math.min(key.length, length)
  for (let at = 0; at < shared; at++) {
    const order = (key[at] ?? 0) - (tree[span.name + at] ?? 0)
    if (order !== 0) return order
  }
  if (key.length <= length) return key.length === length && !span.isTree ? 0 : -1
  if (!span.isTree) return 1
  if (key[length] !== SLASH) return (key[length] ?? 0) - SLASH
  return key.length === length + 1 ? 0 : 1
}

/** One name that differs between two trees. */
interface TreeDifference {
  readonly before: TreeEntry | null
  readonly after: TreeEntry | null
}

/**
 * Names that differ between two trees, in git's order. A file and a folder of the same name are two
 * differences, as in git.
 */
export function compareTrees(a: Buffer, b: Buffer): TreeDifference[] {
  return [...eachDifference(a, b)]
}

/** Like {@link compareTrees}, one at a time. */
export function* eachDifference(a: Buffer, b: Buffer): Generator<TreeDifference> {
  const tail = sharedEnd(a, b)
  let i = lastBoundary(a, sharedStart(a, b))
  let j = i
  while (i < a.length || j < b.length) {
    // The rest of both trees is equal.
    if (a.length - i === b.length - j && a.length - i <= tail) break
    const left = i < a.length ? spanAt(a, i) : null
    const right = j < b.length ? spanAt(b, j) : null
    const order = compareSpans(a, left, { tree: b, span: right })
    const same = order === 0 && left && right && a.compare(b, j, right.end, i, left.end) === 0
    if (!same) {
      yield {
        before: left && order <= 0 ? entryAt(a, i, left) : null,
        after: right && order >= 0 ? entryAt(b, j, right) : null,
      }
    }
    if (left && order <= 0) i = left.end
    if (right && order >= 0) j = right.end
  }
}

/** Bytes compared at a time. */
const BLOCK = 4096

function sharedStart(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at + BLOCK <= most && a.compare(b, at, at + BLOCK, at, at + BLOCK) === 0) at += BLOCK
  while (at < most && a[at] === b[at]) at++
  return at
}

function sharedEnd(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at + BLOCK <= most) {
    const [endA, endB] = [a.length - at, b.length - at]
    if (a.compare(b, endB - BLOCK, endB, endA - BLOCK, endA) !== 0) break
    at += BLOCK
  }
  while (at < most && a[a.length - at - 1] === b[b.length - at - 1]) at++
  return at
}

/** The beginning of the entry that contains the byte at an offset. */
function lastBoundary(tree: Buffer, offset: number): number {
  let at = partBefore(tree, offset)
  while (at < tree.length) {
    const { end } = spanAt(tree, at)
    if (end > offset) break
    at = end
  }
  return at
}
