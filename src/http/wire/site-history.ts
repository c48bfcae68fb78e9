/** Commits of a site and what it has no more, as JSON. */

import { z } from 'zod'
import type {
  DeletedText,
  SiteCommit,
  SiteCommitDetail,
  SiteDifference,
} from '../../service/content/site-history.js'
import { field, idSchema, named, stampSchema } from './common.js'
import { utcStamp } from './time.js'

const OID = '3f786850e387550fdab836ed7e6dc881de23001b'

const commit = z.object({
  commit: field(z.string(), 'Its full name.', OID),
  message: field(z.string(), 'What the commit says.', 'Update Hello'),
  user_id: field(idSchema, 'Who made it.'),
  author: field(z.object({ name: z.string(), email: z.string() }), 'As the commit has it.', {
    name: 'Ada Lovelace',
    email: 'ada@example.org',
  }),
  created_at: stampSchema,
  door: field(z.enum(['api', 'git', 'disk']), 'By which door it came.'),
})

export const commitSchema = named('Commit', 'A commit of a site.', commit)

const commitChangeSchema = named(
  'CommitChange',
  'What a commit did to a file.',
  z.object({
    path: field(z.string(), 'Where it lies, from the site’s root.', 'about.md'),
    from: field(z.string().nullable(), 'Of a renamed one: where it lay before.', null),
    status: z.enum(['added', 'modified', 'deleted', 'renamed']),
    diff: field(
      z.string().nullable(),
      'Unified format; null for bytes and for what is too long.',
      '@@ -1 +1 @@\n-Old\n+New\n',
    ),
  }),
)

/** No answer has a `message` of its own: clients take that for an error. */
export const commitDetailSchema = named(
  'CommitDetail',
  'A commit with what it changed.',
  commit.omit({ message: true }).extend({
    commit_message: field(z.string(), 'What the commit says.', 'Update Hello'),
    changes: z.array(commitChangeSchema),
    changes_total: field(z.int(), 'How many files it changed.', 1),
  }),
)

export const siteDifferenceSchema = named(
  'SiteDifference',
  'What lies between two commits of a site.',
  z.object({
    from: field(z.string(), 'The commit that it begins at.', OID),
    to: field(z.string(), 'The commit that it ends at.', OID),
    changes: z.array(commitChangeSchema),
    changes_total: field(z.int(), 'How many files differ.', 1),
  }),
)

export const deletedTextSchema = named(
  'DeletedText',
  'A document or page that was deleted.',
  z.object({
    id: field(idSchema, 'Restored by this.'),
    type: z.enum(['document', 'page']),
    path: field(z.string(), 'Where it lay, from the site’s root.', '_posts/2026-11-20-hello.md'),
    title: field(z.string(), 'Its last title.', 'Hello'),
    commit: field(z.string(), 'The commit that deleted it.', OID),
    restore_commit: field(
      z.string(),
      'The last commit that has it: restore this one.',
      '89e6c98d92887913cadf06b2adb97f26cde4849b',
    ),
    deleted_at: stampSchema,
    user_id: field(idSchema, 'Who deleted it.'),
  }),
)

/** One commit. */
export function commitJson({ commit, userId, door }: SiteCommit): z.output<typeof commitSchema> {
  return {
    commit: commit.oid,
    message: commit.message,
    user_id: userId,
    author: { name: commit.authorName, email: commit.authorEmail },
    created_at: utcStamp(commit.time),
    door,
  }
}

/** One commit with its files; `changes_total` counts those that are not told, too. */
export function commitDetailJson(detail: SiteCommitDetail): z.output<typeof commitDetailSchema> {
  const changes = detail.changes.map((change) => ({ ...change }))
  const { message, ...commit } = commitJson(detail)
  return { ...commit, commit_message: message, changes, changes_total: detail.total }
}

/** Two commits with the files that differ; `changes_total` counts those that are not told, too. */
export function siteDifferenceJson({
  from,
  to,
  changes,
  total,
}: SiteDifference): z.output<typeof siteDifferenceSchema> {
  return { from, to, changes: changes.map((change) => ({ ...change })), changes_total: total }
}

/** What is no more; `restore_commit` is the version to restore. */
export function deletedTextJson(text: DeletedText): z.output<typeof deletedTextSchema> {
  return {
    id: text.id,
    type: text.kind,
    path: text.path,
    title: text.title,
    commit: text.commit.oid,
    restore_commit: text.last,
    deleted_at: utcStamp(text.commit.time),
    user_id: text.userId,
  }
}
