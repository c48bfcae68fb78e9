/**
 * Finding names in folders: a few look-ups read the tree's bytes, many in one folder make a map of
 * it first, since the bytes of a large folder would be read again from their start each time.
 */
import type { Oid } from './oid.js'
import { readTyped } from './reader.js'
import type { ObjectReader } from './reader.js'
import { entriesByName, findInTree } from './tree.js'
import type { TreeEntry } from './tree.js'
import { namesBeforeMap } from './tree-parts.js'

/** A line of a tree by name; null for none. */
export type Lookup = (tree: Oid, name: string) => Promise<TreeEntry | null>

/** Look-ups of one snapshot; what is remembered goes with it. */
export function createLookup(reader: ObjectReader): Lookup {
  const lookUps = new Map<Oid, number>()
  const maps = new Map<Oid, Promise<ReadonlyMap<string, TreeEntry>>>()
  return async (tree, name) => {
    const bytes = maps.has(tree) ? null : await readTyped(reader, 'tree', tree)
    // Asked for only now: of many that look at once, the first one makes it for all.
    const known = maps.get(tree)
    if (known || !bytes) return (await known)?.get(name) ?? null
    const times = (lookUps.get(tree) ?? 0) + 1
    lookUps.set(tree, times)
    if (times <= namesBeforeMap(bytes)) return findInTree(bytes, name)
    const map = entriesByName(bytes)
    maps.set(tree, map)
    return (await map).get(name) ?? null
  }
}

/** A line of one tree by name; null for none. @param names how many will be looked up */
export async function finderIn(
  tree: Buffer,
  names: number,
): Promise<(name: string) => TreeEntry | null> {
  if (names <= namesBeforeMap(tree)) return (name) => findInTree(tree, name)
  const map = await entriesByName(tree)
  return (name) => map.get(name) ?? null
}
