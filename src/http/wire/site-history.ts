/** Commits of a site and what it has no more, as JSON. */

import { z } from 'zod'
import type {
  DeletedText,
  SiteCommit,
  SiteCommitDetail,
} from '../../service/content/site-history.js'
import { idSchema, stampSchema } from './common.js'
import { utcStamp } from './time.js'

export const commitSchema = z.object({
  commit: z.string(),
  message: z.string(),
  user_id: idSchema,
  author: z.object({ name: z.string(), email: z.string() }),
  created_at: stampSchema,
  door: z.enum(['api', 'git', 'disk']),
})

/** No answer has a `message` of its own: clients take that for an error. */
export const commitDetailSchema = commitSchema.omit({ message: true }).extend({
  commit_message: z.string(),
  changes: z.array(
    z.object({
      path: z.string(),
      from: z.string().nullable(),
      status: z.enum(['added', 'modified', 'deleted', 'renamed']),
      diff: z.string().nullable(),
    }),
  ),
  changes_total: z.int(),
})

export const deletedTextSchema = z.object({
  id: idSchema,
  type: z.enum(['document', 'page']),
  path: z.string(),
  title: z.string(),
  commit: z.string(),
  restore_commit: z.string(),
  deleted_at: stampSchema,
  user_id: idSchema,
})

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
