/** Mail: its state, and a test. @see src/http/README.md (Mail) */

import type { MailReport } from '../../service/accounts/mail-report.js'
import { route, type Route } from '../route.js'
import { mailJson, mailSchema, mailTestSchema } from '../wire/mail.js'

export function mailRoutes(mail: MailReport): Route[] {
  const shared = { tag: 'System', access: 'key' } as const
  return [
    route({
      ...shared,
      method: 'get',
      path: '/v2/mail',
      operation: 'getMail',
      summary: 'Whether mail is sent, and what could not be sent',
      description: 'For server administrators.',
      replies: { 200: { description: 'The state', schema: mailSchema } },
      run: async ({ actor }) => ({ status: 200, body: mailJson(mail.view(actor)) }),
    }),
    route({
      ...shared,
      method: 'post',
      path: '/v2/mail/test',
      operation: 'testMail',
      summary: 'Send yourself a test mail',
      description:
        'For server administrators. Waits for the mail server, up to a minute. 409 if no mail is sent, or during ' +
        'another test.',
      errors: ['conflict'],
      replies: { 200: { description: 'What came of it', schema: mailTestSchema } },
      run: async ({ actor, signal }) => ({
        status: 200,
        body: { ...(await mail.test(actor, signal)) },
      }),
    }),
  ]
}
