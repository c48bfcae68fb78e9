/**
 * Decides what a path of a site is, from its folders, its front matter and the configuration.
 *
 * @see src/http/README.md (Source); jekyll/reader.rb, jekyll/readers/post_reader.rb, jekyll/collection.rb
 */

import type { EntryKind } from '../model/entry.js'
import { isConflictCopy } from './paths.js'
import { CONFIG_PATH, findCollection, type SiteConfig } from './site-config.js'

export interface Classification {
  readonly kind: EntryKind
  /** Label of its collection, or null. Files without front matter can be in a collection, too. */
  readonly collection: string | null
  /** Path below the collection's folder, `_posts` or `_drafts`; the whole path for others. */
  readonly relativePath: string
  /** Path as Jekyll uses it: from `collections_dir` for files of a collection, else from the root. */
  readonly sourcePath: string
  readonly isDraft: boolean
  /** Folders above `_posts` or `_drafts`, which are categories of the post. */
  readonly folderCategories: readonly string[]
  /**
   * True if it is not in the built site. Jekyll leaves out folders and names that start with `.`, `_`, `#` or `~`, or
   * end with `~`; Galley also leaves out conflict copies.
   */
  readonly isSpecial: boolean
}

interface CollectionPath {
  readonly collection: string
  readonly relativePath: string
  readonly sourcePath: string
  readonly isDraft: boolean
  readonly folderCategories: readonly string[]
}

/** Classifies a path. `hasFrontMatter` is `readFrontMatter(text).has`. */
export function classify(
  path: string,
  { hasFrontMatter }: { readonly hasFrontMatter: boolean },
  config: SiteConfig,
): Classification {
  const isCopy = isConflictCopy(path)
  const place = isCopy ? null : placeOf(path, config)
  if (place !== null) {
    const isSpecial = hasSpecialName(place.relativePath.split('/').at(-1) ?? '')
    return { ...place, kind: hasFrontMatter ? 'document' : 'file', isSpecial }
  }
  const none = { relativePath: path, sourcePath: path, collection: null, isDraft: false }
  const isSpecial = isCopy || path.split('/').some(hasSpecialName)
  const kind = kindOutside(path, hasFrontMatter && !isCopy)
  return { ...none, kind, folderCategories: [], isSpecial }
}

function kindOutside(path: string, hasFrontMatter: boolean): EntryKind {
  if (path === CONFIG_PATH) return 'config'
  const folders = path.split('/').slice(0, -1)
  const isHidden = folders.some((folder) => /^[_.]/.test(folder))
  return hasFrontMatter && !isHidden ? 'page' : 'file'
}

function hasSpecialName(name: string): boolean {
  return /^[._#~]|~$/.test(name)
}

function placeOf(path: string, config: SiteConfig): CollectionPath | null {
  return postPlace(path, config) ?? collectionPlace(path, config)
}

/** `_posts` and `_drafts` may be in any ordinary folder of `collections_dir`. */
function postPlace(path: string, { collectionsDir }: SiteConfig): CollectionPath | null {
  const base = collectionsDir === '' ? '' : `${collectionsDir}/`
  if (!path.startsWith(base)) return null
  const sourcePath = path.slice(base.length)
  const segments = sourcePath.split('/')
  const at = segments.findIndex((segment) => segment === '_posts' || segment === '_drafts')
  const above = segments.slice(0, at)
  if (at < 0 || at === segments.length - 1 || above.some(hasSpecialName)) return null
  return {
    collection: 'posts',
    relativePath: segments.slice(at + 1).join('/'),
    sourcePath,
    isDraft: segments[at] === '_drafts',
    folderCategories: above,
  }
}

function collectionPlace(path: string, config: SiteConfig): CollectionPath | null {
  const base = config.collectionsDir === '' ? '' : `${config.collectionsDir}/`
  if (!path.startsWith(`${base}_`)) return null
  const sourcePath = path.slice(base.length)
  const slash = sourcePath.indexOf('/')
  const label = sourcePath.slice(1, slash)
  if (slash < 0 || label === 'posts' || findCollection(config, label) === null) return null
  const relativePath = sourcePath.slice(slash + 1)
  return { collection: label, relativePath, sourcePath, isDraft: false, folderCategories: [] }
}
