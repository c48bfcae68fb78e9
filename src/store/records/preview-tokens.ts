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
  const set = db.prepare('UPDATE sites SET preview_token = ? WHERE id = ?')
  const seenBy = db
    .prepare<[{ readonly userId: string }], string>(
      `SELECT id FROM sites WHERE (SELECT is_admin FROM users WHERE id = @userId) = 1
         OR id IN (SELECT site_id FROM roles WHERE user_id = @userId)`,
    )
    .pluck()
  const renew = (siteId: string) => void set.run(newPreviewToken(), siteId)
  return { renew, renewAllOf: (userId) => seenBy.all({ userId }).forEach(renew) }
}
