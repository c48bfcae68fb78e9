/** Invitations. The secret of the link is stored only as an HMAC, with a server key that is not in the database. */

import { GalleyError } from '../../errors.js'
import type { Invitation } from '../../model/invitation.js'
import { ROLE_KINDS } from '../../model/role.js'
import { emailKey } from '../../model/user.js'
import { inTransaction, isUniqueViolation, type Connection } from '../connection.js'

/** The invitations of the server. */
export interface Invitations {
  /** @throws GalleyError `conflict` if the address is invited to that place already */
  create(invitation: Invitation & { readonly secretHmac: Buffer }): void
  /** Also those that have expired. */
  find(id: string): Invitation | null
  findBySecret(secretHmac: Buffer): Invitation | null
  /** Of all sites and none; newest first. */
  listAll(): Invitation[]
  listForSite(siteId: string): Invitation[]
  /** Of an address, in any spelling; also those that have expired. */
  listForEmail(email: string): Invitation[]
  /** Of a site, or of none (null). */
  countFor(siteId: string | null): number
  /** Gives an invitation another secret, and with it another end, and who sent it. */
  renew(id: string, to: Pick<Invitation, 'expiresAt' | 'isMailed' | 'invitedBy'> & NewSecret): void
  /** True if there was one. */
  delete(id: string): boolean
  deleteExpired(before: number): number
  /** Deletes an invitation and runs the work, both or neither. False if it is gone. */
  accept(id: string, work: () => void): boolean
}

interface NewSecret {
  readonly secretHmac: Buffer
}

interface InvitationRow {
  readonly id: string
  readonly email: string
  readonly site_id: string | null
  readonly kind: string | null
  readonly is_admin: 0 | 1
  readonly language: string
  readonly is_mailed: 0 | 1
  readonly invited_by: string | null
  readonly created_at: number
  readonly expires_at: number
}

/** The invitations over one connection. */
export function createInvitations(db: Connection): Invitations {
  const sql = prepareStatements(db)
  const found = (row: InvitationRow | undefined) => (row === undefined ? null : toInvitation(row))
  return {
    create: (invitation) => {
      const { email, isAdmin, isMailed } = invitation
      const flags = { isAdmin: Number(isAdmin), isMailed: Number(isMailed) }
      refusingSecond(() => sql.insert.run({ ...invitation, ...flags, emailKey: emailKey(email) }))
    },
    find: (id) => found(sql.byId.get(id)),
    findBySecret: (secretHmac) => found(sql.bySecret.get(secretHmac)),
    listAll: () => sql.all.all().map(toInvitation),
    listForSite: (siteId) => sql.ofSite.all(siteId).map(toInvitation),
    listForEmail: (email) => sql.ofEmail.all(emailKey(email)).map(toInvitation),
    countFor: (siteId) => sql.count.get(siteId) ?? 0,
    renew: (id, { secretHmac, expiresAt, isMailed, invitedBy }) => {
      sql.renew.run(secretHmac, expiresAt, Number(isMailed), invitedBy, id)
    },
    delete: (id) => sql.remove.run(id).changes > 0,
    accept: inTransaction(db, (id: string, work: () => void) => {
      if (sql.remove.run(id).changes === 0) return false
      work()
      return true
    }),
    deleteExpired: (before) => sql.removeExpired.run(before).changes,
  }
}

function prepareStatements(db: Connection) {
  const select = `SELECT id, email, site_id, kind, is_admin, language, is_mailed, invited_by, created_at,
    expires_at FROM invitations`
  const order = 'ORDER BY created_at DESC, id DESC'
  return {
    insert: db.prepare(
      `INSERT INTO invitations (id, email, email_key, site_id, kind, is_admin, language, is_mailed,
         invited_by, secret_hmac, created_at, expires_at)
       VALUES (@id, @email, @emailKey, @siteId, @kind, @isAdmin, @language, @isMailed,
         @invitedBy, @secretHmac, @createdAt, @expiresAt)`,
    ),
    byId: db.prepare<[string], InvitationRow>(`${select} WHERE id = ?`),
    bySecret: db.prepare<[Buffer], InvitationRow>(`${select} WHERE secret_hmac = ?`),
    all: db.prepare<[], InvitationRow>(`${select} ${order}`),
    ofSite: db.prepare<[string], InvitationRow>(`${select} WHERE site_id = ? ${order}`),
    ofEmail: db.prepare<[string], InvitationRow>(`${select} WHERE email_key = ? ${order}`),
    count: db
      .prepare<[string | null], number>('SELECT count(*) FROM invitations WHERE site_id IS ?')
      .pluck(),
    renew: db.prepare(
      'UPDATE invitations SET secret_hmac = ?, expires_at = ?, is_mailed = ?, invited_by = ? WHERE id = ?',
    ),
    remove: db.prepare<[string]>('DELETE FROM invitations WHERE id = ?'),
    removeExpired: db.prepare<[number]>('DELETE FROM invitations WHERE expires_at < ?'),
  }
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    siteId: row.site_id,
    kind: ROLE_KINDS.find((kind) => kind === row.kind) ?? null,
    isAdmin: row.is_admin === 1,
    language: row.language,
    isMailed: row.is_mailed === 1,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

function refusingSecond(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new GalleyError(
      'conflict',
      'This address is invited already; send the invitation again.',
      {
        details: [{ field: 'email', message: 'is invited already' }],
        cause: error,
      },
    )
  }
}
