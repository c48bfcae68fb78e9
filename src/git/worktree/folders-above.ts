/** The folders that many paths lie in. */

import { forEachYielding } from '../../system/yielding.js'
import { folderOfPath } from '../objects/paths.js'

/** Each once, the root left out, and each before the one that it is in. */
export async function foldersAbove(paths: readonly string[]): Promise<string[]> {
  const folders = new Set<string>()
  await forEachYielding(paths, (path) => {
    // Where one is known, so are those that it is in.
    for (let at = folderOfPath(path); at !== '' && !folders.has(at); at = folderOfPath(at)) {
      folders.add(at)
    }
  })
  // What is in another has the longer path.
  return [...folders].sort((a, b) => b.length - a.length)
}
