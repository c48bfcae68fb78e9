/** Users and their password hashes. */

import { emailKey, type EmailSource, type User } from '../../model/user.js'
import { GalleyError, notFound } from '../../errors.js'
import {
  isForeignKeyViolation,
  isUniqueViolation,
  inTransaction,
  type Connection,
} from '../connection.js'
import { queryWords, searchFold } from '../index/fold.js'
import { nextPlace, partOf, type Page, type Window } from '../page.js'
import { createClaiming, takenAddress } from './addresses.js'
import { createPreviewTokens } from './preview-tokens.js'

/** The users of the server. */
export interface Users {
  /**
   * Creates a user.
   *
   * @param source who gave the e-mail address
   * @throws GalleyError `conflict` if the e-mail address is or was somebody's
   */
  create(user: User, passwordHash: string | null, source?: EmailSource): void
  find(id: string): User | null
  /** @throws GalleyError `not_found` */
  get(id: string): User
  /** Ignores case. */
  findByEmail(email: string): User | null
  /** Sorted by e-mail address. With `q`, only users whose names and address contain all its words. */
  list(window: Window, q?: string): Page<User>
  /**
   * Replaces everything except the password and `createdAt`.
   *
   * @param source who set a new e-mail address; null if it is unchanged
   * @throws GalleyError `not_found`; `conflict` if the e-mail address is or was somebody else's, or the server would
   *   have no administrator
   */
  update(user: User, source: EmailSource | null): void
  /**
   * Deletes a user with keys and roles. True if there was one.
   *
   * @throws GalleyError `conflict` if the user owns a site, or is the last administrator of a site or the server
   */
  delete(id: string): boolean
  count(): number
  /** Null for an unknown user and a user without a password. */
  passwordHash(id: string): string | null
  /** @throws GalleyError `not_found` */
  setPasswordHash(id: string, hash: string, at: number): void
  /** The language that the user reads, such as `de`; null if it is not known. */
  language(id: string): string | null
  setLanguage(id: string, language: string): void
}

/** A row of the users table, as the queries of this folder select it. */
export interface UserRow {
  readonly id: string
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly is_admin: 0 | 1
  readonly max_sites: number | null
  readonly created_at: number
  readonly updated_at: number
}

/** Columns of {@link UserRow}; the table is called `u` in the query. */
export const USER_COLUMNS =
  'u.id, u.email, u.firstname, u.lastname, u.is_admin, u.max_sites, u.created_at, u.updated_at'

/** The user of a row. */
export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstname: row.firstname,
    lastname: row.lastname,
    isAdmin: row.is_admin === 1,
    maxSites: row.max_sites,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The users over one connection. */
export function createUsers(db: Connection): Users {
  const queries = prepareQueries(db)
  const write = prepareWrites(db)
  const claim = createClaiming(db)
  const previews = createPreviewTokens(db)
  const found = (row: UserRow | undefined) => (row === undefined ? null : toUser(row))
  const find = (id: string) => found(queries.byId.get(id))
  return {
    create: inTransaction(
      db,
      (user: User, passwordHash: string | null, source: EmailSource = 'admin') => {
        refusingTaken(() =>
          write.insert.run({ ...parameters(user), created: user.createdAt, hash: passwordHash }),
        )
        claim({ userId: user.id, email: user.email, source, at: user.createdAt })
      },
    ),
    find,
    get: (id) => find(id) ?? missing(),
    findByEmail: (email) => found(queries.byEmail.get(emailKey(email))),
    list: (window, q = '') => {
      const words = queryWords(q)
      if (words.length === 0) {
        const total = queries.count.get() ?? 0
        const { limit, after } = window
        const offset = after ? (queries.countTo.get(String(after[0] ?? '')) ?? 0) : window.offset
        const rows = queries.page.all(limit, offset).map(toUser)
        return { rows, total, next: nextPlace({ offset, rows, total }, BY_EMAIL) }
      }
      // Not in SQL, so that letters compare as in the search for documents.
      const all = queries.page.all(-1, 0).map(toUser)
      const found = all.filter((user) => isFound(user, words))
      return partOf(found, window, BY_EMAIL)
    },
    update: inTransaction(db, (user: User, source: EmailSource | null) => {
      if (!user.isAdmin && find(user.id)?.isAdmin === true) previews.renewAllOf(user.id)
      const { changes } = refusingTaken(() => write.update.run(parameters(user)))
      if (changes === 0) missing()
      if (source !== null) {
        claim({ userId: user.id, email: user.email, source, at: user.updatedAt })
      }
      refuseWithoutAdmin(queries.admins.get() ?? 0)
    }),
    delete: inTransaction(db, (id: string) => {
      if (queries.soleAdmin.get(id) !== undefined) refuseLastOnSite()
      previews.renewAllOf(id)
      const { changes } = refusingOwner(() => write.remove.run(id))
      if (changes > 0) refuseWithoutAdmin(queries.admins.get() ?? 0)
      return changes > 0
    }),
    count: () => queries.count.get() ?? 0,
    passwordHash: (id) => queries.hash.get(id) ?? null,
    setPasswordHash: (id, hash, at) => {
      if (write.setHash.run(hash, at, id).changes === 0) missing()
    },
    language: (id) => queries.language.get(id) ?? null,
    setLanguage: (id, language) => {
      write.setLanguage.run(language, id, language)
    },
  }
}

