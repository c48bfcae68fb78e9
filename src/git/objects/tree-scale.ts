/**
 * Measures how much trees contain and how much commits change, before anything walks them.
 *
 * A tree that occurs in ten places is one object: a few kilobytes can describe more files than a disk can store. So
 * each object is read once, and its content is multiplied by the number of places.
 */
import { EMPTY_TREE } from './oid.js'
import type { Oid } from './oid.js'
import { GitError } from '../program/git-error.js'
import type { ObjectReader } from './reader.js'
import { compareTrees, parseTree } from './tree.js'
import type { TreeEntry } from './tree.js'

/** Size of a tree, with repeated subtrees counted each time. */
export interface TreeWeight {
  /** Files and folders below it. */
  readonly entries: number
  /** Levels of folders below it; 0 if it has only files. */
  readonly height: number
}

/** How one tree differs from another. */
interface TreeGrowth {
  /** New, deleted or changed files and folders. */
  readonly changes: number
  /** Additional files and folders; negative if it has fewer. */
  readonly entries: number
  /** Levels down to the deepest new folder; 0 if there is none. */
  readonly height: number
}

/** Measures trees and caches the results, because objects never change. */
export interface TreeScale {
  /** @throws GitError `too_large` where more was read than is allowed */
  weigh(tree: Oid): Promise<TreeWeight>
  /** @throws GitError `too_large` where more was read than is allowed */
  compare(before: Oid, after: Oid): Promise<TreeGrowth>
}

interface ScaleOptions {
  /** Most entries to read, counting each object once. */
  readonly maxRead: number
  /** Known weights, also of other repositories; new ones are added. */
  readonly weights?: Map<Oid, TreeWeight>
}

/** A tree of this size holds about a million entries. */
const TREE_BYTES = 32 * 1024 * 1024
const NOTHING: TreeGrowth = { changes: 0, entries: 0, height: 0 }

/** Creates a scale for one check. */
export function createTreeScale(reader: ObjectReader, options: ScaleOptions): TreeScale {
  const { maxRead, weights = new Map<Oid, TreeWeight>() } = options
  const growths = new Map<string, TreeGrowth>()
  let read = 0
  const count = (entries: number): void => {
    read += entries
    if (read > maxRead) throw new GitError('too_large', 'The trees hold too many different files.')
  }
  const weigh = async (tree: Oid): Promise<TreeWeight> => {
    const known = weights.get(tree)
    if (known) return known
    const items = parseTree(await treeBytes(reader, tree))
    count(items.length + 1)
    let entries = items.length
    let height = 0
    for (const { mode, oid } of items) {
      if (mode !== '040000') continue
      const inner = await weigh(oid)
      entries += inner.entries
      height = Math.max(height, inner.height + 1)
    }
    const weight = { entries, height }
    weights.set(tree, weight)
    return weight
  }
  const weighSide = async (entry: TreeEntry | null): Promise<TreeWeight> => {
    if (entry === null) return { entries: 0, height: 0 }
    if (entry.mode !== '040000') return { entries: 1, height: 0 }
    const { entries, height } = await weigh(entry.oid)
    return { entries: entries + 1, height: height + 1 }
  }
  const compare = async (before: Oid, after: Oid): Promise<TreeGrowth> => {
    if (before === after) return NOTHING
    const key = `${before} ${after}`
    const known = growths.get(key)
    if (known) return known
    const differing = compareTrees(await treeBytes(reader, before), await treeBytes(reader, after))
    count(differing.length + 1)
    let sum = NOTHING
    for (const { before: old, after: fresh } of differing) {
      const isFolder = old?.mode === '040000' && fresh?.mode === '040000'
      sum = add(
        sum,
        isFolder
          ? below(await compare(old.oid, fresh.oid))
          : replaced(await weighSide(old), await weighSide(fresh)),
      )
    }
    growths.set(key, sum)
    return sum
  }
  return { weigh, compare }
}

function add(one: TreeGrowth, other: TreeGrowth): TreeGrowth {
  return {
    changes: one.changes + other.changes,
    entries: one.entries + other.entries,
    height: Math.max(one.height, other.height),
  }
}

/** The difference of a folder, seen from its parent: the folder itself counts as changed, too. */
function below({ changes, entries, height }: TreeGrowth): TreeGrowth {
  return { changes: changes + 1, entries, height: height === 0 ? 0 : height + 1 }
}

function replaced(before: TreeWeight, after: TreeWeight): TreeGrowth {
  return {
    changes: Math.max(before.entries, after.entries),
    entries: after.entries - before.entries,
    height: after.height,
  }
}

async function treeBytes(reader: ObjectReader, tree: Oid): Promise<Buffer> {
  if (tree === EMPTY_TREE) return Buffer.alloc(0)
  const { type, data, size } = await reader.start(tree, TREE_BYTES)
  if (type !== 'tree') throw new GitError('corrupt', `${tree} is a ${type}, not a tree.`)
  if (size > TREE_BYTES) throw new GitError('too_large', 'A folder holds too many files.')
  return data
}
