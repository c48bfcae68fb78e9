/** What a file is by its path, as reading the whole site would find it. */

import type { Collection } from '../items/collection.js'
import { isDraftName, isPostName } from '../read/documents.js'
import { joinPath } from '../read/tree.js'
import type { State } from './state.js'

/** Where a file belongs; `path` is what templates see. */
type FileRole =
  | { readonly kind: 'unknown' | 'ignored' }
  | {
      readonly kind: 'post' | 'collection'
      readonly sourcePath: string
      readonly path: string
      readonly collection: Collection
    }
  | { readonly kind: 'folder'; readonly sourcePath: string; readonly path: string }

const UNKNOWN: FileRole = { kind: 'unknown' }
const IGNORED: FileRole = { kind: 'ignored' }

/** Says what a file is; unknown where only reading the whole site can tell. */
export function placeOf(state: State, path: string): FileRole {
  const { site } = state
  const { settings } = site
  // Named files are read from anywhere, and hidden ones by rules of their own.
  if (settings.include.some((entry) => !entry.startsWith('.'))) return UNKNOWN
  if (path.split('/').some((name) => name.startsWith('.') || name === 'node_modules'))
    return UNKNOWN
  if (site.theme !== null && !path.startsWith('_')) return UNKNOWN
  return postPlace(state, path) ?? collectionPlace(state, path) ?? folderPlace(state, path)
}

function postPlace(state: State, path: string): FileRole | null {
  const { settings, collections } = state.site
  const found = /^(?:(.+)\/)?(_posts|_drafts)\/(.+)$/.exec(path)
  if (found === null) return null
  const [, folder = '', name = '', entry = ''] = found
  if (/(?:^|\/)(?:_posts|_drafts)(?:\/|$)/.test(`${folder}/${entry}`)) return UNKNOWN
  if (!isWalked(state, folder)) return null
  const collection = collections.get('posts')
  if (collection === undefined || !folder.startsWith(settings.collectionsDir)) return IGNORED
  const isDraft = name === '_drafts'
  const accepts = isDraft ? isDraftName : isPostName
  const { filter } = state.prepared.reading
  if ((isDraft && !settings.drafts) || !accepts(entry)) return IGNORED
  if (!filter.keeps(joinPath(folder, name), entry, false)) return IGNORED
  const prefix = settings.collectionsDir === '' ? '' : `${settings.collectionsDir}/`
  const shown = path.startsWith(prefix) ? path.slice(prefix.length) : path
  return { kind: 'post', sourcePath: path, path: shown, collection }
}

function collectionPlace(state: State, path: string): FileRole | null {
  for (const collection of state.site.collections.values()) {
    const { label, folder, relativeFolder } = collection
    if (label === 'posts' || label === 'data' || !path.startsWith(`${folder}/`)) continue
    const entry = path.slice(folder.length + 1)
    if (!state.prepared.reading.filter.keeps(relativeFolder, entry, false)) return IGNORED
    return {
      kind: 'collection',
      sourcePath: path,
      path: joinPath(relativeFolder, entry),
      collection,
    }
  }
  return null
}

function folderPlace(state: State, path: string): FileRole {
  const at = path.lastIndexOf('/')
  const folder = path.slice(0, Math.max(at, 0))
  const { filter } = state.prepared.reading
  if (!isWalked(state, folder) || !filter.keeps(folder, path.slice(at + 1), false)) return IGNORED
  return { kind: 'folder', sourcePath: path, path: `/${path}` }
}

/** Whether the walk over the folders comes into a folder. */
function isWalked({ prepared }: State, folder: string): boolean {
  if (folder === '') return true
  const { filter } = prepared.reading
  const names = folder.split('/')
  return names.every((name, i) => filter.keeps(names.slice(0, i).join('/'), name, true))
}
