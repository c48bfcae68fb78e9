/** Releases: the stored outputs of successful builds. Their files and manifests are in folders on disk. */

import type { Release, ReleaseKind } from '../../model/release.js'
import { notFound } from '../../errors.js'
import { inSet, setOf, withoutSet } from '../../model/change-set.js'
import type { Connection } from '../connection.js'

/** The releases of the server. */
export interface Releases {
  create(release: Release): void
  find(id: string): Release | null
  /** @throws GalleyError `not_found` */
  get(id: string): Release
  /** Newest first. Of a site alone; for the key of a change set, of that set. */
  list(siteId: string, kind: ReleaseKind): Release[]
  /** Whether there was one. */
  delete(id: string): boolean
}

interface ReleaseRow extends Release {
  readonly setId: string | null
}

const SELECT = `SELECT id, site_id AS siteId, set_id AS setId, kind, commit_oid AS "commit", user_id AS userId, files,
  bytes, created_at AS createdAt, address FROM releases`

/** The releases over one connection. */
export function createReleases(db: Connection): Releases {
  const byId = db.prepare<[string], ReleaseRow>(`${SELECT} WHERE id = ?`)
  const ofSite = db.prepare<[string, string, string | null], ReleaseRow>(
    `${SELECT} WHERE site_id = ? AND kind = ? AND set_id IS ? ORDER BY seq DESC`,
  )
  const insert = db.prepare(
    `INSERT INTO releases (id, site_id, kind, commit_oid, user_id, files, bytes, created_at, address, set_id)
     VALUES (@id, @siteId, @kind, @commit, @userId, @files, @bytes, @createdAt, @address, @setId)`,
  )
  const remove = db.prepare('DELETE FROM releases WHERE id = ?')
  const find = (id: string) => {
    const row = byId.get(id)
    return row === undefined ? null : toRelease(row)
  }
  return {
    create: (release) => {
      const { siteId } = release
      insert.run({ ...release, siteId: withoutSet(siteId), setId: setOf(siteId) })
    },
    find,
    get: (id) => {
      const release = find(id)
      if (release === null) throw notFound('release')
      return release
    },
    list: (siteId, kind) => ofSite.all(withoutSet(siteId), kind, setOf(siteId)).map(toRelease),
    delete: (id) => remove.run(id).changes > 0,
  }
}

function toRelease({ setId, siteId, ...row }: ReleaseRow): Release {
  return { ...row, siteId: setId === null ? siteId : inSet(siteId, setId) }
}
