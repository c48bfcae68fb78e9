/** Checks the trees of a push before anything uses them. */
import { EMPTY_TREE } from './oid.js'
import type { Oid } from './oid.js'
import { joinPath } from './paths.js'
import { treeBytes } from './reader.js'
import type { ObjectReader } from './reader.js'
import { treeOf } from './snapshot.js'
import { compareTrees, parseTree } from './tree.js'
import type { TreeEntry, TreeMode } from './tree.js'

/** The rules for a tree. */
interface TreeRules {
  /** Says why a path is not allowed, or null. Called for new and changed files and folders. */
  readonly refuse: (path: string, mode: TreeMode) => string | null
  /** Most entries that changed folders may have together; 200,000 if left out. */
  readonly maxEntries?: number
  /** Deepest folder; 32 if left out. */
  readonly maxDepth?: number
  /** True to refuse names that are equal but for case, for a disk that can't hold both. */
  readonly refuseTwins?: boolean
}

const MAX_ENTRIES = 200_000
const MAX_DEPTH = 32
/** Most reasons that are reported. */
const MAX_REASONS = 10

/**
 * What is wrong with the tree of a commit, at most ten reasons; empty if it is fine. Subtrees that `known` has at the
 * same place are not checked again.
 */
export async function checkTree(
  reader: ObjectReader,
  commits: { readonly known: Oid | null; readonly commit: Oid },
  rules: TreeRules,
): Promise<string[]> {
  const [known, tree] = [await treeOf(reader, commits.known), await treeOf(reader, commits.commit)]
  const walk: Walk = { reader, rules, reasons: [], entries: 0, over: false }
  await checkFolder(walk, {
    path: '',
    known: known ?? EMPTY_TREE,
    tree: tree ?? EMPTY_TREE,
    depth: 0,
  })
  return walk.reasons.slice(0, MAX_REASONS)
}

interface Walk {
  readonly reader: ObjectReader
  readonly rules: TreeRules
  readonly reasons: string[]
  entries: number
  over: boolean
}

interface Folder {
  readonly path: string
  readonly known: Oid
  readonly tree: Oid
  readonly depth: number
}

async function checkFolder(walk: Walk, folder: Folder): Promise<void> {
  if (folder.tree === folder.known || walk.over || walk.reasons.length >= MAX_REASONS) return
  const [before, after] = [
    await treeBytes(walk.reader, folder.known),
    await treeBytes(walk.reader, folder.tree),
  ]
  const entries = parseTree(after)
  walk.entries += entries.length
  const { maxEntries = MAX_ENTRIES, maxDepth = MAX_DEPTH } = walk.rules
  if (walk.entries > maxEntries) {
    return over(walk, `There are more than ${maxEntries} files and folders to look at.`)
  }
  if (folder.depth > maxDepth) return over(walk, `Folders lie deeper than ${maxDepth}.`)
  const differing = compareTrees(before, after)
  if (walk.rules.refuseTwins === true) {
    const fresh = differing.flatMap(({ before, after }) => (after && !before ? [after.name] : []))
    checkCollisions(walk, folder.path, { entries, fresh: new Set(fresh) })
  }
  for (const { before: old, after: entry } of differing) {
    if (entry && !walk.over) await checkEntry(walk, folder, { old, entry })
  }
}

/** Stops at a limit, and reports only that. */
function over(walk: Walk, reason: string): void {
  walk.reasons.splice(0, walk.reasons.length, reason)
  walk.over = true
}

async function checkEntry(
  walk: Walk,
  folder: Folder,
  { old, entry }: { readonly old: TreeEntry | null; readonly entry: TreeEntry },
): Promise<void> {
  const path = joinPath(folder.path, entry.name)
  const reason = entry.name.includes('\ufffd')
    ? 'The name is not UTF-8.'
    : walk.rules.refuse(path, entry.mode)
  if (reason !== null) walk.reasons.push(`${printable(path)}: ${reason}`)
  else if (entry.mode === '040000') {
    const known = old?.mode === '040000' ? old.oid : EMPTY_TREE
    await checkFolder(walk, { path, known, tree: entry.oid, depth: folder.depth + 1 })
  }
}

/** Reports two names that some file system treats as one, if one of them is new. */
function checkCollisions(
  walk: Walk,
  folder: string,
  names: { readonly entries: readonly TreeEntry[]; readonly fresh: ReadonlySet<string> },
): void {
  const taken = new Map<string, string>()
  for (const { name } of names.entries) {
    const folded = foldName(name)
    const other = taken.get(folded)
    if (other !== undefined && (names.fresh.has(name) || names.fresh.has(other))) {
      const path = printable(joinPath(folder, name))
      walk.reasons.push(`${path}: The name differs from ${printable(other)} only in case.`)
    }
    taken.set(folded, name)
  }
}

/** Key of a name; names with equal keys collide on some file system (upper case turns ß into SS). */
function foldName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

/** Makes text from outside safe for a terminal: no control characters, limited length. */
export function printable(text: string): string {
  const clean = text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '?')
  return clean.length > 200 ? `${clean.slice(0, 199)}…` : clean
}
