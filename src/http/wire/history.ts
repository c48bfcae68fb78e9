/** Versions of a document or page as JSON. @see src/http/README.md (Conventions) */

import { z } from 'zod'
import type { Revision } from '../../model/commit.js'
import { field, idSchema, named, stampSchema } from './common.js'
import { utcStamp } from './time.js'

const COMMIT = '3f786850e387550fdab836ed7e6dc881de23001b'

export const revisionSchema = named(
  'Revision',
  'A version of a document or page.',
  z.object({
    sha: field(
      z.string().nullable(),
      'Its content; null where the commit deleted it.',
      '9e107d9d372bb6826bd81d3542a419d6e107d9d3',
    ),
    commit: field(z.string(), 'The commit that made it.', COMMIT),
    message: field(z.string(), 'What the commit says.', 'Update Hello'),
    user_id: idSchema,
    author: field(z.object({ name: z.string(), email: z.string() }), 'As the commit has it.', {
      name: 'Ada Lovelace',
      email: 'ada@example.org',
    }),
    path: field(z.string(), 'Where it lay, from the site’s root.', '_posts/2026-11-20-hello.md'),
    created_at: stampSchema,
  }),
)

export const restoreInput = named(
  'Restore',
  'The version to be written back.',
  z.object({
    commit: field(
      z.string().regex(/^[0-9a-f]{40}$/, 'must be the full name of a commit'),
      'Full name of the commit that has it.',
      COMMIT,
    ),
  }),
)

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
