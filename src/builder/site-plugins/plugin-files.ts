/** The files of a site's plugins in JavaScript. */

import { filesBelow, joinPath, type Tree } from '../read/tree.js'
import { readText } from '../read/text.js'
import { BuildError } from '../base/build-error.js'
import { cleanFolder, texts, type Settings } from '../base/settings.js'
import type { Source } from '../base/source.js'

/** One plugin. */
export interface PluginFile {
  /** From the source's root. */
  readonly path: string
  readonly text: string
}

/** All plugins of a site together: each page that uses one loads them all. */
const MAX_CHARACTERS = 1024 * 1024
const MAX_FILES = 100

/** Folders of `plugins_dir`, which are always in the source. */
export function pluginFolders({ config }: Settings): string[] {
  const named = texts(config.get('plugins_dir') ?? '_plugins').map(cleanFolder)
  return [...new Set(named)].filter((folder) => folder !== '')
}

/** Paths of plugins with an extension, in the order in which they are loaded: by name. */
export function pluginPaths(tree: Tree, settings: Settings, extension: string): string[] {
  return pluginFolders(settings).flatMap((folder) =>
    [...filesBelow(tree, folder)]
      .filter((path) => path.endsWith(extension))
      .sort()
      .map((path) => joinPath(folder, path)),
  )
}

/** Whether a file is in the folder of a collection, where those put files who may not edit the source. */
export function isInCollection({ content, collectionsDir }: Settings, path: string): boolean {
  if (/(?:^|\/)_(?:posts|drafts)\//.test(path)) return true
  const folders = content.collections.map(({ label }) => joinPath(collectionsDir, `_${label}`))
  return folders.some((folder) => path.startsWith(`${folder}/`))
}

/** Reads plugins. @throws BuildError for more of them than may be */
export async function readPlugins(source: Source, paths: readonly string[]): Promise<PluginFile[]> {
  const files: PluginFile[] = []
  let characters = 0
  for (const path of paths) {
    const text = await readText(source, path)
    characters += text.length
    files.push({ path, text })
    if (characters <= MAX_CHARACTERS && files.length <= MAX_FILES) continue
    const most = `${MAX_FILES} files and ${MAX_CHARACTERS.toLocaleString('en-US')} characters`
    throw new BuildError(`The plugins of a site have at most ${most} together`, { path })
  }
  return files
}
