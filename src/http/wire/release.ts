/** Releases as JSON. */

import { z } from 'zod'
import type { ListedRelease } from '../../service/publish/rollback.js'
import { field, idSchema, named, stampSchema } from './common.js'
import { utcStamp } from './time.js'

export const releaseSchema = named(
  'Release',
  'What was built from a commit and published.',
  z.object({
    id: idSchema,
    commit: field(
      z.string(),
      'The commit that it was built from.',
      '3f786850e387550fdab836ed7e6dc881de23001b',
    ),
    live: field(z.boolean(), 'Whether it is live.'),
    files: field(z.int(), 'Number of files.', 214),
    bytes: field(z.int(), 'Total size in bytes.', 5213904),
    user_id: field(
      z.string().nullable(),
      'The user who published it first; null for the server itself, and for releases older ' +
        'than this field.',
      '66f1c2b7d4b9e83f5a7c1e34',
    ),
    author: field(
      z.object({ name: z.string(), email: z.string() }).nullable(),
      'Current name of that user; null if there is none.',
      { name: 'Ada Lovelace', email: 'ada@example.org' },
    ),
    site_id: idSchema,
    created_at: stampSchema,
  }),
)

export function releaseJson(listed: ListedRelease): z.output<typeof releaseSchema> {
  const { release, author, isLive } = listed
  return {
    id: release.id,
    commit: release.commit,
    live: isLive,
    files: release.files,
    bytes: release.bytes,
    user_id: release.userId,
    author,
    site_id: release.siteId,
    created_at: utcStamp(release.createdAt / 1000),
  }
}
