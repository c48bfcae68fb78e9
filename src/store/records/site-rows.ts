/**
 * Takes the rows of one site from another file of records: from a backup into the records of a server, or from those into a
 * new file that is to be a backup of the site alone.
 *
 * What is not named here stays behind: what belongs to the server (jobs, the audit log), and what would make a secret
 * valid again that was withdrawn since (links to previews, invitations).
 */

import { GalleyError } from '../../errors.js'
import { parseStrings } from './json.js'
import { isUniqueViolation, inTransaction, type Connection } from '../connection.js'

/** Opens and takes. */
export interface SiteRows {
  /** @param path of records with the schema of these */
  from<Result>(path: string, work: (source: SiteSource) => Promise<Result>): Promise<Result>
}

interface SiteSource {
  /** Takes who has a role on the site, owns it, or has not saved a text of it: without passwords and rights. */
  takePeople(siteId: string): void
  /**
   * Takes some ids of entries, so that no transaction is long. Ids that exist are left out.
   *
   * @param after the last id that was taken, or `''`
   * @returns the last id; null if there are no more
   */
  takeIds(siteId: string, after: string): string | null
  /**
   * Takes the site and all else in one transaction.
   *
   * @throws GalleyError `conflict` if there is a site with this id or domain
   */
  take(site: TakenSite): void
  /** Who has a role on the site there, and no account here; by address. */
  strangers(siteId: string): Stranger[]
}

type Options = Readonly<Record<string, string>>

interface TakenSite {
  readonly siteId: string
  /** Instead of the one that it had. */
  readonly domain: string
  /** Id of the owner, if the one that it had has no account here. */
  readonly heir: string
  /** Id of the owner's role, if nobody with an account here is an administrator of the site. */
  readonly roleId: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** Encrypt the secret of a webhook, and those in the options of a site, with the key of these records. */
  readonly reseal: (sealed: Buffer) => Buffer
  readonly resealOptions: (options: Options) => Options
}

interface Stranger {
  readonly email: string
  readonly kind: string
}

const IDS_AT_ONCE = 500

interface SiteTable {
  readonly name: string
  /** A number that each database counts by itself, oldest first. */
  readonly counted?: string
  /** SQL instead of columns; a person's is null for one without an account here. */
  readonly given?: Readonly<Record<string, string>>
  /** Only rows of people with an account here. */
  readonly isPersonal?: true
}

/**
 * The account here of a person of the source: the same one, where the records are of this server, or the one with the same
 * address.
 */
function person(column: string): string {
  return `(SELECT here.id FROM source.users there JOIN main.users here
    ON here.id = there.id OR here.email_key = there.email_key
    WHERE there.id = t.${column} ORDER BY here.id = there.id DESC LIMIT 1)`
}

const USER = { user_id: person('user_id') }

/** In an order in which each row finds those that it names. */
const TABLES: readonly SiteTable[] = [
  { name: 'roles', given: USER, isPersonal: true },
  { name: 'releases', counted: 'seq', given: USER },
  { name: 'deployments' },
  {
    name: 'webhooks',
    given: { secret: 'resealed(t.secret)', former_secret: 'resealed(t.former_secret)' },
  },
  { name: 'webhook_places' },
  { name: 'unsaved', given: USER, isPersonal: true },
  {
    name: 'change_sets',
    given: {
      ...USER,
      closed_by: person('closed_by'),
      handed_in_by: person('handed_in_by'),
    },
  },
  { name: 'set_notes', counted: 'seq', given: USER },
]

/** The rows over one connection. */
export function createSiteRows(db: Connection): SiteRows {
  return {
    from: async (path, work) => {
      db.prepare('ATTACH ? AS source').run(path)
      try {
        return await work(createSource(db))
      } finally {
        db.exec('DETACH source')
      }
    },
  }
}

function createSource(db: Connection): SiteSource {
  return {
    takePeople: (siteId) => {
      db.prepare(TAKE_PEOPLE).run({ siteId })
    },
    takeIds: inTransaction(db, (siteId: string, after: string) => {
      const most = { siteId, after, limit: IDS_AT_ONCE }
      const last = db.prepare<[typeof most], string | null>(LAST_ID).pluck().get(most) ?? null
      if (last !== null) db.prepare(TAKE_IDS).run({ siteId, after, last })
      return last
    }),
    take: (site) => {
      const { reseal, resealOptions } = site
      db.function('resealed', (sealed: unknown) =>
        sealed instanceof Buffer ? reseal(sealed) : null,
      )
      db.function('resealed_options', (options: unknown) =>
        JSON.stringify(resealOptions(parseStrings(String(options)))),
      )
      refusingTaken(() => takeAll(db, site))
    },
    strangers: (siteId) => db.prepare<[{ siteId: string }], Stranger>(STRANGERS).all({ siteId }),
  }
}

