/** Releases as JSON. */

import { z } from 'zod'
import type { Release } from '../../model/release.js'
import { idSchema, stampSchema } from './common.js'
import { utcStamp } from './time.js'

export const releaseSchema = z.object({
  id: idSchema,
  commit: z.string(),
  live: z.boolean(),
  files: z.number(),
  bytes: z.number(),
  site_id: idSchema,
  created_at: stampSchema,
})

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
