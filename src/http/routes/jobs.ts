/** Jobs: asking for one, following one, aborting one. @see src/http/README.md (Jobs; Sites) */

import type { Jobs } from '../../service/jobs/jobs.js'
import { eventStream } from '../event-stream.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import { hashSchema } from '../wire/common.js'
import { EXPIRED_EVENT, jobIdSchema, jobJson, jobSchema } from '../wire/job.js'
import { importFields } from '../wire/site.js'
import { requireUpload } from './files.js'
import { z } from 'zod'

const STREAM = 'text/event-stream'
const ACCEPTED = { description: 'The job that will do it', schema: jobIdSchema }

export function jobsRoutes(jobs: Jobs, publicUrl: string): Route[] {
  return [
    ...requestRoutes(jobs),
    importRoute(jobs),
    listRoute(jobs, publicUrl),
    ...followRoutes(jobs),
  ]
}

function requestRoutes(jobs: Jobs): Route[] {
  const kinds = ['publish', 'preview', 'sync'] as const
  return kinds.map((kind) =>
    route({
      method: 'post',
      path: `/v2/sites/:site_id/${kind}`,
      operation: `${kind}Site`,
      summary: `Ask for a ${kind} of the site`,
      tag: 'Jobs',
      access: 'key',
      replies: { 202: ACCEPTED },
      run: async (request) => {
        const job = jobs.request(request.actor, param(request, 'site_id'), kind)
        return { status: 202, body: { job_id: job.id } }
      },
    }),
  )
}

function importRoute(jobs: Jobs): Route {
  return route({
    method: 'post',
    path: '/v2/import',
    operation: 'importSite',
    creates: true,
    summary: 'Make a site from a ZIP of its source',
    tag: 'Jobs',
    access: 'key',
    fields: importFields,
    limit: 'importBytes',
    replies: {
      202: {
        description: 'The job and the site',
        schema: jobIdSchema.extend({ site_id: z.string() }),
      },
    },
    run: async (request) => {
      const { job, siteId } = await jobs.import(request.actor, {
        upload: requireUpload(request),
        ...request.body,
      })
      return { status: 202, body: { job_id: job.id, site_id: siteId } }
    },
  })
}

function listRoute(jobs: Jobs, publicUrl: string): Route {
  return route({
    method: 'get',
    path: '/v2/sites/:site_id/jobs',
    operation: 'listJobs',
    summary: 'The jobs of a site that are still known, newest first',
    tag: 'Jobs',
    access: 'key',
    query: pageQuery,
    replies: { 200: { description: 'A page of jobs', schema: z.array(jobSchema) } },
    run: async (request) => {
      const page = jobs.list(request.actor, param(request, 'site_id'), windowOf(request.query))
      return pageReply(page.rows.map(jobJson), { request, publicUrl, total: page.total })
    },
  })
}

/** Whoever asks for JSON and not for a stream; who does not say gets the stream, as ever. */
function wantsJson(accept: string): boolean {
  return accept.includes('application/json') && !accept.includes(STREAM) && !accept.includes('*/*')
}

function followRoutes(jobs: Jobs): Route[] {
  const shared = { tag: 'Jobs', access: 'key', path: '/v2/jobs/:job_id' } as const
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'followJob',
      summary:
        'The events of a job as they happen (server-sent events); the job where JSON is accepted',
      replies: {
        200: { description: 'Events, or the job as JSON', type: STREAM, json: jobSchema },
        410: { description: 'Unknown or expired', type: STREAM },
      },
      run: async (request) => {
        if (wantsJson(request.header('Accept'))) {
          return { status: 200, body: jobJson(jobs.get(request.actor, param(request, 'job_id'))) }
        }
        const events = jobs.follow(request.actor, param(request, 'job_id'), {
          afterSeq: lastEventId(request.header('Last-Event-ID')),
          signal: request.signal,
        })
        if (!events) return { status: 410, type: STREAM, body: EXPIRED_EVENT }
        const headers = { 'X-Accel-Buffering': 'no' }
        return { status: 200, type: STREAM, headers, body: eventStream(events) }
      },
    }),
    route({
      ...shared,
      method: 'delete',
      operation: 'cancelJob',
      summary: 'Abort a job',
      replies: { 200: { description: 'An empty object', schema: hashSchema } },
      run: async (request) => {
        await jobs.cancel(request.actor, param(request, 'job_id'))
        return { status: 200, body: {} }
      },
    }),
  ]
}

/** Null when the client has seen nothing, or something that is no number of ours. */
function lastEventId(header: string): number | null {
  return /^\d{1,15}$/.test(header) ? Number(header) : null
}
