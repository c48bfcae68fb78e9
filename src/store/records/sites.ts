/** Sites: everything about websites except their files. */

import type { Role } from '../../model/role.js'
import { GENERATORS, HOSTINGS, SYNCS, type SiteRecord } from '../../model/site.js'
import { GalleyError, notFound } from '../../errors.js'
import { isUniqueViolation, inTransaction, type Connection } from '../connection.js'
import { parseStrings } from './json.js'
import type { QueryCache } from './query-cache.js'
import { INSERT_ROLE } from './roles.js'

/** The sites of the server. */
export interface Sites {
  /**
   * Creates a site and the role of its owner in one transaction.
   *
   * @param isImporting true if an import will fill the site, and call `imported`
   * @throws GalleyError `conflict` if the domain is taken
   */
  create(site: SiteRecord, ownerRole: Role, isImporting?: boolean): void
  find(id: string): SiteRecord | null
  /** @throws GalleyError `not_found` */
  get(id: string): SiteRecord
  /** `domain` in lower case. */
  findByDomain(domain: string): SiteRecord | null
  /**
   * The sites on which a user has a role, or all sites for null, sorted by domain.
   *
   * @param onUnreadable called for each invalid record, which is left out; without it, such a record throws
   */
  listVisibleTo(
    userId: string | null,
    onUnreadable?: (siteId: string, error: unknown) => void,
  ): SiteRecord[]
  /** All sites, sorted by domain. */
  listAll(): SiteRecord[]
  /** Ids of all sites, even with invalid records, sorted by domain. */
  listIds(): string[]
  /** Ids of the sites that an import has not filled yet. */
  listImporting(): string[]
  /** Notes that the import of a site is complete. */
  imported(id: string): void
  /** Counts the sites that a user owns, even with invalid records. */
  countOwned(userId: string): number
  /** Ids of all sites of the owner of a site; of an administrator of the server, none. */
  listOfOwner(siteId: string): string[]
  /**
   * Replaces everything except `createdAt` and `previewToken`.
   *
   * @throws GalleyError `not_found`; `conflict` if the domain is taken
   */
  update(site: SiteRecord): void
  /**
   * Deletes a site with its roles, jobs, releases, deployments and settings, but not its entry ids, its import, which tells
   * why there is no site, nor what makes the secret of its webhook: the site may be restored, and a replaced secret stays
   * void. Returns the deleted site, or null for an unknown id.
   */
  delete(id: string): SiteRecord | null
}

interface SiteRow {
  readonly id: string
  readonly domain: string
  readonly user_id: string
  readonly hosting: string
  readonly hosting_options: string
  readonly sync: string
  readonly sync_options: string
  readonly generator: string
  readonly preview_token: string
  readonly created_at: number
  readonly updated_at: number
}

/** The sites over one connection. */
export function createSites(db: Connection, cached: QueryCache): Sites {
  const sql = prepareStatements(db)
  const found = (row: SiteRow | undefined) => (row === undefined ? null : toSite(row))
  const find = cached((id) => found(sql.byId.get(id)))
  return {
    create: inTransaction(db, (site: SiteRecord, ownerRole: Role, isImporting = false) => {
      refusingTaken(() => sql.insert.run({ ...parameters(site), importing: isImporting ? 1 : 0 }))
      sql.insertRole.run(ownerRole)
    }),
    find,
    get: (id) => find(id) ?? missing(),
    findByDomain: cached((domain) => found(sql.byDomain.get(domain))),
    listVisibleTo: (userId, onUnreadable) =>
      (userId === null ? sql.all.all() : sql.visible.all(userId)).flatMap((row) =>
        readable(row, onUnreadable),
      ),
    listAll: () => sql.all.all().map(toSite),
    listIds: () => sql.ids.all(),
    listImporting: () => sql.importing.all(),
    imported: (id) => {
      sql.imported.run(id)
    },
    countOwned: (userId) => sql.owned.get(userId) ?? 0,
    listOfOwner: (siteId) => sql.ofOwner.all(siteId),
    update: (site) => {
      if (refusingTaken(() => sql.update.run(parameters(site))).changes === 0) missing()
    },
    delete: inTransaction(db, (id: string) => {
      const site = find(id)
      sql.removeJobs.run(id)
      sql.removeSettings.run({ id })
      sql.remove.run(id)
      return site
    }),
  }
}

