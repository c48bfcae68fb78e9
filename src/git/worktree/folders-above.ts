/** Lists the folders that contain some paths. */

import { forEachYielding } from '../../system/yielding.js'
import { folderOfPath } from '../objects/paths.js'

/** Each folder once, without the root; a folder comes before its parent. */
export async function foldersAbove(paths: readonly string[]): Promise<string[]> {
  const folders = new Set<string>()
  await forEachYielding(paths, (path) => {
    // If a folder is known, so are its parents.
    for (let at = folderOfPath(path); at !== '' && !folders.has(at); at = folderOfPath(at)) {
      folders.add(at)
    }
  })
  // A folder within another has the longer path.
  return [...folders].sort((a, b) => b.length - a.length)
}
