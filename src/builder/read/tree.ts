/**
 * The paths of a source as folders, so that reading can go folder by folder as Jekyll does.
 */

/** Names in one folder, sorted. */
export interface Folder {
  readonly files: readonly string[]
  readonly folders: readonly string[]
}

/** Folders by path; '' is the root. */
export type Tree = ReadonlyMap<string, Folder>

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

function splitPath(path: string): [string, string] {
  const at = path.lastIndexOf('/')
  return at < 0 ? ['', path] : [path.slice(0, at), path.slice(at + 1)]
}

/** Files below a folder as paths inside it; hidden folders and files only when asked for. */
export function filesBelow(
  tree: Tree,
  folder: string,
  options: { readonly hidden?: boolean } = {},
): Generator<string> {
  const isShown = (name: string): boolean => options.hidden === true || !name.startsWith('.')
  function* visit(prefix: string): Generator<string> {
    const here = tree.get(joinPath(folder, prefix))
    for (const name of here?.files ?? []) if (isShown(name)) yield joinPath(prefix, name)
    for (const name of here?.folders ?? []) if (isShown(name)) yield* visit(joinPath(prefix, name))
  }
  return visit('')
}

/** Joins two relative paths, either of which may be empty. */
export function joinPath(folder: string, name: string): string {
  if (folder === '') return name
  return name === '' ? folder : `${folder}/${name}`
}