function prepareStatements(db: Connection) {
  return {
    byId: db.prepare<[string], SiteRow>('SELECT * FROM sites WHERE id = ?'),
    byDomain: db.prepare<[string], SiteRow>('SELECT * FROM sites WHERE domain = ?'),
    all: db.prepare<[], SiteRow>('SELECT * FROM sites ORDER BY domain'),
    ids: db.prepare<[], string>('SELECT id FROM sites ORDER BY domain').pluck(),
    owned: db.prepare<[string], number>('SELECT count(*) FROM sites WHERE user_id = ?').pluck(),
    ofOwner: db
      .prepare<[string], string>(
        `SELECT s.id FROM sites one JOIN users u ON u.id = one.user_id AND u.is_admin = 0
         JOIN sites s ON s.user_id = u.id WHERE one.id = ?`,
      )
      .pluck(),
    visible: db.prepare<[string], SiteRow>(
      `SELECT s.* FROM sites s JOIN roles r ON r.site_id = s.id WHERE r.user_id = ? ORDER BY s.domain`,
    ),
    insert: db.prepare(
      `INSERT INTO sites VALUES (@id, @domain, @userId, @hosting, @hostingOptions, @sync, @syncOptions,
         @generator, @previewToken, @createdAt, @updatedAt, @importing)`,
    ),
    insertRole: db.prepare(INSERT_ROLE),
    update: db.prepare(
      `UPDATE sites SET domain = @domain, user_id = @userId, hosting = @hosting,
         hosting_options = @hostingOptions, sync = @sync, sync_options = @syncOptions,
         generator = @generator, updated_at = @updatedAt WHERE id = @id`,
    ),
    importing: db.prepare<[], string>('SELECT id FROM sites WHERE importing = 1').pluck(),
    imported: db.prepare('UPDATE sites SET importing = 0 WHERE id = ?'),
    removeJobs: db.prepare(`DELETE FROM jobs WHERE site_id = ? AND kind <> 'import'`),
    removeSettings: db.prepare(
      `DELETE FROM settings WHERE substr(key, -length(@id) - 1) IN (' ' || @id, ':' || @id)
         AND key <> 'sync-hook:' || @id`,
    ),
    remove: db.prepare('DELETE FROM sites WHERE id = ?'),
  }
}

function parameters(site: SiteRecord) {
  return {
    ...site,
    hostingOptions: JSON.stringify(site.hostingOptions),
    syncOptions: JSON.stringify(site.syncOptions),
  }
}

/** The site of a row, or nothing for an invalid row if there is a callback. */
function readable(
  row: SiteRow,
  onUnreadable: ((siteId: string, error: unknown) => void) | undefined,
): SiteRecord[] {
  try {
    return [toSite(row)]
  } catch (error) {
    if (!onUnreadable) throw error
    onUnreadable(row.id, error)
    return []
  }
}

function toSite(row: SiteRow): SiteRecord {
  return {
    id: row.id,
    domain: row.domain,
    userId: row.user_id,
    hosting: oneOf(HOSTINGS, row.hosting),
    hostingOptions: parseStrings(row.hosting_options),
    sync: oneOf(SYNCS, row.sync),
    syncOptions: parseStrings(row.sync_options),
    generator: oneOf(GENERATORS, row.generator),
    previewToken: row.preview_token,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  const value = values.find((candidate) => candidate === text)
  if (value === undefined) throw new TypeError(`unknown value in the records: ${text}`)
  return value
}

function refusingTaken<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new GalleyError('conflict', 'A site with this domain exists already.', {
      details: [{ field: 'domain', message: 'is taken' }],
      cause: error,
    })
  }
}

function missing(): never {
  throw notFound('site')
}
