/** Paths of everything in the data folder. */

import path from 'node:path'
import { setOf, withoutSet } from '../../model/change-set.js'

interface SiteFolders {
  readonly root: string
  /** The bare repository: the source of truth. */
  readonly repository: string
  /** The working tree beside it, for developers. */
  readonly tree: string
  /** The state of the working tree at the last checkout. */
  readonly treeState: string
  /** Names the commit that is being indexed. @see set-aside.ts */
  readonly indexing: string
  readonly releases: string
  /** Symbolic link to the live release. */
  readonly live: string
  /** Symbolic link to the preview. */
  readonly preview: string
  /** Builds and other work in progress; emptied at start. */
  readonly work: string
  /** Caches that a build leaves for the next one. */
  readonly cache: string
}

export interface DataFolders {
  readonly records: string
  readonly index: string
  readonly serverKey: string
  readonly sites: string
  /** Thumbnails, which can be made again. */
  readonly thumbnails: string
  /** Fetched themes, which can be fetched again. */
  readonly themes: string
  readonly trash: string
  /** A file that holds room. @see deletion-reserve.ts */
  readonly reserve: string
  /** Uploads and other temporary files; emptied at start. */
  readonly temporary: string
  /** Of the key of a change set: those of its site, with a mark, a preview and caches of its own. */
  readonly site: (key: string) => SiteFolders
}

/** The paths in a data folder. */
export function dataFolders(data: string): DataFolders {
  const sites = path.join(data, 'sites')
  return {
    records: path.join(data, 'galley.db'),
    index: path.join(data, 'index.db'),
    serverKey: path.join(data, 'server.key'),
    sites,
    thumbnails: path.join(data, 'thumbnails'),
    themes: path.join(data, 'themes'),
    trash: path.join(data, 'trash'),
    reserve: path.join(data, 'reserve'),
    temporary: path.join(data, 'tmp'),
    site: (key) => siteFolders(path.join(sites, withoutSet(key)), setOf(key)),
  }
}

/** The id of the site of a bare repository. */
export function siteIdOf(repository: string): string {
  return path.basename(path.dirname(repository))
}

function siteFolders(root: string, setId: string | null): SiteFolders {
  const cache = path.join(root, 'cache')
  return {
    root,
    repository: path.join(root, 'repository.git'),
    tree: path.join(root, 'tree'),
    treeState: path.join(root, 'tree-state.json'),
    indexing: path.join(root, setId === null ? 'indexing.json' : `indexing-${setId}.json`),
    releases: path.join(root, 'releases'),
    live: path.join(root, 'live'),
    preview: path.join(root, setId === null ? 'preview' : `preview-${setId}`),
    work: path.join(root, 'work'),
    cache: setId === null ? cache : path.join(cache, 'sets', setId),
  }
}
