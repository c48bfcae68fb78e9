/** The first start makes an administrator and shows its credentials once. @see src/http/README.md (Running) */

import { randomBytes } from 'node:crypto'
import type { Config } from '../config.js'
import { isEmail } from '../model/user.js'
import { invalid } from '../errors.js'
import type { FirstStart } from '../service/accounts/first-start.js'
import type { Users } from '../service/accounts/users.js'

interface FirstAdmin {
  readonly email: string
  readonly password: string
  readonly apiKey: string
  readonly apiSecret: string
}

/** Null when there are users already. */
export async function createFirstAdmin(
  application: { readonly services: { readonly users: Users; readonly firstStart: FirstStart } },
  config: Pick<Config, 'adminEmail' | 'adminPassword'>,
): Promise<FirstAdmin | null> {
  const { users, firstStart } = application.services
  const actor = { kind: 'server' } as const
  if (users.list(actor, { limit: 1, offset: 0 }).total > 0) return null
  const email = config.adminEmail
  if (!isEmail(email)) throw invalid('admin_email', 'must be an e-mail address')
  const password = config.adminPassword || randomBytes(15).toString('base64url')
  const user = await users.create(actor, { email, password, firstname: 'Admin', admin: true })
  // Whoever has given a password signs in with it.
  if (config.adminPassword === '') firstStart.begin(user.id)
  return { email, password, ...users.keyPairOf(actor, user.id) }
}
