/** Releases: the stored outputs of successful builds. Their files and manifests are in folders on disk. */

import type { Release, ReleaseKind } from '../../model/release.js'
import { notFound } from '../../errors.js'
import type { Connection } from '../connection.js'

/** The releases of the server. */
export interface Releases {
  create(release: Release): void
  find(id: string): Release | null
  /** @throws GalleyError `not_found` */
  get(id: string): Release
  /** Newest first. */
  list(siteId: string, kind: ReleaseKind): Release[]
  /** Whether there was one. */
  delete(id: string): boolean
}

const SELECT = `SELECT id, site_id AS siteId, kind, commit_oid AS "commit", user_id AS userId, files,
  bytes, created_at AS createdAt, address FROM releases`

/** The releases over one connection. */
export function createReleases(db: Connection): Releases {
  const byId = db.prepare<[string], Release>(`${SELECT} WHERE id = ?`)
  const ofSite = db.prepare<[string, string], Release>(
    `${SELECT} WHERE site_id = ? AND kind = ? ORDER BY seq DESC`,
  )
  const insert = db.prepare(
    `INSERT INTO releases (id, site_id, kind, commit_oid, user_id, files, bytes, created_at, address)
     VALUES (@id, @siteId, @kind, @commit, @userId, @files, @bytes, @createdAt, @address)`,
  )
  const remove = db.prepare('DELETE FROM releases WHERE id = ?')
  const find = (id: string) => byId.get(id) ?? null
  return {
    create: (release) => {
      insert.run(release)
    },
    find,
    get: (id) => {
      const release = find(id)
      if (release === null) throw notFound('release')
      return release
    },
    list: (siteId, kind) => ofSite.all(siteId, kind),
    delete: (id) => remove.run(id).changes > 0,
  }
}