const BY_EMAIL = { placeOf: ({ email }: User) => [emailKey(email)] }

function isFound({ email, firstname, lastname }: User, words: readonly string[]): boolean {
  const folded = searchFold(`${firstname} ${lastname}\n${email}`)
  return words.every((word) => folded.includes(word))
}

function prepareQueries(db: Connection) {
  const select = `SELECT ${USER_COLUMNS} FROM users u`
  return {
    byId: db.prepare<[string], UserRow>(`${select} WHERE u.id = ?`),
    byEmail: db.prepare<[string], UserRow>(`${select} WHERE u.email_key = ?`),
    page: db.prepare<[number, number], UserRow>(`${select} ORDER BY u.email_key LIMIT ? OFFSET ?`),
    count: db.prepare<[], number>('SELECT count(*) FROM users').pluck(),
    countTo: db
      .prepare<[string], number>('SELECT count(*) FROM users WHERE email_key <= ?')
      .pluck(),
    admins: db.prepare<[], number>('SELECT count(*) FROM users WHERE is_admin = 1').pluck(),
    hash: db.prepare<[string], string>('SELECT password_hash FROM users WHERE id = ?').pluck(),
    language: db.prepare<[string], string>('SELECT language FROM users WHERE id = ?').pluck(),
    soleAdmin: db.prepare<[string], { site_id: string }>(
      `SELECT site_id FROM roles mine WHERE user_id = ? AND kind = 'admin' AND NOT EXISTS (
         SELECT 1 FROM roles other
         WHERE other.site_id = mine.site_id AND other.kind = 'admin' AND other.id <> mine.id)`,
    ),
  }
}

function prepareWrites(db: Connection) {
  return {
    insert: db.prepare(
      `INSERT INTO users (id, email, email_key, firstname, lastname, is_admin, max_sites, password_hash, created_at, updated_at)
       VALUES (@id, @email, @emailKey, @firstname, @lastname, @isAdmin, @maxSites, @hash, @created, @updatedAt)`,
    ),
    update: db.prepare(
      `UPDATE users SET email = @email, email_key = @emailKey, firstname = @firstname,
         lastname = @lastname, is_admin = @isAdmin, max_sites = @maxSites, updated_at = @updatedAt WHERE id = @id`,
    ),
    remove: db.prepare('DELETE FROM users WHERE id = ?'),
    setHash: db.prepare('UPDATE users SET password_hash = ?, updated_at = ? WHERE id = ?'),
    setLanguage: db.prepare('UPDATE users SET language = ? WHERE id = ? AND language IS NOT ?'),
  }
}

function parameters(user: User) {
  const { id, email, firstname, lastname, maxSites, updatedAt } = user
  const names = { email, emailKey: emailKey(email), firstname, lastname }
  return { id, ...names, isAdmin: user.isAdmin ? 1 : 0, maxSites, updatedAt }
}

function refusingTaken<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw takenAddress(error)
  }
}

function refusingOwner<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    throw new GalleyError('conflict', 'The user owns a site; give it to somebody else first.', {
      cause: error,
    })
  }
}

function refuseWithoutAdmin(admins: number): void {
  if (admins > 0) return
  throw new GalleyError('conflict', 'The last administrator of the server must stay.')
}

function refuseLastOnSite(): never {
  throw new GalleyError('conflict', 'The last administrator of a site must stay.')
}

function missing(): never {
  throw notFound('user')
}
