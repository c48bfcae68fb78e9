/** How much mail may be caused: nobody may use the server to fill somebody's mailbox. */

import { emailKey, type Actor } from '../../model/user.js'
import { networkOf } from '../../system/addresses.js'
import { askerOf } from './access.js'
import type { FailedAttempts, FailureCounter } from './failed-attempts.js'

/** Mails to one address in an hour. */
const MAX_TO_ADDRESS = 5
/** Times as many from one user: invitations. */
const OF_USER = 20
/** Times as many asked for from one network: forgotten passwords. */
const OF_NETWORK = 4

/** How the counters are to be made. */
export const MAIL_LIMITS = { most: MAX_TO_ADDRESS, windowMs: 60 * 60_000 } as const

export type MailLimits = ReturnType<typeof createMailLimits>

export function createMailLimits(counters: FailedAttempts) {
  const toAddress = (email: string) => ({ name: `mail to ${emailKey(email)}` })
  const take = (counter: FailureCounter): void => {
    const { tooMany } = counters.count([counter])
    if (tooMany) throw tooMany
  }
  return {
    /** To be called before it is said whether somebody has an address: nobody may try many. @throws GalleyError `rate_limited` */
    takeOf: (actor: Actor): void =>
      take({ name: `mail of ${askerOf(actor) ?? ''}`, times: OF_USER }),

    /** @throws GalleyError `rate_limited` */
    takeTo: (email: string): void => take(toAddress(email)),

    /**
     * The same for somebody who is not known.
     *
     * @returns false if the address has got enough; to say so would tell what others have asked for
     * @throws GalleyError `rate_limited` if too many were asked for from the network
     */
    takeFor(address: string, email: string): boolean {
      const { tooMany } = counters.count([
        { name: `mail for ${networkOf(address)}`, times: OF_NETWORK },
      ])
      if (tooMany) throw tooMany
      return counters.count([toAddress(email)]).tooMany === null
    },
  }
}
