/** Jobs as JSON and as server-sent events. @see api-v2.md §6, decisions.md §7 */

import { z } from 'zod'
import type { JobEvent, JobState } from '../../model/job.js'
import { epochText } from './time.js'

export const jobIdSchema = z.object({ job_id: z.string() })

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
