/** Commits to put into an index. */

import type { CommitChanges, PathChange, SiteChanges } from '../../../src/store/index/site-index.js'
import { FACTS } from '../make-store.js'

/** Changes without any. */
export const NOTHING: SiteChanges = {
  commit: 'c1',
  expected: null,
  facts: FACTS,
  upserts: [],
  removes: [],
  commits: [],
}

/** A commit of these changes. */
export function commit(oid: string, ...paths: PathChange[]): CommitChanges {
  const message = `Commit ${oid}`
  return {
    commit: {
      oid,
      authorName: 'Ada',
      authorEmail: 'ada@example.org',
      authorKey: 'ada@example.org',
      time: 5,
      message,
    },
    paths,
  }
}

export const put = (path: string, blob: string): PathChange => ({ path, oldPath: null, blob })
export const gone = (path: string): PathChange => ({ path, oldPath: null, blob: null })
export const moved = (oldPath: string, path: string, blob: string): PathChange => ({
  path,
  oldPath,
  blob,
})
