/** Access tokens as JSON. */

import { z } from 'zod'
import {
  MAX_OVERLAP_HOURS,
  MAX_TOKEN_NAME,
  MAX_TOKEN_SITES,
  TOKEN_SCOPES,
  type Token,
} from '../../model/token.js'
import type { MadeToken } from '../../service/accounts/tokens.js'
import { field, idSchema, named, stampSchema, textInput } from './common.js'
import { utcStamp, utcStampOrNull } from './time.js'

const MAX_DAYS = 3650

const scopes = field(
  z.array(z.enum(TOKEN_SCOPES)).min(1, 'must name at least one').max(TOKEN_SCOPES.length),
  'What it may do, within the role of its user: `read`; `draft`: make texts that are not visible, and change those; ' +
    '`write` texts, files and collections, make previews; `publish`, ' +
    'sync, cancel jobs; `source`: read and change any file; `settings` and roles; `git`: clone, and push with `write`; ' +
    '`admin`: make and delete sites, import, manage users; `sets`: as `write`, but only in change sets, which it makes and drops.',
  ['read', 'write'],
)

const token = z.object({
  id: idSchema,
  name: field(z.string(), 'What its user calls it.', 'Newsletter'),
  hint: field(z.string(), 'The last four characters of the token.', 'x7Qa'),
  scopes,
  site_ids: field(
    z.array(idSchema).nullable(),
    'The only sites that it may see; null for all of its user’s.',
    null,
  ),
  created_at: stampSchema,
  expires_at: field(stampSchema.nullable(), 'Null if it does not expire.'),
  last_used_at: field(stampSchema.nullable(), 'Rounded to minutes; null before it is used.'),
  former_until: field(
    stampSchema.nullable(),
    'Until when the token from before the last rotation is valid too; null if there was none.',
  ),
})

export const tokenSchema = named('Token', 'An access token, without its secret.', token)

export const madeTokenSchema = named(
  'MadeToken',
  'A new token. It is shown this once.',
  token.extend({
    token: field(
      z.string(),
      'The token: send it as `Authorization: Bearer …`, or as the password of HTTP Basic (git).',
      'galley_2nW7sKq0bXr9tYvL4mJc8dPzHf3gE61BiU0a',
    ),
  }),
)

export const createTokenInput = named(
  'CreateToken',
  'A token to make.',
  z.object({
    name: field(
      textInput(MAX_TOKEN_NAME).min(1, 'must not be empty'),
      'To tell it from others.',
      'Newsletter',
    ),
    scopes: scopes.transform((names) => TOKEN_SCOPES.filter((name) => names.includes(name))),
    site_ids: field(
      z.array(idSchema).min(1, 'must name at least one, or be null').max(MAX_TOKEN_SITES),
      `The only sites that it may see, up to ${MAX_TOKEN_SITES}; null or missing for all of yours, also later ones.`,
    )
      .nullable()
      .default(null),
    expires_in_days: field(
      z.int().min(1).max(MAX_DAYS),
      `Days until it expires, up to ${MAX_DAYS}; null or missing for never.`,
      90,
    )
      .nullable()
      .default(null),
  }),
)

export const rotateTokenInput = named(
  'RotateToken',
  'How to rotate a token.',
  z.object({
    overlap_hours: field(
      z.int().min(0).max(MAX_OVERLAP_HOURS),
      `Hours for which the former token is valid too, up to ${MAX_OVERLAP_HOURS}; 24 if missing.`,
      24,
    ).default(24),
  }),
)

export function tokenJson(one: Token): z.output<typeof tokenSchema> {
  return {
    id: one.id,
    name: one.name,
    hint: one.hint,
    scopes: [...one.scopes],
    site_ids: one.siteIds && [...one.siteIds],
    created_at: utcStamp(one.createdAt / 1000),
    expires_at: utcStampOrNull(one.expiresAt),
    last_used_at: utcStampOrNull(one.lastUsedAt),
    former_until: utcStampOrNull(one.formerUntil),
  }
}

export function madeTokenJson(made: MadeToken): z.output<typeof madeTokenSchema> {
  return { ...tokenJson(made.token), token: made.secret }
}
