/** The folders that files lie in, and where new files of a folder go. Pure. */

/** What is looked at of a file: its path, from the site's root. */
interface Placed {
  readonly filename: string
}

interface FileFolder {
  /** From the site's root, `_uploads/2024`. */
  readonly path: string
  /** Files in it, at whatever depth. */
  readonly count: number
}

/** Where a file of the site is stored. */
interface StorePlace {
  /** By its path; null for what is in no collection, and so belongs to the source. */
  readonly collection: string | null
  /** Within the collection, or from the site's root; empty for where that begins. */
  readonly folder: string
}

/** Whether a file lies in a folder, at whatever depth; all do in the root, which is empty. */
export function isWithin({ filename }: Placed, folder: string): boolean {
  return folder === '' || filename.startsWith(`${folder}/`)
}

/** The folders directly in one, that have files, by name. */
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
    .sort((a, b) => folderName(a.path).localeCompare(folderName(b.path)))
}

/** As people call it: `collections/_uploads` is `uploads`. */
export function folderName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/^_/, '')
}

/** A folder and those that it is in, the outermost first; none for the root. */
export function foldersAbove(folder: string): readonly string[] {
  const names = folder === '' ? [] : folder.split('/')
  return names.map((_name, index) => names.slice(0, index + 1).join('/'))
}

/** `collections/_uploads/a/b` -> `uploads`, `a/b`; `assets/img` is a folder of the source. */
export function storePlaceOf(path: string): StorePlace {
  const [, collection, folder = ''] = /^(?:[^_/][^/]*\/)?_([^/]+)(?:\/(.+))?$/.exec(path) ?? []
  return collection === undefined ? { collection: null, folder: path } : { collection, folder }
}

/** The folder of a collection, which may have another one around it. */
export function collectionFolderOf(files: readonly Placed[], collection: string): string {
  const inside = `_${collection}/`
  const found = files.find(({ filename }) => `/${filename}`.includes(`/${inside}`))
  const start = found === undefined ? -1 : `/${found.filename}`.indexOf(`/${inside}`)
  return found === undefined || start < 0
    ? `_${collection}`
    : found.filename.slice(0, start + inside.length - 1)
}
