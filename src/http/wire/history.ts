/** Versions of a document or page as JSON. @see src/http/README.md (Conventions) */

import { z } from 'zod'
import type { Revision } from '../../model/commit.js'
import type { TextDifference } from '../../service/content/history.js'
import { field, idSchema, named, stampSchema, onceText } from './common.js'
import { utcStamp } from './time.js'

const COMMIT = '3f786850e387550fdab836ed7e6dc881de23001b'

export const revisionSchema = named(
  'Revision',
  'A version of a document or page.',
  z.object({
    sha: field(
      z.string().nullable(),
      'Id of its content; null if the commit deleted it.',
      '9e107d9d372bb6826bd81d3542a419d6e107d9d3',
    ),
    commit: field(z.string(), 'The commit that made it.', COMMIT),
    message: field(z.string(), 'The commit message.', 'Update Hello'),
    user_id: idSchema,
    author: field(z.object({ name: z.string(), email: z.string() }), 'Name in the commit.', {
      name: 'Ada Lovelace',
      email: 'ada@example.org',
    }),
    path: field(
      z.string(),
      'Its path at that time, from the site’s root.',
      '_posts/2026-11-20-hello.md',
    ),
    created_at: stampSchema,
  }),
)

const commitName = onceText.regex(/^[0-9a-f]{40}$/, 'must be a full commit id')

/** Which two versions are compared. */
export const diffQuery = z.object({
  from: field(commitName, 'Full id of the older commit.', COMMIT),
  to: field(commitName, 'Full id of the newer commit; by default the last one.', COMMIT).optional(),
})

const versionSchema = z.object({
  commit: field(z.string(), 'The commit of this version.', COMMIT),
  path: field(
    z.string(),
    'Its path at that time, from the site’s root.',
    '_posts/2026-11-20-hello.md',
  ),
  sha: field(z.string(), 'Its content.', '9e107d9d372bb6826bd81d3542a419d6e107d9d3'),
})

export const textDifferenceSchema = named(
  'TextDifference',
  'How two versions of a document or page differ.',
  z.object({
    from: versionSchema,
    to: versionSchema,
    diff: field(
      z.string().nullable(),
      'Unified diff of the whole file; empty if equal, null if too long.',
      '@@ -1,3 +1,3 @@\n ---\n-title: Hello\n+title: Hello again\n ---\n',
    ),
  }),
)

/** Two versions and their difference. */
export function textDifferenceJson(
  difference: TextDifference,
): z.output<typeof textDifferenceSchema> {
  const { from, to, diff } = difference
  return { from: versionJson(from), to: versionJson(to), diff }
}

function versionJson({ commit, path, oid }: TextDifference['from']) {
  return { commit, path, sha: oid }
}

export const restoreInput = named(
  'Restore',
  'The version to restore.',
  z.object({
    commit: field(
      z.string().regex(/^[0-9a-f]{40}$/, 'must be a full commit id'),
      'Full id of the commit that has it.',
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
