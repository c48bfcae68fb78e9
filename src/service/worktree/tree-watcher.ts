/**
 * Watches a working tree through the operating system.
 *
 * Only folders are watched, which reports changes of their files with far fewer watches. Events of chokidar are only
 * hints, because events can be lost.
 *
 * @see src/git/README.md
 */

import path from 'node:path'
import { isGitName } from '../../content/paths.js'
import { watchFolders } from './folder-watcher.js'
import type { HintOptions, TreeWatcher } from './hints.js'
import type { TreeSize } from './tree-size.js'

/** chokidar is not used for folders with more names, */
const MAX_NAMES = 200
/** or for more events per second. */
const MAX_EVENTS = 100

/** Starts watching; resolves when all folders are watched. */
export async function watchTree(options: HintOptions, size: TreeSize): Promise<TreeWatcher> {
  if (size.largest > MAX_NAMES) return watchFolders(options)
  const { watch } = await import('chokidar')
  const watcher = watch(options.root, {
    // Existing folders count as well.
    ignoreInitial: false,
    followSymlinks: false,
    ignorePermissionErrors: true,
    ignored: (name, stats) =>
      (stats !== undefined && !stats.isDirectory()) || isGitName(path.basename(name)),
  })
  const events = { since: 0, count: 0 }
  watcher.on('raw', () => {
    options.hint()
    if (isFlood(events)) options.flooded()
  })
  watcher.on('addDir', () => options.count(1))
  watcher.on('unlinkDir', () => options.count(-1))
  watcher.on('error', options.failed)
  await new Promise<void>((resolve) => {
    watcher.once('ready', resolve)
    watcher.once('error', () => resolve())
    options.left.addEventListener('abort', () => resolve(), { once: true })
    if (options.left.aborted) resolve()
  })
  return { close: () => watcher.close() }
}

function isFlood(events: { since: number; count: number }): boolean {
  const time = performance.now()
  if (time - events.since > 1000) Object.assign(events, { since: time, count: 0 })
  events.count += 1
  return events.count === MAX_EVENTS
}
