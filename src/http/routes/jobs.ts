/** Starts, follows and aborts jobs. @see src/http/README.md (Jobs; Sites) */

import { z } from 'zod'
import type { Jobs } from '../../service/jobs/jobs.js'
import type { RepositoryImports } from '../../service/sync/repository-import.js'
import { eventStream, STREAM_HEADERS } from '../event-stream.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import { hashSchema } from '../wire/common.js'
import {
  eventText,
  EXPIRED_EVENT,
  importedSchema,
  JOB_PATH,
  jobIdSchema,
  jobJson,
  jobSchema,
  jobStatusSchema,
} from '../wire/job.js'
import { importFields, importRepositoryInput } from '../wire/site.js'
import { requireUpload } from './files.js'

const STREAM = 'text/event-stream'
const EVENTS = { status: jobStatusSchema }
const OF_SET =
  ' With `change_set`, the whole site is built as that set has it, at an address of its own: `preview_url` of the set.'
const ACCEPTED = { description: 'The job', schema: jobIdSchema, location: JOB_PATH }

interface JobServices {
  readonly jobs: Jobs
  readonly repositoryImports: RepositoryImports
}

export function jobsRoutes({ jobs, repositoryImports }: JobServices, publicUrl: string): Route[] {
  return [
    ...requestRoutes(jobs),
    importRoute(jobs),
    importRepositoryRoute(repositoryImports),
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
      creates: true,
      // Only a preview shows what has not landed.
      ...(kind === 'preview' && { inSets: true }),
      summary: `Start a ${kind} job for the site`,
      description:
        'If a job of this kind already waits, its id is returned. If one runs, another one is ' +
        `queued.${kind === 'preview' ? OF_SET : ''}`,
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
    summary: 'Create a site from a ZIP of its source',
    description:
      'A form with the part `file`. A single folder around everything is removed; `.git/` ' +
      'and the like are left out. The job creates the site; its `diagnostics` list what the ' +
      'site needs that is not available (themes, plugins, tags), most important first. If the job ' +
      'fails, no site is left.',
    tag: 'Jobs',
    access: 'key',
    fields: importFields,
    limit: 'importBytes',
    replies: {
      202: {
        description: 'The job and the site',
        schema: importedSchema,
        location: JOB_PATH,
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

function importRepositoryRoute(imports: RepositoryImports): Route {
  return route({
    method: 'post',
    path: '/v2/import/repository',
    operation: 'importRepository',
    creates: true,
    summary: 'Create a site from a git repository',
    description:
      'Before the answer, the server reads the branches of the repository: a wrong URL, or ' +
      'one that the server may not connect to, is 422. The job fetches the branch with its ' +
      'whole history; its `diagnostics` list what the site needs that is not available, as ' +
      'for a ZIP. If the job fails, no site is left.',
    tag: 'Jobs',
    access: 'key',
    json: importRepositoryInput,
    replies: {
      202: { description: 'The job and the site', schema: importedSchema, location: JOB_PATH },
    },
    run: async (request) => {
      const { job, siteId } = await imports.request(request.actor, request.body, request.signal)
      return { status: 202, body: { job_id: job.id, site_id: siteId } }
    },
  })
}

function listRoute(jobs: Jobs, publicUrl: string): Route {
  return route({
    method: 'get',
    path: '/v2/sites/:site_id/jobs',
    operation: 'listJobs',
    summary: 'List the recent jobs of a site, newest first',
    description:
      'Jobs that wait or run, and those that ended recently, with the problems that builds ' +
      'found (`diagnostics`).',
    tag: 'Jobs',
    access: 'key',
    query: pageQuery,
    replies: { 200: { description: 'A page of jobs', schema: z.array(jobSchema) } },
    run: async (request) => {
      const page = jobs.list(request.actor, param(request, 'site_id'), windowOf(request))
      return pageReply(page.rows.map(jobJson), { request, publicUrl, page })
    },
  })
}

/** True if the client prefers JSON to an event stream. The default is the stream. */
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
      summary: 'Follow a job (server-sent events), or get it as JSON',
      description:
        'Each `status` event holds a JobStatus; the stream ends with the job. `Last-Event-ID` ' +
        'resumes it; after the last event of a job that has ended it is 204, at which clients ' +
        'stop. A job that is unknown, or ended more than 30 minutes ago, is 410 with one ' +
        'such event. With `Accept: application/json` the answer is the current state of the ' +
        'job.',
      headers: ['Last-Event-ID'],
      replies: {
        200: {
          description: 'Events, or the job as JSON',
          type: STREAM,
          events: EVENTS,
          schema: jobSchema,
        },
        204: { description: 'The job has ended, and `Last-Event-ID` is that of its last event' },
        410: { description: 'Unknown or expired', type: STREAM, events: EVENTS },
      },
      run: async (request) => {
        if (wantsJson(request.header('Accept'))) {
          return { status: 200, body: jobJson(jobs.get(request.actor, param(request, 'job_id'))) }
        }
        const events = jobs.follow(request.actor, param(request, 'job_id'), {
          afterSeq: lastEventId(request.header('Last-Event-ID')),
          signal: request.signal,
        })
        if (events === 'over') return { status: 204, body: null }
        if (!events) return { status: 410, type: STREAM, body: EXPIRED_EVENT }
        return {
          status: 200,
          type: STREAM,
          headers: STREAM_HEADERS,
          body: eventStream(events, eventText),
        }
      },
    }),
    route({
      ...shared,
      method: 'delete',
      operation: 'cancelJob',
      summary: 'Cancel a job',
      description: 'The live site stays as it is. A job that has ended is not changed.',
      replies: { 200: { description: 'An empty object', schema: hashSchema } },
      run: async (request) => {
        await jobs.cancel(request.actor, param(request, 'job_id'))
        return { status: 200, body: {} }
      },
    }),
  ]
}

/** Null if there is none, or if it is not one of our ids. */
function lastEventId(header: string): number | null {
  return /^\d{1,15}$/.test(header) ? Number(header) : null
}
