/** Following a job as it runs. */

import { request } from './http.js'
import { sitePath } from './queries.js'
import type { JobEvent, JobKind } from './types.js'

/** Asks for a job of a site; the id of it. */
export async function startJob(siteId: string, kind: JobKind): Promise<string> {
  const call = { method: 'POST', path: `${sitePath(siteId)}/${kind}` } as const
  return (await request<{ job_id: string }>(call)).job_id
}

/**
 * Tells every event of a job until it ends. The browser comes back by itself when the connection breaks,
 * and the server tells it what it missed.
 *
 * @returns stops listening; the job goes on
 */
export function followJob(jobId: string, onEvent: (event: JobEvent) => void): () => void {
  const source = new EventSource(`/v2/jobs/${jobId}`)
  source.addEventListener('status', (message: MessageEvent<string>) => {
    // The server is held to its description by its own tests.
    const event = JSON.parse(message.data) as JobEvent
    if (event.status !== 'working') source.close()
    onEvent(event)
  })
  source.addEventListener('error', () => {
    // Closed for good: the job is unknown by now, or the session has ended.
    if (source.readyState === EventSource.CLOSED) onEvent({ status: 'error', message: '' })
  })
  return () => source.close()
}
