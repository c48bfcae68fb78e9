/** Commits of a site, and its deleted texts, as JSON. */

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
  commit: field(z.string(), 'Full commit id.', OID),
  message: field(z.string(), 'The commit message.', 'Update Hello'),
  user_id: field(idSchema, 'The user who made it.'),
  author: field(z.object({ name: z.string(), email: z.string() }), 'Name in the commit.', {
    name: 'Ada Lovelace',
    email: 'ada@example.org',
  }),
  created_at: stampSchema,
  door: field(
    z.enum(['api', 'git', 'disk']),
    'How it came: by the API, by git, or as an edit on disk.',
  ),
})

export const commitSchema = named('Commit', 'A commit of a site.', commit)

const commitChangeSchema = named(
  'CommitChange',
  'What a commit changed in a file.',
  z.object({
    path: field(z.string(), 'Its path from the site’s root.', 'about.md'),
    from: field(z.string().nullable(), 'For a renamed file: its old path.', null),
    status: z.enum(['added', 'modified', 'deleted', 'renamed']),
    diff: field(
      z.string().nullable(),
      'Unified diff; null if the file is binary or too long.',
      '@@ -1 +1 @@\n-Old\n+New\n',
    ),
  }),
)

/** No answer may have a top-level `message`: clients treat it as an error. */
export const commitDetailSchema = named(
  'CommitDetail',
  'A commit with its changes.',
  commit.omit({ message: true }).extend({
    commit_message: field(z.string(), 'The commit message.', 'Update Hello'),
    changes: z.array(commitChangeSchema),
    changes_total: field(z.int(), 'Number of changed files.', 1),
  }),
)

export const siteDifferenceSchema = named(
  'SiteDifference',
  'The differences between two commits of a site.',
  z.object({
    from: field(z.string(), 'The older commit.', OID),
    to: field(z.string(), 'The newer commit.', OID),
    changes: z.array(commitChangeSchema),
    changes_total: field(z.int(), 'Number of files that differ.', 1),
  }),
)

export const deletedTextSchema = named(
  'DeletedText',
  'A document or page that was deleted.',
  z.object({
    id: field(idSchema, 'Id, by which it can be restored.'),
    type: z.enum(['document', 'page']),
    path: field(
      z.string(),
      'Its path at that time, from the site’s root.',
      '_posts/2026-11-20-hello.md',
    ),
    title: field(z.string(), 'Its last title.', 'Hello'),
    commit: field(z.string(), 'The commit that deleted it.', OID),
    restore_commit: field(
      z.string(),
      'The last commit that has it; send this to restore it.',
      '89e6c98d92887913cadf06b2adb97f26cde4849b',
    ),
    deleted_at: stampSchema,
    user_id: field(idSchema, 'The user who deleted it.'),
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

/** One commit with its files; `changes_total` also counts those that are left out. */
export function commitDetailJson(detail: SiteCommitDetail): z.output<typeof commitDetailSchema> {
  const changes = detail.changes.map((change) => ({ ...change }))
  const { message, ...commit } = commitJson(detail)
  return { ...commit, commit_message: message, changes, changes_total: detail.total }
}

/** Two commits with the files that differ; `changes_total` also counts those that are left out. */
export function siteDifferenceJson({
  from,
  to,
  changes,
  total,
}: SiteDifference): z.output<typeof siteDifferenceSchema> {
  return { from, to, changes: changes.map((change) => ({ ...change })), changes_total: total }
}

/** A deleted text; `restore_commit` is the version to restore. */
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
