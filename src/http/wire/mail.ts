/** The state of mail as JSON. @see src/http/README.md (Mail) */

import { z } from 'zod'
import type { MailReport } from '../../service/accounts/mail-report.js'
import { field, idSchema, named, stampSchema } from './common.js'
import { utcStamp, utcStampOrNull } from './time.js'

export const mailSchema = named(
  'Mail',
  'Whether the server sends mail, and what it could not send.',
  z.object({
    on: field(z.boolean(), 'Whether a mail server is set.'),
    from: field(
      z.string().nullable(),
      'The sender; null if no mail is sent.',
      'galley@example.org',
    ),
    waiting: field(z.int(), 'Mails that wait to be sent.', 0),
    failures: field(
      z.array(
        z.object({
          id: idSchema,
          kind: field(
            z.string(),
            'What it was: `invitation`, `forgotten` or `changed`.',
            'invitation',
          ),
          tries: z.int(),
          error: field(z.string(), 'Why the last try failed.', 'The mail server: Timeout'),
          created_at: stampSchema,
          next_at: stampSchema.nullable(),
        }),
      ),
      'The newest 50 that failed. `next_at` is the next try, null if it was given up. Kept for 14 days.',
      [],
    ),
  }),
)

export const mailTestSchema = named(
  'MailTest',
  'What came of a test mail.',
  z.object({
    ok: field(z.boolean(), 'Whether the mail server has taken it.'),
    found: field(
      z.string(),
      'What the mail server said, in one sentence.',
      'The mail server has taken a mail to ada@example.org.',
    ),
  }),
)

export function mailJson(view: ReturnType<MailReport['view']>): z.output<typeof mailSchema> {
  return {
    on: view.isSetUp,
    from: view.from,
    waiting: view.waiting,
    failures: view.failures.map(({ id, kind, tries, error, createdAt, nextAt }) => ({
      id,
      kind,
      tries,
      error,
      created_at: utcStamp(createdAt / 1000),
      next_at: utcStampOrNull(nextAt),
    })),
  }
}
