/**
 * Hints for trees with large folders: one plain watch a folder, and no look at the files in it.
 *
 * chokidar reads a folder anew and asks for the state of every file in it whenever one changes, which
 * for a folder of 500 posts that are being written takes ten times as long as writing them.
 */

import { watch, type FSWatcher } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { isGitName } from '../../content/paths.js'
import type { HintOptions, TreeWatcher } from './hints.js'
import { hasCode } from '../../system/errno.js'

/** Starts to watch; resolves when every folder is. */
export async function watchFolders(options: HintOptions): Promise<TreeWatcher> {
  const watchers = new Map<string, FSWatcher>()
  const state: Watched = { options, watchers, isClosed: false }
  await addFolder(state, options.root)
  return {
    close: async () => {
      state.isClosed = true
      for (const folder of watchers.keys()) removeFolder(state, folder)
    },
  }
}

interface Watched {
  readonly options: HintOptions
  readonly watchers: Map<string, FSWatcher>
  isClosed: boolean
}

/** First the watch, then the list: what is made in between is seen by one of them. */
async function addFolder(state: Watched, folder: string): Promise<void> {
  if (state.isClosed || state.watchers.has(folder)) return
  const { hint, count, failed } = state.options
  try {
    const watcher = watch(folder, { persistent: false }, (event, name) => {
      hint()
      if (event === 'rename' && name !== null) void lookAt(state, path.join(folder, name))
    })
    watcher.on('error', () => removeFolder(state, folder))
    state.watchers.set(folder, watcher)
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

/** A name has come or gone; only folders matter. */
async function lookAt(state: Watched, name: string): Promise<void> {
  const stats = await lstat(name).catch(() => null)
  if (stats?.isDirectory() && !isGitName(path.basename(name))) await addFolder(state, name)
  else removeFolder(state, name)
}

function removeFolder(state: Watched, folder: string): void {
  if (!state.watchers.has(folder)) return
  for (const [name, watcher] of state.watchers) {
    if (name !== folder && !name.startsWith(`${folder}${path.sep}`)) continue
    watcher.close()
    state.watchers.delete(name)
    state.options.count(-1)
  }
}
