/** Asks for the current password before something that a stolen key or session must not be able to do. */

import { invalid, type GalleyError } from '../../errors.js'
import type { Records } from '../../store/records/records.js'
import type { FailedAttempts } from './failed-attempts.js'
import type { Passwords } from './passwords.js'

interface PasswordParts {
  readonly records: Pick<Records, 'users'>
  readonly passwords: Passwords
  /** Counts wrong passwords, so that the owner of a key cannot guess the password. */
  readonly failures: FailedAttempts
}

/**
 * Checks a password and returns the hash that it was compared with.
 *
 * @throws GalleyError `validation_failed`; `rate_limited` after too many wrong ones
 */
export async function checkPassword(
  parts: PasswordParts,
  id: string,
  password: string,
): Promise<string | null> {
  const places = [{ name: `password of ${id}` }]
  const { isBlocked, tooMany } = parts.failures.count(places)
  const error = tooMany ?? wrongPassword()
  if (isBlocked) throw error
  const stored = parts.records.users.passwordHash(id)
  if (!(await parts.passwords.matches(password, stored))) throw error
  parts.failures.forgive(places)
  return stored
}

export function wrongPassword(): GalleyError {
  return invalid('current_password', 'must be the current password')
}
