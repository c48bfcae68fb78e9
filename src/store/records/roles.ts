/** Roles: what a user may do on a site. */

import type { Role, RoleKind } from '../../model/role.js'
import { emailKey, type User } from '../../model/user.js'
import { GalleyError, notFound } from '../../errors.js'
import { isUniqueViolation, inTransaction, type Connection } from '../connection.js'
import { nextPlace, type Page, type Window } from '../page.js'
import { createPreviewTokens } from './preview-tokens.js'
import type { QueryCache } from './query-cache.js'
import { toUser, USER_COLUMNS, type UserRow } from './users.js'

/** The roles of the server. */
export interface Roles {
  /** @throws GalleyError `conflict` if the user has a role on the site already */
  create(role: Role): void
  find(id: string): Role | null
  /** @throws GalleyError `not_found` */
  get(id: string): Role
  findFor(siteId: string, userId: string): Role | null
  /** The roles of a site with their users, sorted by e-mail address. */
  listForSite(siteId: string, window: Window): Page<{ readonly role: Role; readonly user: User }>
  /** The roles of a user that came by a group of the OpenID Connect provider. */
  listClaimed(userId: string): Role[]
  /** Notes that a role came so. A change of its kind makes it one that was given by hand. */
  markClaimed(id: string): void
  /**
   * Changes the kind of a role. Returns the new role. For a new writer, who sees no change sets of others, the previews of
   * the site's sets get other addresses.
   *
   * @throws GalleyError `not_found`; `conflict` if the site would have no admin
   */
  update(id: string, change: { readonly kind: RoleKind; readonly at: number }): Role
  /**
   * Deletes a role and returns it. The preview of the site gets another address.
   *
   * @throws GalleyError `not_found`; `conflict` if the site would have no admin
   */
  delete(id: string): Role
}

interface RoleRow {
  readonly role_id: string
  readonly site_id: string
  readonly user_id: string
  readonly kind: RoleKind
  readonly role_created_at: number
  readonly role_updated_at: number
}

/** SQL that inserts a role; its parameters are the fields of a {@link Role}. */
export const INSERT_ROLE = `INSERT INTO roles (id, site_id, user_id, kind, created_at, updated_at)
   VALUES (@id, @siteId, @userId, @kind, @createdAt, @updatedAt)`

const ROLE_COLUMNS = `r.id AS role_id, r.site_id, r.user_id, r.kind, r.created_at AS role_created_at,
  r.updated_at AS role_updated_at`

/** The roles over one connection. */
export function createRoles(db: Connection, cached: QueryCache): Roles {
  const sql = prepareStatements(db)
  const previews = createPreviewTokens(db)
  const found = (row: RoleRow | undefined) => (row === undefined ? null : toRole(row))
  const find = (id: string) => found(sql.byId.get(id))
  const get = (id: string) => find(id) ?? missing()
  // Ids contain no spaces.
  const ofUser = cached((key) => {
    const end = key.indexOf(' ')
    return found(sql.bySiteAndUser.get(key.slice(end + 1), key.slice(0, end)))
  })
  const refuseWithoutAdmin = (siteId: string) => {
    if (sql.admins.get(siteId) === 0) {
      throw new GalleyError('conflict', 'The last administrator of a site must stay.')
    }
  }
  return {
    create: (role) => {
      refusingSecond(() => sql.insert.run(role))
    },
    find,
    get,
    listClaimed: (userId) => sql.claimed.all(userId).map(toRole),
    markClaimed: (id) => void sql.mark.run(id),
    findFor: (siteId, userId) => ofUser(`${userId} ${siteId}`),
    listForSite: (siteId, { limit, ...window }) => {
      const total = sql.count.get(siteId) ?? 0
      const offset = window.after
        ? (sql.countTo.get(siteId, String(window.after[0] ?? '')) ?? 0)
        : window.offset
      const rows = sql.page
        .all(siteId, limit, offset)
        .map((row) => ({ role: toRole(row), user: toUser(row) }))
      return { rows, total, next: nextPlace({ offset, rows, total }, BY_EMAIL) }
    },
    update: inTransaction(db, (id: string, change: { kind: RoleKind; at: number }) => {
      const role = get(id)
      sql.update.run(change.kind, change.at, id)
      refuseWithoutAdmin(role.siteId)
      if (change.kind === 'writer') previews.renewSets(role.siteId)
      return { ...role, kind: change.kind, updatedAt: change.at }
    }),
    delete: inTransaction(db, (id: string) => {
      const role = get(id)
      sql.remove.run(id)
      refuseWithoutAdmin(role.siteId)
      previews.renew(role.siteId)
      return role
    }),
  }
}

function prepareStatements(db: Connection) {
  const select = `SELECT ${ROLE_COLUMNS} FROM roles r`
  return {
    byId: db.prepare<[string], RoleRow>(`${select} WHERE r.id = ?`),
    bySiteAndUser: db.prepare<[string, string], RoleRow>(
      `${select} WHERE r.site_id = ? AND r.user_id = ?`,
    ),
    claimed: db.prepare<[string], RoleRow>(
      `${select} WHERE r.user_id = ? AND r.is_claimed = 1 ORDER BY r.site_id`,
    ),
    mark: db.prepare('UPDATE roles SET is_claimed = 1 WHERE id = ?'),
    page: db.prepare<[string, number, number], RoleRow & UserRow>(
      `SELECT ${ROLE_COLUMNS}, ${USER_COLUMNS} FROM roles r JOIN users u ON u.id = r.user_id
       WHERE r.site_id = ? ORDER BY u.email_key LIMIT ? OFFSET ?`,
    ),
    count: db.prepare<[string], number>('SELECT count(*) FROM roles WHERE site_id = ?').pluck(),
    countTo: db
      .prepare<[string, string], number>(
        `SELECT count(*) FROM roles r JOIN users u ON u.id = r.user_id
         WHERE r.site_id = ? AND u.email_key <= ?`,
      )
      .pluck(),
    admins: db
      .prepare<[string], number>(`SELECT count(*) FROM roles WHERE site_id = ? AND kind = 'admin'`)
      .pluck(),
    insert: db.prepare(INSERT_ROLE),
    update: db.prepare('UPDATE roles SET kind = ?, updated_at = ?, is_claimed = 0 WHERE id = ?'),
    remove: db.prepare('DELETE FROM roles WHERE id = ?'),
  }
}

const BY_EMAIL = { placeOf: ({ user }: { readonly user: User }) => [emailKey(user.email)] }

function toRole(row: RoleRow): Role {
  return {
    id: row.role_id,
    siteId: row.site_id,
    userId: row.user_id,
    kind: row.kind,
    createdAt: row.role_created_at,
    updatedAt: row.role_updated_at,
  }
}

function refusingSecond(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new GalleyError('conflict', 'The user has a role on this site already.', { cause: error })
  }
}

function missing(): never {
  throw notFound('role')
}
