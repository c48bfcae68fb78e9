/**
 * Finds names in folders. For a few look-ups it scans the bytes of the tree; for many in one folder it builds a map
 * first, because each scan of a large tree starts from the beginning.
 */
import type { Oid } from './oid.js'
import { readTyped } from './reader.js'
import type { ObjectReader } from './reader.js'
import { entriesByName, findInTree } from './tree.js'
import type { TreeEntry } from './tree.js'
import { namesBeforeMap } from './tree-parts.js'

/** A line of a tree by name; null for none. */
export type Lookup = (tree: Oid, name: string) => Promise<TreeEntry | null>

/** Look-ups in one snapshot. The maps are freed with it. */
export function createLookup(reader: ObjectReader): Lookup {
  const lookUps = new Map<Oid, number>()
  const maps = new Map<Oid, Promise<ReadonlyMap<string, TreeEntry>>>()
  return async (tree, name) => {
    const bytes = maps.has(tree) ? null : await readTyped(reader, 'tree', tree)
    // Checked after the wait: of several parallel look-ups, the first builds the map for all.
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
