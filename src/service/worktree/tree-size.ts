/** Counts the folders of a working tree, to decide how it is watched. */

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isGitName } from '../../content/paths.js'
import { forEachYielding } from '../../system/yielding.js'

/** The size of a tree. */
export interface TreeSize {
  readonly folders: number
  /** Most names in one folder. */
  readonly largest: number
}

/** Counts the folders of a tree, root included. Stops above `most`, and when aborted. Does not follow links. */
export async function measureTree(
  root: string,
  most: number,
  left: AbortSignal,
): Promise<TreeSize> {
  let folders = 1
  let largest = 0
  const waiting = [root]
  for (let at = waiting.pop(); at !== undefined && folders <= most; at = waiting.pop()) {
    left.throwIfAborted()
    const items = await readdir(at, { withFileTypes: true }).catch(() => [])
    largest = Math.max(largest, items.length)
    await forEachYielding(items, (item) => {
      if (!item.isDirectory() || isGitName(item.name)) return
      folders += 1
      waiting.push(path.join(at, item.name))
    })
  }
  return { folders, largest }
}
