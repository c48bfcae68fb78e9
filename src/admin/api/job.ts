/** Asking for a job and following it as it runs. */

import { ApiError, call, jobEvents } from './client.js'
import type { JobEvent, JobKind } from './types.js'

const OPERATIONS = { publish: 'publishSite', preview: 'previewSite', sync: 'syncSite' } as const

/** Asks for a job of a site; the id of it. @throws ApiError */
export async function startJob(siteId: string, kind: JobKind): Promise<string> {
  return (await call(OPERATIONS[kind], { path: { site_id: siteId } })).job_id
}

/**
 * Tells every event of a job until it ends, whatever becomes of the connection.
 *
 * @returns stops listening; the job goes on
 */
export function followJob(jobId: string, onEvent: (event: JobEvent) => void): () => void {
  const controller = new AbortController()
  void tellAll(jobId, controller.signal, onEvent)
  return () => controller.abort()
}

async function tellAll(jobId: string, signal: AbortSignal, onEvent: (event: JobEvent) => void) {
  try {
    for await (const event of jobEvents(jobId, signal)) onEvent(event)
  } catch (error) {
    // Unknown by now, or the session has ended.
    const message = error instanceof ApiError ? error.message : ''
    if (!signal.aborted) onEvent({ status: 'error', message })
  }
}
