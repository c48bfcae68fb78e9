/**
 * Watches trees with large folders: one plain watch per folder, without examining files.
 *
 * chokidar lists a folder and reads the state of every file in it after each change. For a folder of 500 posts that
 * are being written, that takes ten times as long as writing them.
 */

import { watch, type FSWatcher } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { isGitName } from '../../content/paths.js'
import type { HintOptions, TreeWatcher } from './hints.js'
import { hasCode } from '../../system/errno.js'
import { forEachYielding } from '../../system/yielding.js'

/** Starts watching; resolves when all folders are watched. */
export async function watchFolders(options: HintOptions): Promise<TreeWatcher> {
  const state: Watched = { options, folders: new Map(), isClosed: false }
  await addFolder(state, options.root)
  return {
    close: async () => {
      state.isClosed = true
      const folders = [...state.folders.values()]
      state.folders.clear()
      options.count(-folders.length)
      await forEachYielding(folders, ({ watcher }) => watcher.close())
    },
  }
}

interface Folder {
  readonly watcher: FSWatcher
  /** Paths of the subfolders, so that only folders below a removed one are examined. */
  readonly inner: Set<string>
}

interface Watched {
  readonly options: HintOptions
  readonly folders: Map<string, Folder>
  isClosed: boolean
}

/** Watches first, then lists: a folder that is created in between is found by one of them. */
async function addFolder(state: Watched, folder: string): Promise<void> {
  const { hint, count, failed, left } = state.options
  if (state.isClosed || left.aborted || state.folders.has(folder)) return
  try {
    const watcher = watch(folder, { persistent: false }, (event, name) => {
      hint()
      if (event === 'rename' && name !== null) void lookAt(state, path.join(folder, name))
    })
    watcher.on('error', () => removeFolder(state, folder))
    state.folders.set(folder, { watcher, inner: new Set() })
    state.folders.get(path.dirname(folder))?.inner.add(folder)
    count(1)
  } catch (error) {
    const isGone = hasCode(error, 'ENOENT')
    if (!isGone) failed(error)
    return
  }
  const items = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const item of items) {
    if (item.isDirectory() && !isGitName(item.name)) {
      await addFolder(state, path.join(folder, item.name))
    }
  }
}

/** A name was added or removed; only folders matter. */
async function lookAt(state: Watched, name: string): Promise<void> {
  const stats = await lstat(name).catch(() => null)
  if (stats?.isDirectory() && !isGitName(path.basename(name))) await addFolder(state, name)
  else removeFolder(state, name)
}

/** Also removes all folders below. */
function removeFolder(state: Watched, name: string): void {
  const folder = state.folders.get(name)
  if (folder === undefined) return
  state.folders.delete(name)
  state.folders.get(path.dirname(name))?.inner.delete(name)
  folder.watcher.close()
  state.options.count(-1)
  for (const inner of folder.inner) removeFolder(state, inner)
}
