/** Rows of the audit log as JSON. */

import { z } from 'zod'
import {
  AUDIT_OUTCOMES,
  MAX_AUDIT_TARGET,
  type AuditFilter,
  type AuditRow,
} from '../../model/audit.js'
import { documentedAs, field, idSchema, isDay, named, onceText, stampSchema } from './common.js'
import { utcStamp } from './time.js'

const id = (description: string) =>
  field(idSchema.nullable(), description, '66f1c2b7d4b9e83f5a7c1e34')

const commit = field(
  z.string().nullable(),
  'The commit that it made, or that was published.',
  '3f786850e387550fdab836ed7e6dc881de23001b',
)

export const auditSchema = named(
  'AuditRow',
  'Something that was done, or tried.',
  z.object({
    seq: field(z.int(), 'Number of the row; no number is left out.', 4711),
    at: stampSchema,
    user_id: id('Who; null for the server itself, and for a caller who is not known.'),
    email: field(
      z.string().nullable(),
      'E-mail address of that user at the time.',
      'ada@example.org',
    ),
    token_id: id('The access token that was used.'),
    address: field(z.string().nullable(), 'Address of the client.', '192.0.2.7'),
    operation: field(
      z.string(),
      'What: an operation of this document; or `publish`, `sync` and `import` for the end of such a job, and ' +
        '`editOnDisk` for edits in the working tree, `addAdminByOidc`, `removeAdminByOidc`, `giveRoleByOidc` and `removeRoleByOidc` for groups of the OpenID Connect provider.',
      'updateDocument',
    ),
    site_id: id('The site.'),
    target: field(
      z.string().nullable(),
      `On what: an id or a path, up to ${MAX_AUDIT_TARGET} characters.`,
      '66f1c2b7d4b9e83f5a7c1e31',
    ),
    outcome: field(
      z.enum(AUDIT_OUTCOMES),
      '`refused`: without credentials that are valid, or without the right to do it; `failed`: broken off, ' +
        'perhaps after a change was made.',
      'done',
    ),
    status: field(z.int().nullable(), 'Status of the answer, where there was one.', 200),
    request_id: field(
      z.string().nullable(),
      'Id of the request in the log.',
      '66f1c2a0d4b9e83f5a7c1e20',
    ),
    job_id: id('The job that ended.'),
    commit,
    release_id: id('The release that was published.'),
    deployment: field(
      z.string().nullable(),
      'The hosting that the release was sent to; null for the built-in host.',
      'sftp',
    ),
    hash: field(
      z.string(),
      'SHA-256 over this row and the `hash` of the one before, in hexadecimal.',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ),
  }),
)

const time = (description: string) =>
  documentedAs(
    field(
      onceText
        .max(40, 'is too long')
        .refine((text) => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)), {
          error: 'must be a day or a time, such as 2026-11-20 or 2026-11-20T12:00:00Z',
        })
        .transform((text) => Date.parse(text)),
      description,
      '2026-11-20',
    ),
    { type: 'string' },
  ).optional()

/** Query parameters that choose rows. */
export const auditQuery = {
  user_id: field(idSchema, 'Only what this user did.', '66f1c2b7d4b9e83f5a7c1e34').optional(),
  operation: field(
    onceText.max(100, 'is too long'),
    'Only this operation.',
    'updateDocument',
  ).optional(),
  outcome: field(z.enum(AUDIT_OUTCOMES), 'Only what ended so.', 'refused').optional(),
  from: time('Only from this time on: a day (UTC), or ISO 8601.'),
  to: time('Only before this time: a day (UTC), or ISO 8601.'),
  format: field(
    z.enum(['json', 'jsonl']),
    '`jsonl`: all rows, one a line, whatever the page; so does `Accept: application/jsonl`.',
    'json',
  ).optional(),
}

/** Those of the whole server have one more. */
export const serverAuditQuery = {
  ...auditQuery,
  site_id: field(
    idSchema,
    'Only what was done on this site, also one that is deleted.',
    '66f1c2a0d4b9e83f5a7c1e20',
  ).optional(),
}

type AuditQuery = Partial<z.output<z.ZodObject<typeof serverAuditQuery>>>

export function filterOf({
  user_id: userId,
  site_id: siteId,
  operation,
  outcome,
  from,
  to,
}: AuditQuery): AuditFilter {
  return { siteId, userId, operation, outcome, from, to }
}

export function auditJson(row: AuditRow): z.output<typeof auditSchema> {
  return {
    seq: row.seq,
    at: utcStamp(row.at / 1000),
    user_id: row.userId,
    email: row.email,
    token_id: row.tokenId,
    address: row.address,
    operation: row.operation,
    site_id: row.siteId,
    target: row.target,
    outcome: row.outcome,
    status: row.status,
    request_id: row.requestId,
    job_id: row.jobId,
    commit: row.commit,
    release_id: row.releaseId,
    deployment: row.deployment,
    hash: row.hash,
  }
}
