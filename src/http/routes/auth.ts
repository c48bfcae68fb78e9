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
      summary: 'The key pair of whoever has this e-mail address and password',
      description:
        'The only operation that takes an e-mail address and a password; asking again gives the same ' +
        'pair. More than 10 failures for an account or an address within 5 minutes are 429.',
      tag: 'Authentication',
      access: 'password',
      replies: { 200: { description: 'The current key pair', schema: keyPairSchema } },
      run: async ({ actor }) => ({ status: 200, body: keyPairJson(users.keyPair(actor)) }),
    }),
  ]
}
