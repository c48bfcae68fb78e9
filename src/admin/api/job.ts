/** Starts a job and follows its events. */

import { ApiError, call, jobEvents } from './client.js'
import { readShared } from './shared-stream.js'
import type { JobEvent, JobKind } from './types.js'

const OPERATIONS = { publish: 'publishSite', sync: 'syncSite' } as const

/** Starts a job of a site. @returns the job's id @throws ApiError */
export async function startJob(siteId: string, kind: JobKind): Promise<string> {
  if (kind === 'preview') return startPreview(siteId)
  return (await call(OPERATIONS[kind], { path: { site_id: siteId } })).job_id
}

/** @param setId undefined for the site itself, whatever this page shows */
async function startPreview(siteId: string, setId?: string): Promise<string> {
  const query = { change_set: setId }
  return (await call('previewSite', { path: { site_id: siteId }, query })).job_id
}

/** Builds the preview of a change set. @returns what went wrong; null if it was built @throws ApiError */
export async function previewSet(siteId: string, setId: string): Promise<string | null> {
  const id = await startPreview(siteId, setId)
  return new Promise((resolve) => {
    followJob(id, ({ status, message }) => {
      if (status !== 'working') resolve(status === 'complete' ? null : message)
    })
  })
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
