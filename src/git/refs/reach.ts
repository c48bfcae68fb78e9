/** Lists the objects that commits reach: commits, trees and files. */
import { EMPTY_TREE } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'
import { readCommit, readTyped } from '../objects/reader.js'
import type { ObjectReader } from '../objects/reader.js'
import { parseTree } from '../objects/tree.js'

/**
 * Every object that a commit reaches and that `known` commits are not seen to have: new commits, then their trees and
 * files. Files are listed, not read, and need not exist. The list may contain a file that an older commit already
 * had.
 *
 * @throws GitError `not_found` if a commit or tree is missing
 */
export async function newObjects(
  reader: ObjectReader,
  commit: Oid,
  known: readonly Oid[],
): Promise<Oid[]> {
  const old = await ancestorsOf(reader, known, new Set())
  const commits = [...(await ancestorsOf(reader, [commit], old))]
  const seen = new Set<Oid>([EMPTY_TREE])
  const parsed = await Promise.all(commits.map((oid) => readCommit(reader, oid)))
  const parents = parsed.flatMap((each) => each.parents).filter((oid) => old.has(oid))
  for (const oid of new Set([...parents, ...known])) {
    await collect(reader, (await readCommit(reader, oid)).tree, seen)
  }
  const before = seen.size
  for (const { tree } of parsed) await collect(reader, tree, seen)
  return [...commits, ...[...seen].slice(before)]
}

async function ancestorsOf(
  reader: ObjectReader,
  tips: readonly Oid[],
  without: ReadonlySet<Oid>,
): Promise<Set<Oid>> {
  const found = new Set(tips.filter((oid) => !without.has(oid)))
  // Iterating a Set includes what is added meanwhile.
  for (const oid of found) {
    for (const parent of (await readCommit(reader, oid)).parents) {
      if (!without.has(parent)) found.add(parent)
    }
  }
  return found
}

async function collect(reader: ObjectReader, root: Oid, seen: Set<Oid>): Promise<void> {
  const trees = seen.has(root) ? [] : [root]
  for (let tree = trees.pop(); tree !== undefined; tree = trees.pop()) {
    seen.add(tree)
    for (const { mode, oid } of parseTree(await readTyped(reader, 'tree', tree))) {
      if (mode === '160000' || seen.has(oid)) continue
      if (mode === '040000') trees.push(oid)
      else seen.add(oid)
    }
  }
}
