/** Releases of a site, rolling back to one, and checking what the next would break and what the host has. */

import { z } from 'zod'
import type { LinkCheck } from '../../service/publish/link-check.js'
import type { Rollback } from '../../service/publish/rollback.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import { JOB_PATH, jobIdSchema } from '../wire/job.js'
import { linkCheckJson, linkCheckSchema } from '../wire/link-check.js'
import { releaseJson, releaseSchema } from '../wire/release.js'

interface ReleaseServices {
  readonly rollback: Rollback
  readonly linkCheck: LinkCheck
}

export function releasesRoutes(
  { rollback, linkCheck }: ReleaseServices,
  publicUrl: string,
): Route[] {
  return [...rollbackRoutes(rollback, publicUrl), linkCheckRoute(linkCheck)]
}

function linkCheckRoute(linkCheck: LinkCheck): Route {
  return route({
    tag: 'Jobs',
    access: 'key',
    method: 'get',
    path: '/v2/sites/:site_id/link-check',
    operation: 'checkLinks',
    summary: 'Which addresses and links the next publish would break',
    description:
      'Compares the last commit with the one that is live, without a build. Lists live addresses that would be gone, and ' +
      'links inside the site that would lead nowhere: those of changed texts, if they are new, and those of all texts, ' +
      'templates, data and settings to an address that would be gone. What is not certain is left out. To keep an address, ' +
      'add it to the list `redirect_from` in the metadata of a text, if `redirects` is true. Nothing is listed while nothing is ' +
      'live. Not for writers.',
    replies: { 200: { description: 'What would break', schema: linkCheckSchema } },
    run: async (request) => {
      const report = await linkCheck.get(request.actor, param(request, 'site_id'))
      return { status: 200, body: linkCheckJson(report) }
    },
  })
}

function rollbackRoutes(rollback: Rollback, publicUrl: string): Route[] {
  const shared = { tag: 'Jobs', access: 'key' } as const
  return [
    route({
      ...shared,
      method: 'get',
      path: '/v2/sites/:site_id/releases',
      operation: 'listReleases',
      summary: 'List the kept releases, newest first',
      description: 'What was published, by whom, and which release is live. Not for writers.',
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
    route({
      ...shared,
      method: 'post',
      path: '/v2/sites/:site_id/hosting/check',
      operation: 'checkHosting',
      creates: true,
      summary: 'Compare what is live with what the host has, and send what is missing',
      description:
        'A publish normally trusts the list of what it has sent. This job lists the files of the host, sends again ' +
        'what somebody has removed or changed there, and builds nothing. Where the host tells no checksums (FTP, SFTP), ' +
        'a file that was changed without changing its size is not found. Files that Galley did not put there stay. A ' +
        'publish job that waits is replaced by one that compares too. 409 if no other host is set, or nothing is live.',
      errors: ['conflict'],
      replies: { 202: { description: 'The job', schema: jobIdSchema, location: JOB_PATH } },
      run: async (request) => {
        const job = await rollback.check(request.actor, param(request, 'site_id'))
        return { status: 202, body: { job_id: job.id } }
      },
    }),
  ]
}
