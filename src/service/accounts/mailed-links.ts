/** Links with a secret that works once: the secret is after the `#`, so browsers send it to nobody, and no log has it. */

import { randomBytes } from 'node:crypto'
import { GalleyError } from '../../errors.js'
import { networkOf } from '../../system/addresses.js'
import type { FailedAttempts } from './failed-attempts.js'
import type { Vault } from './vault.js'

/** A secret, and what is stored of it. */
interface LinkSecret {
  readonly secret: string
  readonly secretHmac: Buffer
}

/** Who opens a link. */
export interface Opener {
  readonly token: string
  readonly address: string
  readonly requestId: string
}

interface MailedLinksParts {
  readonly vault: Pick<Vault, 'digest'>
  readonly failures: FailedAttempts
  /** Public URL of the API. */
  readonly apiUrl: () => string
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
}

export type MailedLinks = ReturnType<typeof createMailedLinks>

export function createMailedLinks({ vault, failures, apiUrl, note }: MailedLinksParts) {
  const digest = (secret: string) => vault.digest(`link ${secret}`)
  return {
    make(): LinkSecret {
      const secret = randomBytes(32).toString('hex')
      return { secret, secretHmac: digest(secret) }
    },

    /** @param screen of the admin, such as `invitation` */
    urlOf: (screen: string, secret: string): string => `${apiUrl()}/admin/${screen}#${secret}`,

    /**
     * What a link leads to. Guesses count by address.
     *
     * @param find null for an unknown secret, and for a link that has ended
     * @throws GalleyError `unauthorized`; `rate_limited` after too many
     */
    open<Found>(
      { token, address, requestId }: Opener,
      find: (hmac: Buffer) => Found | null,
    ): Found {
      const places = [{ name: `links from ${networkOf(address)}` }]
      const { isBlocked, tooMany } = failures.count(places)
      const found = isBlocked ? null : find(digest(token))
      if (found === null) {
        if (tooMany === null) note({ address, requestId }, 'a link was refused')
        throw tooMany ?? linkOver()
      }
      failures.forgive(places)
      return found
    },
  }
}

export function linkOver(): GalleyError {
  return new GalleyError(
    'unauthorized',
    'The link is no longer valid: it was used or withdrawn, a newer one was sent, or its time is over.',
  )
}
