/**
 * Renews the secret part of the addresses of previews when somebody may no longer see them: who has an address can open
 * the preview without signing in.
 */

import { randomBytes } from 'node:crypto'
import type { Connection } from '../connection.js'

/** A new secret part, hexadecimal. */
export function newPreviewToken(): string {
  return randomBytes(8).toString('hex')
}

interface PreviewTokens {
  renew(siteId: string): void
  /** Renews those of all sites that the user may see. */
  renewAllOf(userId: string): void
}

/** The secrets over one connection. */
export function createPreviewTokens(db: Connection): PreviewTokens {
  db.function('new_preview_token', { deterministic: false }, newPreviewToken)
  const renewed = 'UPDATE sites SET preview_token = new_preview_token() WHERE'
  const one = db.prepare(`${renewed} id = ?`)
  const all = db.prepare(`${renewed} TRUE`)
  const some = db.prepare(`${renewed} id IN (SELECT site_id FROM roles WHERE user_id = ?)`)
  const isAdmin = db.prepare<[string], number>('SELECT is_admin FROM users WHERE id = ?').pluck()
  return {
    renew: (siteId) => void one.run(siteId),
    renewAllOf: (userId) => void (isAdmin.get(userId) === 1 ? all.run() : some.run(userId)),
  }
}
