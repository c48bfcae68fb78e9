/** Versions of a document or page as JSON. @see src/http/README.md (Conventions) */

import { z } from 'zod'
import type { Revision } from '../../model/commit.js'
import { idSchema, stampSchema } from './common.js'
import { utcStamp } from './time.js'

export const revisionSchema = z.object({
  sha: z.string().nullable(),
  commit: z.string(),
  message: z.string(),
  user_id: idSchema,
  author: z.object({ name: z.string(), email: z.string() }),
  path: z.string(),
  created_at: stampSchema,
})

export const restoreInput = z.object({
  commit: z.string().regex(/^[0-9a-f]{40}$/, 'must be the full name of a commit'),
})

/** One version; `sha` is null where the commit deleted it. */
export function revisionJson(revision: Revision, userId: string): z.output<typeof revisionSchema> {
  return {
    sha: revision.blob,
    commit: revision.oid,
    message: revision.message,
    user_id: userId,
    author: { name: revision.authorName, email: revision.authorEmail },
    path: revision.path,
    created_at: utcStamp(revision.time),
  }
}
