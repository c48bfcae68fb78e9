/** Releases of a site and rolling back to one. */

import { z } from 'zod'
import type { Rollback } from '../../service/publish/rollback.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import { JOB_PATH, jobIdSchema } from '../wire/job.js'
import { releaseJson, releaseSchema } from '../wire/release.js'

export function releasesRoutes(rollback: Rollback, publicUrl: string): Route[] {
  const shared = { tag: 'Jobs', access: 'key' } as const
  return [
    route({
      ...shared,
      method: 'get',
      path: '/v2/sites/:site_id/releases',
      operation: 'listReleases',
      summary: 'List the kept releases, newest first',
      description: 'What was published, by whom, and which release is live. Not for writers.',
      errors: ['forbidden'],
      query: pageQuery,
      replies: { 200: { description: 'A page of releases', schema: z.array(releaseSchema) } },
      run: async (request) => {
        const siteId = param(request, 'site_id')
        const page = await rollback.list(request.actor, siteId, windowOf(request))
        const body = page.rows.map(releaseJson)
        return pageReply(body, { request, publicUrl, page })
      },
    }),
    route({
      ...shared,
      method: 'post',
      path: '/v2/sites/:site_id/releases/:release_id/publish',
      operation: 'publishRelease',
      creates: true,
      summary: 'Publish an older release again, without building it',
      description: 'A rollback; only differing files are sent.',
      replies: { 202: { description: 'The job', schema: jobIdSchema, location: JOB_PATH } },
      run: async (request) => {
        const [siteId, releaseId] = [param(request, 'site_id'), param(request, 'release_id')]
        const job = await rollback.publish(request.actor, siteId, releaseId)
        return { status: 202, body: { job_id: job.id } }
      },
    }),
  ]
}
