/** Clone, fetch and push over smart HTTP. @see src/http/README.md (Git), gitprotocol-http(5) */

import { z } from 'zod'
import { GalleyError } from '../../errors.js'
import type { SmartHttp, GitService } from '../../service/push/smart-http.js'
import { PUSHING, requireScopes } from '../token-scopes.js'
import { param, route, type RawRequest, type Route } from '../route.js'
import { field } from '../wire/common.js'

const REPOSITORY = '/v2/sites/:site_id/repository.git'
const SERVICES: Readonly<Record<string, GitService>> = {
  'git-upload-pack': 'upload-pack',
  'git-receive-pack': 'receive-pack',
}

export function gitRoutes(git: SmartHttp): Route[] {
  return [refsRoute(git), exchangeRoute(git, 'upload-pack'), exchangeRoute(git, 'receive-pack')]
}

function refsRoute(git: SmartHttp): Route {
  return route({
    method: 'get',
    path: `${REPOSITORY}/info/refs`,
    operation: 'getGitRefs',
    summary: 'The refs of the repository, for git clients',
    tag: 'Git',
    access: 'key',
    description:
      'Clone `{base_url}/v2/sites/{site_id}/repository.git` with your key pair. For admins.',
    headers: ['Git-Protocol'],
    errors: ['not_implemented'],
    query: z.object({
      service: field(
        z.string(),
        '`git-upload-pack` or `git-receive-pack`.',
        'git-upload-pack',
      ).optional(),
    }),
    replies: {
      200: {
        description: 'Refs',
        type: [
          'application/x-git-upload-pack-advertisement',
          'application/x-git-receive-pack-advertisement',
        ],
      },
    },
    run: async (request) => {
      const service = serviceOf(request.query.service ?? '')
      const protocol = request.header('Git-Protocol')
      const { actor, signal } = request
      // git shows the reason of a refusal here only.
      if (service === 'receive-pack') requireScopes(actor, PUSHING)
      const place = param(request, 'site_id')
      const body = await git.advertise(actor, place, { service, protocol, signal })
      return { status: 200, type: `application/x-git-${service}-advertisement`, body }
    },
  })
}

/** @throws GalleyError `forbidden` for clients with the dumb protocol */
function serviceOf(name: string): GitService {
  const service = Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined
  if (service) return service
  throw new GalleyError(
    'forbidden',
    'Only the smart HTTP protocol is supported: use git 1.6.6 or later.',
  )
}

function exchangeRoute(git: SmartHttp, service: GitService): Route {
  return route({
    method: 'post',
    path: `${REPOSITORY}/git-${service}`,
    operation: service === 'upload-pack' ? 'gitUploadPack' : 'gitReceivePack',
    summary: service === 'upload-pack' ? 'Clone and fetch' : 'Push',
    description: 'Called by git, which prints the reason if a push is declined.',
    headers: ['Git-Protocol'],
    errors: ['not_implemented'],
    tag: 'Git',
    access: 'key',
    raw: [`application/x-git-${service}-request`],
    replies: { 200: { description: 'A pack', type: `application/x-git-${service}-result` } },
    run: async (request) => {
      const body = await git.exchange(request.actor, param(request, 'site_id'), {
        service,
        body: request.stream,
        gzip: isGzip(request),
        protocol: request.header('Git-Protocol'),
        address: request.address,
        signal: request.signal,
      })
      return { status: 200, type: `application/x-git-${service}-result`, body }
    },
  })
}

/** @throws GalleyError `unsupported_media_type` for other codings */
function isGzip(request: RawRequest): boolean {
  const coding = request.header('Content-Encoding').toLowerCase()
  if (coding === '' || coding === 'identity') return false
  if (coding === 'gzip' || coding === 'x-gzip') return true
  throw new GalleyError(
    'unsupported_media_type',
    `The Content-Encoding "${coding}" is not supported.`,
  )
}
