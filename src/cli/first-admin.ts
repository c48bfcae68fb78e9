/** Creates the administrator at the first start and returns its credentials. @see src/http/README.md (Running) */

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

/** Creates the administrator; null if there are users already. @throws GalleyError for an invalid `admin_email` */
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
  // Without a given password, the setup link is offered too.
  if (config.adminPassword === '') firstStart.begin(user.id)
  return { email, password, ...users.keyPairOf(actor, user.id) }
}
