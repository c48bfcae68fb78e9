/** Creates the administrator at the first start and returns its credentials. @see src/http/README.md (Running) */

import { randomBytes } from 'node:crypto'
import type { Config } from '../config.js'
import { isEmail, MIN_PASSWORD } from '../model/user.js'
import type { FirstStart } from '../service/accounts/first-start.js'
import type { Users } from '../service/accounts/users.js'
import { CommandError } from './command-error.js'

interface FirstAdmin {
  readonly email: string
  readonly password: string
  readonly apiKey: string
  readonly apiSecret: string
}

/**
 * Creates the administrator; null if there are users already.
 *
 * @throws CommandError for an invalid `admin_email` or `admin_password`
 */
export async function createFirstAdmin(
  application: { readonly services: { readonly users: Users; readonly firstStart: FirstStart } },
  config: Pick<Config, 'adminEmail' | 'adminPassword'>,
): Promise<FirstAdmin | null> {
  const { users, firstStart } = application.services
  const actor = { kind: 'server' } as const
  if (users.list(actor, { limit: 1, offset: 0 }).total > 0) return null
  const email = config.adminEmail
  if (!isEmail(email)) throw new CommandError('--admin-email must be an e-mail address.')
  if (config.adminPassword !== '' && config.adminPassword.length < MIN_PASSWORD) {
    throw new CommandError(`--admin-password must have at least ${MIN_PASSWORD} characters.`)
  }
  const password = config.adminPassword || randomBytes(15).toString('base64url')
  const user = await users.create(actor, { email, password, firstname: 'Admin', admin: true })
  // Without a given password, the setup link is offered too.
  if (config.adminPassword === '') firstStart.begin(user.id)
  return { email, password, ...users.keyPairOf(actor, user.id) }
}
