/** Derives the folders of a site from the paths of its files, and where uploads to a folder are stored. Pure. */

import { compareWords } from '../text/order.js'

/** The part of a file that is needed: its path from the site's root. */
interface Placed {
  readonly filename: string
}

interface FileFolder {
  /** Path from the site's root, such as `_uploads/2024`. */
  readonly path: string
  /** Number of files in the folder and its subfolders. */
  readonly count: number
}

/** Where an upload is stored. */
interface StorePlace {
  /** Path of the collection; null outside of collections, where files belong to the source. */
  readonly collection: string | null
  /** Folder within the collection, or from the site's root if there is no collection; empty for the top. */
  readonly folder: string
}

/** True if a file is in a folder or its subfolders. The empty path is the root, which contains all files. */
export function isWithin({ filename }: Placed, folder: string): boolean {
  return folder === '' || filename.startsWith(`${folder}/`)
}

/** The direct subfolders that contain files, sorted by name. */
export function foldersIn(files: readonly Placed[], folder: string): readonly FileFolder[] {
  const counts = new Map<string, number>()
  for (const file of files) {
    if (!isWithin(file, folder)) continue
    const start = folder === '' ? 0 : folder.length + 1
    const end = file.filename.indexOf('/', start)
    if (end < 0) continue
    const path = file.filename.slice(0, end)
    counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  return [...counts]
    .map(([path, count]) => ({ path, count }))
    .sort((a, b) => compareWords(folderName(a.path), folderName(b.path)))
}

/** The name shown for a folder: `uploads` for `collections/_uploads`. */
export function folderName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/^_/, '')
}

/** The folder and its parents, outermost first; empty for the root. */
export function foldersAbove(folder: string): readonly string[] {
  const names = folder === '' ? [] : folder.split('/')
  return names.map((_name, index) => names.slice(0, index + 1).join('/'))
}

/** `collections/_uploads/a/b` -> `uploads`, `a/b`; `assets/img` is a folder of the source. */
export function storePlaceOf(path: string): StorePlace {
  const [, collection, folder = ''] = /^(?:[^_/][^/]*\/)?_([^/]+)(?:\/(.+))?$/.exec(path) ?? []
  return collection === undefined ? { collection: null, folder: path } : { collection, folder }
}

/** The folder of a collection, including `collections_dir` if the site has one. */
export function collectionFolderOf(files: readonly Placed[], collection: string): string {
  const inside = `_${collection}/`
  const found = files.find(({ filename }) => `/${filename}`.includes(`/${inside}`))
  const start = found === undefined ? -1 : `/${found.filename}`.indexOf(`/${inside}`)
  return found === undefined || start < 0
    ? `_${collection}`
    : found.filename.slice(0, start + inside.length - 1)
}
