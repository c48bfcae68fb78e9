/** `POST /v2/auth`: a key pair for an e-mail address and a password. @see src/http/README.md (Users) */

import type { Users } from '../../service/accounts/users.js'
import { route, type Route } from '../route.js'
import { keyPairJson, keyPairSchema } from '../wire/user.js'

export function authRoutes(users: Users): Route[] {
  return [
    route({
      method: 'post',
      path: '/v2/auth',
      operation: 'getKeyPair',
      summary: 'Get the key pair of a user by e-mail address and password',
      description:
        'The only operation besides `POST /v2/session` that takes an e-mail address and a ' +
        'password. It always returns the same pair. Too many failures within 5 minutes are 429. For a user with a ' +
        'second factor, `X-Second-Factor` has a code; without it, a right password is 403.',
      tag: 'Authentication',
      access: 'password',
      headers: ['X-Second-Factor'],
      errors: ['second_factor_required'],
      replies: { 200: { description: 'The current key pair', schema: keyPairSchema } },
      run: async ({ actor }) => ({ status: 200, body: keyPairJson(users.keyPair(actor)) }),
    }),
  ]
}
