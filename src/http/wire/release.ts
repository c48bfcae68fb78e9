/** Releases as JSON. */

import { z } from 'zod'
import type { Release } from '../../model/release.js'
import { field, idSchema, named, stampSchema } from './common.js'
import { utcStamp } from './time.js'

export const releaseSchema = named(
  'Release',
  'What was built of a commit and published.',
  z.object({
    id: idSchema,
    commit: field(z.string(), 'What it was built of.', '3f786850e387550fdab836ed7e6dc881de23001b'),
    live: field(z.boolean(), 'Whether visitors get this one.'),
    files: field(z.int(), 'How many files it has.', 214),
    bytes: field(z.int(), 'How large they are together.', 5213904),
    site_id: idSchema,
    created_at: stampSchema,
  }),
)

export function releaseJson(release: Release, isLive: boolean): z.output<typeof releaseSchema> {
  return {
    id: release.id,
    commit: release.commit,
    live: isLive,
    files: release.files,
    bytes: release.bytes,
    site_id: release.siteId,
    created_at: utcStamp(release.createdAt / 1000),
  }
}
