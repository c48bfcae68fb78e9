/** What administrators see of mail, and the test mail that they send. @see src/http/README.md (Mail) */

import { GalleyError } from '../../errors.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import { languageOf } from '../mail/letter.js'
import type { MailFailure, Outbox } from '../mail/outbox.js'
import { SmtpError, type Smtp } from '../mail/smtp.js'
import { TEXTS } from '../mail/texts.js'
import { personOf, requireServerAdmin } from './access.js'

interface MailReportParts {
  readonly records: Pick<Records, 'users'>
  readonly outbox: Pick<Outbox, 'state'>
  /** How mail is sent now; null if none is. */
  readonly smtp: () => Smtp | null
  readonly settings: { readonly mailFrom: string }
  readonly apiUrl: () => string
}

interface MailView {
  readonly isSetUp: boolean
  /** The sender; null if no mail is sent. */
  readonly from: string | null
  readonly waiting: number
  readonly failures: readonly MailFailure[]
}

interface TestResult {
  readonly ok: boolean
  /** One sentence: where it went, or what is wrong. */
  readonly found: string
}

export type MailReport = ReturnType<typeof createMailReport>

export function createMailReport({ records, outbox, apiUrl, ...parts }: MailReportParts) {
  let isTesting = false
  return {
    view(actor: Actor): MailView {
      requireServerAdmin(actor)
      const isSetUp = parts.smtp() !== null
      const from = isSetUp ? parts.settings.mailFrom : null
      return { isSetUp, from, ...outbox.state() }
    },

    /**
     * Sends a mail to the administrator who asks, and waits for the mail server.
     *
     * @throws GalleyError `conflict` if no mail is sent, or while another test is running
     */
    async test(actor: Actor, signal: AbortSignal): Promise<TestResult> {
      requireServerAdmin(actor)
      const user = personOf(actor)
      const smtp = parts.smtp()
      if (smtp === null) throw new GalleyError('conflict', NOT_SET_UP)
      if (isTesting) throw new GalleyError('conflict', 'A test mail is being sent; wait for it.')
      isTesting = true
      const texts = TEXTS[languageOf(records.users.language(user.id)) ?? 'en']
      try {
        await smtp.send({ to: user.email, ...texts.test(apiUrl()) }, signal)
        return { ok: true, found: `The mail server has taken a mail to ${user.email}.` }
      } catch (error) {
        if (error instanceof SmtpError) return { ok: false, found: error.message }
        throw error
      } finally {
        isTesting = false
      }
    },
  }
}

const NOT_SET_UP = 'This server sends no mail: its operator sets smtp_url and mail_from.'
