/**
 * Whom a request counts for before its credentials are checked. Made-up credentials must not be worth a turn each, so
 * only those count that were valid a short while ago; all others count for their address.
 */

import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { networkOf } from '../system/addresses.js'
import { credentialsIn } from './middleware/authenticate.js'
import type { BrowserCookie } from './middleware/session-cookie.js'

/** Headers with credentials, as sent; empty for none. */
interface Given {
  readonly authorization: string
  readonly cookie: string
}

export interface Askers {
  /** A text that is the same for requests of the same user or address (IPv6: network). */
  of(request: IncomingMessage): string
  /** Remembers that the credentials were valid for a user. */
  remember(given: Given, userId: string): void
  /** To be called when credentials turn out to be invalid. */
  forget(given: Given): void
}

interface AskersOptions {
  readonly cookie: Pick<BrowserCookie, 'read'>
  readonly clientAddress: (request: IncomingMessage) => string
  /** Most credentials that are remembered; beyond that, those that were not used for longest are forgotten. */
  readonly most?: number
}

/** About 200 bytes each. */
const MAX_REMEMBERED = 10_000

export function createAskers(options: AskersOptions): Askers {
  const { cookie, clientAddress, most = MAX_REMEMBERED } = options
  /** User ids by digest of the credentials, least recently used first. */
  const users = new Map<string, string>()
  const digestOf = (given: Given): string | null => {
    const text = credentialsOf(given, cookie)
    return text === null ? null : createHash('sha256').update(text).digest('base64')
  }
  return {
    of(request) {
      const { authorization = '', cookie = '' } = request.headers
      const isBare = authorization === '' && cookie === ''
      const digest = isBare ? null : digestOf({ authorization, cookie })
      const userId = digest === null ? undefined : users.get(digest)
      return userId ?? networkOf(clientAddress(request))
    },
    remember(given, userId) {
      const digest = digestOf(given)
      if (digest === null) return
      users.delete(digest)
      users.set(digest, userId)
      const [oldest] = users.keys()
      if (users.size > most && oldest !== undefined) users.delete(oldest)
    },
    forget(given) {
      const digest = digestOf(given)
      if (digest !== null) users.delete(digest)
    },
  }
}

/**
 * What the headers mean: they can be written in many ways. Null if there is nothing to remember, and if there are two
 * kinds of credentials, of which only one is checked.
 */
function credentialsOf(given: Given, cookie: Pick<BrowserCookie, 'read'>): string | null {
  const key = credentialsIn(given.authorization)
  const session = cookie.read(given.cookie)
  if (session !== null) return given.authorization === '' ? `session ${session}` : null
  return key && `key ${key.name}:${key.secret}`
}
