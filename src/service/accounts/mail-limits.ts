/** How much mail may be caused: nobody may use the server to fill somebody's mailbox. */

import { emailKey, type Actor } from '../../model/user.js'
import type { AttemptCounts } from '../../store/records/attempts.js'
import { networkOf } from '../../system/addresses.js'
import { askerOf } from './access.js'
import {
  createFailedAttempts,
  type FailedAttempts,
  type FailureCounter,
} from './failed-attempts.js'

const HOUR_MS = 60 * 60_000

/** Mails in an hour: to one address, */
const TO_ADDRESS = 5
/** invitations of one user, */
const OF_USER = 100
/** forgotten passwords asked for from one network, */
const FOR_NETWORK = 20
/** and of these to one address. */
const FOR_NETWORK_TO_ADDRESS = 2
/** For this time, an address gets one link for a forgotten password: it works longer. */
const PAUSE_MS = 5 * 60_000

interface MailLimitsParts {
  readonly counts: AttemptCounts
  readonly now: () => number
}

export type MailLimits = ReturnType<typeof createMailLimits>

export function createMailLimits(parts: MailLimitsParts) {
  const message = 'Too many mails were asked for; try again later.'
  const hourly = createFailedAttempts({ ...parts, most: () => 1, windowMs: HOUR_MS, message })
  const pauses = createFailedAttempts({ ...parts, most: () => 1, windowMs: PAUSE_MS })
  const take = (name: string, times: number): void => {
    const { tooMany } = hourly.count([{ name, times }])
    if (tooMany) throw tooMany
  }
  const mayTake = (counters: FailedAttempts, counter: FailureCounter) =>
    counters.count([counter]).tooMany === null
  const toAddress = (email: string) => `mail to ${emailKey(email)}`
  return {
    /** To be called before it is said whether somebody has an address: nobody may try many. @throws GalleyError `rate_limited` */
    takeOf: (actor: Actor): void => take(`mail of ${askerOf(actor) ?? ''}`, OF_USER),

    /** @throws GalleyError `rate_limited` */
    takeTo: (email: string): void => take(toAddress(email), TO_ADDRESS),

    /**
     * The same for somebody who is not known.
     *
     * @returns false if the address has just got a mail, or enough; to say so would tell what others have asked for
     * @throws GalleyError `rate_limited` if too many were asked for from the network
     */
    takeFor(address: string, email: string): boolean {
      const network = networkOf(address)
      const to = toAddress(email)
      take(`mail for ${network}`, FOR_NETWORK)
      return (
        mayTake(pauses, { name: `pause of ${to}` }) &&
        mayTake(hourly, { name: `${to} for ${network}`, times: FOR_NETWORK_TO_ADDRESS }) &&
        mayTake(hourly, { name: to, times: TO_ADDRESS })
      )
    },
  }
}
