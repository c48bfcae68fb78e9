/** Links to previews as JSON. */

import { z } from 'zod'
import { MAX_SHARE_DAYS } from '../../model/share.js'
import type { Shares } from '../../service/render/shares.js'
import { field, idSchema, named, stampSchema } from './common.js'
import { utcStamp, utcStampOrNull } from './time.js'

const share = z.object({
  id: idSchema,
  site_id: idSchema,
  entry_id: field(
    idSchema.nullable(),
    'The document or page that it shows; null for the preview of the whole site.',
    null,
  ),
  title: field(
    z.string().nullable(),
    'Title of that text, or else its path; null for the whole site, and for a text that is gone.',
    null,
  ),
  user_id: field(idSchema, 'Who made it.'),
  user_name: field(z.string(), 'Name of that user.', 'Ada Lovelace'),
  created_at: stampSchema,
  expires_at: stampSchema,
  last_used_at: field(
    stampSchema.nullable(),
    'When somebody last opened it, to the minute; null before that.',
  ),
})

export const shareSchema = named('Share', 'A link that shows a preview, without its secret.', share)

export const madeShareSchema = named(
  'MadeShare',
  'A new link. Its address is shown this once.',
  share.extend({
    url: field(
      z.string(),
      'The address to send to others.',
      'https://shared-66f1c2b7d4b9e83f5a7c1e39.sites.example.org/?share=6Qm0cKxZ1tUo5mXyqJ8b2RwVdH3nLs7a',
    ),
  }),
)

export const createShareInput = named(
  'CreateShare',
  'A link to make.',
  z.object({
    entry_id: field(
      idSchema.nullable().default(null),
      'The document or page to show, as it is saved, also if it is hidden or a draft; null or missing for the preview ' +
        'of the whole site.',
      null,
    ),
    expires_in_days: field(
      z.int().min(1).max(MAX_SHARE_DAYS).default(7),
      `Days until it ends, up to ${MAX_SHARE_DAYS}; 7 if missing.`,
      7,
    ),
  }),
)

type Made = ReturnType<Shares['create']>

export function shareJson(one: Omit<Made, 'url'>): z.output<typeof shareSchema> {
  return {
    id: one.id,
    site_id: one.siteId,
    entry_id: one.entryId,
    title: one.title,
    user_id: one.userId,
    user_name: one.userName,
    created_at: utcStamp(one.createdAt / 1000),
    expires_at: utcStamp(one.expiresAt / 1000),
    last_used_at: utcStampOrNull(one.lastUsedAt),
  }
}

export function madeShareJson(made: Made): z.output<typeof madeShareSchema> {
  return { ...shareJson(made), url: made.url }
}
