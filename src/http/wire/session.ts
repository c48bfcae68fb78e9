/** Sessions of browsers as JSON. */

import { z } from 'zod'
import { sessionExpiry } from '../../model/session.js'
import type { SessionView } from '../../service/accounts/sessions.js'
import { idSchema, stampSchema } from './common.js'
import { utcStamp } from './time.js'
import { meJson, meSchema } from './user.js'

/** As lists have it. */
export const sessionSchema = z.object({
  id: idSchema,
  created_at: stampSchema,
  last_seen_at: stampSchema,
  expires_at: stampSchema,
  address: z.string(),
  user_agent: z.string(),
  current: z.boolean(),
  user: meSchema,
})

/** The session of the request itself, with what its changes must send. */
export const currentSessionSchema = sessionSchema.extend({ csrf_token: z.string() })

export const signInInput = z.object({
  email: z.string({ error: 'must be a text' }),
  password: z.string({ error: 'must be a text' }),
})

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
  return { ...sessionJson(view), csrf_token: view.csrfToken ?? '' }
}