const TAKE_PEOPLE = `INSERT INTO main.users
    (id, email, email_key, firstname, lastname, is_admin, password_hash, created_at, updated_at)
  SELECT id, email, email_key, firstname, lastname, 0, NULL, created_at, updated_at FROM source.users
  WHERE id IN (SELECT user_id FROM source.sites WHERE id = @siteId
    UNION SELECT user_id FROM source.roles WHERE site_id = @siteId
    UNION SELECT user_id FROM source.unsaved WHERE site_id = @siteId)`

/** Also of its change sets. @see ../../model/change-set.ts */
const OF_SITE = `(t.site_id = @siteId OR t.site_id > @siteId || '~' AND t.site_id < @siteId || char(127))`

const LAST_ID = `SELECT max(id) FROM
  (SELECT id FROM source.entry_ids t WHERE ${OF_SITE} AND id > @after ORDER BY id LIMIT @limit)`

const TAKE_IDS = `INSERT OR IGNORE INTO main.entry_ids (id, site_id, path, deleted_at)
  SELECT id, site_id, path, deleted_at FROM source.entry_ids t
  WHERE ${OF_SITE} AND id > @after AND id <= @last`

const STRANGERS = `SELECT u.email, t.kind FROM source.roles t JOIN source.users u ON u.id = t.user_id
  WHERE t.site_id = @siteId AND ${person('user_id')} IS NULL ORDER BY u.email`

/** A secret that was replaced since stays void: what the server has kept of the site is newer. */
const TAKE_SETTINGS = `INSERT OR IGNORE INTO main.settings (key, value) SELECT key, value FROM source.settings
  WHERE substr(key, -length(@siteId) - 1) IN (' ' || @siteId, ':' || @siteId) AND key <> 'read-only ' || @siteId`

const OWNER_ROLE = `INSERT INTO main.roles (id, site_id, user_id, kind, created_at, updated_at)
  SELECT @roleId, id, user_id, 'admin', @at, @at FROM main.sites WHERE id = @siteId
    AND NOT EXISTS (SELECT 1 FROM main.roles WHERE site_id = @siteId AND kind = 'admin')
  ON CONFLICT (site_id, user_id) DO UPDATE SET kind = 'admin', updated_at = @at`

function takeAll(db: Connection, site: TakenSite): void {
  const { siteId, domain, heir, roleId, at } = site
  const ofSite = {
    domain: '@domain',
    user_id: `coalesce(${person('user_id')}, @heir)`,
    hosting_options: 'resealed_options(t.hosting_options)',
    sync_options: 'resealed_options(t.sync_options)',
  }
  inTransaction(db, () => {
    const sql = copying(db, { name: 'sites', given: ofSite }, 'id')
    db.prepare(sql).run({ siteId, domain, heir })
    for (const table of TABLES) db.prepare(copying(db, table, 'site_id')).run({ siteId })
    db.prepare(TAKE_SETTINGS).run({ siteId })
    db.prepare(OWNER_ROLE).run({ siteId, roleId, at })
  })()
}

/** @param key column with the id of the site */
function copying(
  db: Connection,
  { name, counted, given = {}, isPersonal }: SiteTable,
  key: string,
): string {
  const columns = db
    .prepare<[string], string>(`SELECT name FROM pragma_table_info(?, 'source')`)
    .pluck()
    .all(name)
    .filter((column) => column !== counted)
  const values = columns.map((column) => given[column] ?? `t.${column}`)
  return `INSERT INTO main.${name} (${columns.join(', ')})
    SELECT ${values.join(', ')} FROM source.${name} t WHERE t.${key} = @siteId
      ${isPersonal === true ? `AND ${person('user_id')} IS NOT NULL` : ''}
    ORDER BY ${counted === undefined ? 1 : `t.${counted}`}`
}

function refusingTaken(run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const message = 'A site with this id or domain exists already.'
    throw new GalleyError('conflict', message, { cause: error })
  }
}
