/** Why nobody was signed in with another server, recognized by the server's English wording. */

import { ApiError } from '../api/client.js'
import { tp } from '../text/people.js'
import { messageOf, t } from '../text/text.js'

/** Each for answers with a status; the first group of the pattern becomes `{what}`. */
const REFUSALS: readonly (readonly [status: number, RegExp, Parameters<typeof tp>[0]])[] = [
  [401, /has signed nobody in: (\w+)/, 'oidc.declined'],
  [401, /^The answer of/, 'oidc.invalid'],
  [403, /^Nobody here has the address (.+): ask/, 'oidc.unknown'],
  [403, /names no verified address/, 'oidc.unverified'],
  [403, /^Nobody has checked the address of the account (.+): sign in/, 'oidc.unchecked'],
  [403, /^The account with the address (.+) is linked to another person/, 'oidc.other'],
  [409, /^Another account is linked/, 'oidc.taken'],
]

/** @param name of the provider */
export function oidcError(error: unknown, name: string): string {
  if (!(error instanceof ApiError)) return messageOf(error)
  if (error.status === 503) return t('oidc.away', { name })
  for (const [status, pattern, key] of REFUSALS) {
    const match = pattern.exec(error.message)
    if (match && error.status === status) return tp(key, { name, what: match[1] ?? '' })
  }
  return messageOf(error)
}
