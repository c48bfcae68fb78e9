/** Starts a job and follows its events. */

import { ApiError, call, jobEvents } from './client.js'
import { readShared } from './shared-stream.js'
import type { JobEvent, JobKind } from './types.js'

const OPERATIONS = { publish: 'publishSite', preview: 'previewSite', sync: 'syncSite' } as const

/** Starts a job of a site. @returns the job's id @throws ApiError */
export async function startJob(siteId: string, kind: JobKind): Promise<string> {
  return (await call(OPERATIONS[kind], { path: { site_id: siteId } })).job_id
}

/**
 * Calls `onEvent` for each event of a job until it ends; reconnects after lost connections.
 *
 * @returns a function that stops listening; the job continues
 */
export function followJob(jobId: string, onEvent: (event: JobEvent) => void): () => void {
  const controller = new AbortController()
  void reportEvents(jobId, controller.signal, onEvent)
  return () => controller.abort()
}

async function reportEvents(
  jobId: string,
  signal: AbortSignal,
  onEvent: (event: JobEvent) => void,
) {
  try {
    const source = {
      name: `job ${jobId}`,
      open: (until: AbortSignal) => jobEvents(jobId, until),
      keyOf: () => 'last',
    }
    // Also in a hidden tab: it may have opened another, which waits for the end.
    const options = { signal, onlySeen: false }
    await readShared(source, { receive: onEvent, missed: () => undefined }, options)
  } catch (error) {
    // The server no longer knows the job, or the session has ended.
    const message = error instanceof ApiError ? error.message : ''
    if (!signal.aborted) onEvent({ status: 'error', message })
  }
}
