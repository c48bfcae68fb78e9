/** The paths of a source as folders, so that reading can go folder by folder as Jekyll does. */

/** Names in one folder, sorted. */
interface Folder {
  files: readonly string[]
  folders: readonly string[]
}

/** Folders by path; '' is the root. */
export type Tree = Map<string, Folder>

/** The tree of a set of paths. */
export function buildTree(paths: Iterable<string>): Tree {
  const tree = new Map<string, { files: string[]; folders: string[] }>([
    ['', { files: [], folders: [] }],
  ])
  const ensure = (path: string): { files: string[]; folders: string[] } => {
    const known = tree.get(path)
    if (known !== undefined) return known
    const made = { files: [], folders: [] }
    tree.set(path, made)
    const [parent, name] = splitPath(path)
    ensure(parent).folders.push(name)
    return made
  }
  for (const path of paths) {
    const [parent, name] = splitPath(path)
    ensure(parent).files.push(name)
  }
  for (const folder of tree.values()) {
    folder.files.sort()
    folder.folders.sort()
  }
  return tree
}

/** Adds a file that has come. @returns false where a file or a folder stands in its way */
export function addToTree(tree: Tree, path: string): boolean {
  if (tree.has(path)) return false
  const [parent, name] = splitPath(path)
  const folder = tree.get(parent) ?? addFolder(tree, parent)
  if (folder === null) return false
  folder.files = [...folder.files, name].sort()
  return true
}

function addFolder(tree: Tree, path: string): Folder | null {
  const [parent, name] = splitPath(path)
  const above = tree.get(parent) ?? addFolder(tree, parent)
  if (above === null || above.files.includes(name)) return null
  above.folders = [...above.folders, name].sort()
  const made: Folder = { files: [], folders: [] }
  tree.set(path, made)
  return made
}

/** Takes out a file that is gone, and folders that are empty then. */
export function removeFromTree(tree: Tree, path: string): void {
  const [parent, name] = splitPath(path)
  const folder = tree.get(parent)
  if (folder === undefined) return
  folder.files = folder.files.filter((one) => one !== name)
  removeEmpty(tree, parent)
}

function removeEmpty(tree: Tree, path: string): void {
  const folder = tree.get(path)
  if (path === '' || folder === undefined) return
  if (folder.files.length > 0 || folder.folders.length > 0) return
  tree.delete(path)
  const [parent, name] = splitPath(path)
  const above = tree.get(parent)
  if (above !== undefined) above.folders = above.folders.filter((one) => one !== name)
  removeEmpty(tree, parent)
}

function splitPath(path: string): [string, string] {
  const at = path.lastIndexOf('/')
  return at < 0 ? ['', path] : [path.slice(0, at), path.slice(at + 1)]
}

/**
 * Files below a folder as paths inside it, in the order of Ruby's glob: by name, what is in a folder in its place; hidden
 * folders and files only when asked for.
 */
export function filesBelow(
  tree: Tree,
  folder: string,
  options: { readonly hidden?: boolean } = {},
): Generator<string> {
  const isShown = (name: string): boolean => options.hidden === true || !name.startsWith('.')
  function* visit(prefix: string): Generator<string> {
    const { files = [], folders = [] } = tree.get(joinPath(folder, prefix)) ?? {}
    const isFolder = new Set(folders)
    for (const name of [...files, ...folders].sort()) {
      if (!isShown(name)) continue
      if (isFolder.has(name)) yield* visit(joinPath(prefix, name))
      else yield joinPath(prefix, name)
    }
  }
  return visit('')
}

/** Joins two relative paths, either of which may be empty. */
export function joinPath(folder: string, name: string): string {
  if (folder === '') return name
  return name === '' ? folder : `${folder}/${name}`
}
