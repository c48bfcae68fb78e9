/**
 * Hints that something in a working tree has changed, from the operating system.
 *
 * Only folders are watched, which tells of every file in them for a small part of the watches; what
 * chokidar says of them is a hint and nothing else, since events can be lost.
 *
 * @see findings.md D
 */

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isGitName } from '../content/paths.js'

/** Watches one tree. */
export interface TreeHints {
  close(): Promise<void>
}

export interface HintOptions {
  readonly root: string
  /** Something has happened. */
  readonly hint: () => void
  /** A folder came (1) or went (-1). */
  readonly count: (folders: number) => void
  /** Watching failed; no hints will come. */
  readonly failed: (error: unknown) => void
}

/** Starts to watch; resolves when every folder is. */
export async function watchTree(options: HintOptions): Promise<TreeHints> {
  const { watch } = await import('chokidar')
  const watcher = watch(options.root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    ignored: (name, stats) =>
      (stats !== undefined && !stats.isDirectory()) || isGitName(path.basename(name)),
  })
  watcher.on('raw', options.hint)
  watcher.on('addDir', () => options.count(1))
  watcher.on('unlinkDir', () => options.count(-1))
  watcher.on('error', options.failed)
  await new Promise<void>((resolve) => {
    watcher.once('ready', resolve)
    watcher.once('error', () => resolve())
  })
  return { close: () => watcher.close() }
}

/** How many folders a tree has, itself included; stops counting above `most`. Links are not followed. */
export async function countFolders(root: string, most: number): Promise<number> {
  let count = 1
  const waiting = [root]
  for (let folder = waiting.pop(); folder !== undefined && count <= most; folder = waiting.pop()) {
    const items = await readdir(folder, { withFileTypes: true }).catch(() => [])
    for (const item of items) {
      if (!item.isDirectory() || isGitName(item.name)) continue
      count += 1
      waiting.push(path.join(folder, item.name))
    }
  }
  return count
}
