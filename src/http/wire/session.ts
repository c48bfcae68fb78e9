/** Sessions of browsers as JSON. */

import { z } from 'zod'
import { sessionExpiry } from '../../model/session.js'
import type { SessionView } from '../../service/accounts/sessions.js'
import { field, idSchema, named, stampSchema, textInput } from './common.js'
import { signedPasskeyField } from './passkey.js'
import { utcStamp } from './time.js'
import { languageField, meJson, meSchema } from './user.js'

/** As in lists. */
const session = z.object({
  id: idSchema,
  created_at: stampSchema,
  last_seen_at: stampSchema,
  expires_at: stampSchema,
  address: field(z.string(), 'Address of its last request.', '203.0.113.9'),
  user_agent: field(z.string(), 'User-Agent of the browser.', 'Mozilla/5.0'),
  current: field(z.boolean(), 'Whether it is the session of this request.'),
  user: meSchema,
})

export const sessionSchema = named('Session', 'A browser that is signed in.', session)

/** The session of the request, with the token that its changes must send. */
export const currentSessionSchema = named(
  'CurrentSession',
  'The session of this browser.',
  session.extend({
    needs_second_factor: field(
      z.boolean(),
      'Whether the server wants a second factor first: until it is set up, all else is 403.',
    ),
    can_create_sites: field(z.boolean(), 'Whether you may make sites on this server.'),
    csrf_token: field(z.string(), 'Send it as `X-CSRF-Token` with every change.', 'b3BlbnNlc2FtZQ'),
  }),
)

export const signInInput = named(
  'SignIn',
  'Credentials for signing in.',
  z.object({
    email: field(textInput(1000), 'E-mail address.', 'ada@example.org'),
    password: field(z.string(), 'Password.', 'correct horse battery'),
    code: field(
      textInput(100),
      'Of the second factor, for users who have one: from the app, or a recovery code.',
      '123456',
    ).optional(),
    passkey: signedPasskeyField.optional(),
    language: languageField.optional(),
  }),
)

export function sessionJson(view: SessionView): z.output<typeof sessionSchema> {
  const { session } = view
  return {
    id: session.id,
    created_at: utcStamp(session.createdAt / 1000),
    last_seen_at: utcStamp(session.lastSeenAt / 1000),
    expires_at: utcStamp(sessionExpiry(session) / 1000),
    address: session.address,
    user_agent: session.userAgent,
    current: view.isCurrent,
    user: meJson(view.user),
  }
}

export function currentSessionJson(view: SessionView): z.output<typeof currentSessionSchema> {
  return {
    ...sessionJson(view),
    needs_second_factor: view.isLimited,
    can_create_sites: view.mayMakeSites,
    csrf_token: view.csrfToken ?? '',
  }
}
