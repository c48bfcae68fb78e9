/** Jobs as JSON and as server-sent events. @see src/http/README.md (Jobs) */

import { z } from 'zod'
import { JOB_KINDS, type JobEvent, type JobState } from '../../model/job.js'
import type { JobView } from '../../service/jobs/jobs.js'
import { epochText } from './time.js'

export const jobIdSchema = z.object({ job_id: z.string() })

const WORDS = ['queued', 'working', 'complete', 'error', 'cancelled'] as const

export const jobSchema = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  status: z.enum(WORDS),
  message: z.string(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  user_id: z.string().nullable(),
  site_id: z.string(),
  error: z.string().nullable(),
  diagnostics: z.array(
    z.object({
      severity: z.enum(['error', 'warning']),
      path: z.string().nullable(),
      line: z.number().nullable(),
      column: z.number().nullable(),
      message: z.string(),
    }),
  ),
})

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
    site_id: job.siteId,
    error: job.state === 'failed' || job.state === 'cancelled' ? job.message : null,
    diagnostics: diagnostics.map((one) => ({ ...one })),
  }
}

const STATUS: Readonly<Record<JobState, 'working' | 'complete' | 'error'>> = {
  queued: 'working',
  running: 'working',
  complete: 'complete',
  failed: 'error',
  cancelled: 'error',
}

/** One job status event as it goes over the wire; JSON never holds a raw line break. */
export function eventText(event: JobEvent): string {
  const data = {
    status: STATUS[event.state],
    message: event.message,
    updated_at: epochText(event.at),
  }
  return `id: ${event.seq}\nevent: status\ndata: ${JSON.stringify(data)}\n\n`
}

/** What an unknown or expired job answers, with 410. */
export const EXPIRED_EVENT = `event: status\ndata: ${JSON.stringify({
  status: 'error',
  message: 'The job was not found, or it has expired.',
})}\n\n`
