/** Jobs as JSON and as server-sent events. @see src/http/README.md (Jobs) */

import { z } from 'zod'
import { withoutSet } from '../../model/change-set.js'
import { JOB_KINDS, type JobEvent, type JobState } from '../../model/job.js'
import type { JobView } from '../../service/jobs/job-views.js'
import { field, idSchema, named } from './common.js'
import { epochText } from './time.js'

const jobId = field(idSchema, 'The job: follow it at `/v2/jobs/{job_id}`.')

/** Where a job is found, by the field of an answer. */
export const JOB_PATH = '/v2/jobs/{job_id}'

export const jobIdSchema = named('JobRequested', 'The id of the job.', z.object({ job_id: jobId }))

export const importedSchema = named(
  'ImportRequested',
  'The job that creates the site, and the site’s id.',
  z.object({ job_id: jobId, site_id: idSchema }),
)

/** Data of the event `status`. */
export const jobStatusSchema = named(
  'JobStatus',
  'State of a job; data of the event `status`.',
  z.object({
    status: z.enum(['working', 'complete', 'error']),
    message: field(z.string(), 'A sentence for people.', 'Rendered 1,200 of 4,000 pages'),
    updated_at: field(
      z.string(),
      'Seconds since the Unix epoch; missing for an unknown job.',
      '1795176000',
    ).optional(),
  }),
)

const WORDS = ['queued', 'working', 'complete', 'error', 'cancelled'] as const

const TIME = '2026-11-20T12:00:00.000Z'

const diagnosticSchema = named(
  'Diagnostic',
  'A problem that a build found, and where.',
  z.object({
    severity: z.enum(['error', 'warning']),
    path: field(z.string().nullable(), 'File, from the site’s root.', '_posts/2026-11-20-hello.md'),
    line: field(z.int().nullable(), 'Line of the file, from 1.', 12),
    column: field(z.int().nullable(), 'Column of the line, from 1.', 3),
    text_line: field(
      z.int().nullable(),
      'For an error in a document or page: the line counted from the end of the front ' +
        'matter, from 1; else null.',
      7,
    ),
    message: field(z.string(), 'A sentence for people.', 'Unknown tag "includ".'),
  }),
)

export const jobSchema = named(
  'Job',
  'The current state of a job.',
  z.object({
    id: field(z.string(), 'Id of the job.', '66f1c2b7d4b9e83f5a7c1e35'),
    kind: field(z.enum(JOB_KINDS), 'Kind of job.'),
    status: field(z.enum(WORDS), 'State of the job.'),
    message: field(z.string(), 'A sentence for people.', 'Rendered 1,200 of 4,000 pages'),
    created_at: field(z.string(), 'ISO 8601.', TIME),
    started_at: field(z.string().nullable(), 'ISO 8601; null while it waits.', TIME),
    finished_at: field(z.string().nullable(), 'ISO 8601; null until it ended.', null),
    user_id: field(z.string().nullable(), 'The user who requested it.', '66f1c2b7d4b9e83f5a7c1e34'),
    site_id: field(z.string(), 'The site.', '66f1c2a0d4b9e83f5a7c1e20'),
    error: field(z.string().nullable(), 'Why it failed or was cancelled.', null),
    diagnostics: z.array(diagnosticSchema),
  }),
)

const WORD: Readonly<Record<JobState, (typeof WORDS)[number]>> = {
  queued: 'queued',
  running: 'working',
  complete: 'complete',
  failed: 'error',
  cancelled: 'cancelled',
}

export function jobJson({ job, diagnostics }: JobView): z.output<typeof jobSchema> {
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    id: job.id,
    kind: job.kind,
    status: WORD[job.state],
    message: job.message,
    created_at: new Date(job.createdAt).toISOString(),
    started_at: time(job.startedAt),
    finished_at: time(job.finishedAt),
    user_id: job.userId,
    site_id: withoutSet(job.siteId),
    error: job.state === 'failed' || job.state === 'cancelled' ? job.message : null,
    diagnostics: diagnostics.map(({ textLine = null, ...one }) => ({
      ...one,
      text_line: textLine,
    })),
  }
}

const STATUS: Readonly<Record<JobState, 'working' | 'complete' | 'error'>> = {
  queued: 'working',
  running: 'working',
  complete: 'complete',
  failed: 'error',
  cancelled: 'error',
}

/** Formats a job status event. JSON contains no raw line breaks. */
export function eventText(event: JobEvent): string {
  const data = {
    status: STATUS[event.state],
    message: event.message,
    updated_at: epochText(event.at),
  }
  return `id: ${event.seq}\nevent: status\ndata: ${JSON.stringify(data)}\n\n`
}

/** The answer for an unknown or expired job, with status 410. */
export const EXPIRED_EVENT = `event: status\ndata: ${JSON.stringify({
  status: 'error',
  message: 'The job was not found, or it has expired.',
})}\n\n`
