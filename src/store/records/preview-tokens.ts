/**
 * Renews the secret part of the addresses of previews when somebody may no longer see them: who has an address can open
 * the preview without signing in. The previews of change sets have such addresses, too.
 */

import { randomBytes } from 'node:crypto'
import type { Connection } from '../connection.js'

/** A new secret part, hexadecimal. */
export function newPreviewToken(): string {
  return randomBytes(8).toString('hex')
}

interface PreviewTokens {
  renew(siteId: string): void
  /** Of the site's change sets alone. */
  renewSets(siteId: string): void
  /** Renews those of all sites that the user may see. */
  renewAllOf(userId: string): void
}

/** The secrets over one connection. */
export function createPreviewTokens(db: Connection): PreviewTokens {
  db.function('new_preview_token', { deterministic: false }, newPreviewToken)
  const renewed = 'SET preview_token = new_preview_token() WHERE'
  const statements = (which: string) =>
    [`sites ${renewed} id`, `change_sets ${renewed} preview_token IS NOT NULL AND site_id`].map(
      (rest) => db.prepare(`UPDATE ${rest} ${which}`),
    )
  const one = statements('= ?')
  const all = statements('IS NOT NULL')
  const some = statements('IN (SELECT site_id FROM roles WHERE user_id = ?)')
  const [, ofSets] = one
  const isAdmin = db.prepare<[string], number>('SELECT is_admin FROM users WHERE id = ?').pluck()
  return {
    renew: (siteId) => one.forEach((statement) => statement.run(siteId)),
    renewSets: (siteId) => void ofSets?.run(siteId),
    renewAllOf: (userId) => {
      if (isAdmin.get(userId) === 1) all.forEach((statement) => statement.run())
      else some.forEach((statement) => statement.run(userId))
    },
  }
}
