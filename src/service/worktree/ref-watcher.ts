/** Watches the two folders of a repository in which git stores `main`, through the operating system. */

import { statSync, watch, type FSWatcher } from 'node:fs'
import path from 'node:path'

export interface RefWatcher {
  /** False if a folder was removed or replaced: then no hints come any more. */
  isSound(): boolean
  close(): void
}

/**
 * Calls `hint` when `main` may have moved. Null if the folders are missing or the system gives no more watches.
 *
 * Git replaces the file of a ref and `packed-refs` by renaming another, which a watch of their folder notices.
 */
export function watchRefs(repository: string, hint: () => void): RefWatcher | null {
  const folders = [repository, path.join(repository, 'refs/heads')]
  const watchers: FSWatcher[] = []
  let isOver = false
  const close = () => {
    isOver = true
    for (const watcher of watchers) watcher.close()
  }
  try {
    for (const folder of folders) {
      const watcher = watch(folder, { persistent: false }, hint)
      watchers.push(watcher)
      watcher.on('error', () => {
        close()
        hint()
      })
    }
  } catch {
    close()
    return null
  }
  const inodes = folders.map(inodeOf)
  return {
    isSound: () => !isOver && folders.every((folder, i) => inodeOf(folder) === inodes[i]),
    close,
  }
}

/** The inode of a folder; null if there is none. */
export function inodeOf(folder: string): number | null {
  return statSync(folder, { throwIfNoEntry: false })?.ino ?? null
}
