/** Incoming webhooks of git hosts, and tests of connections. */

import { z } from 'zod'
import { GalleyError } from '../../errors.js'
import type { ConnectionTests } from '../../service/publish/connection-tests.js'
import type { SyncStatuses } from '../../service/sync/status.js'
import type { SyncHook } from '../../service/sync/hook.js'
import { tooLarge } from '../middleware/json-body.js'
import { param, route, type RawRequest, type Route } from '../route.js'
import { field, named } from '../wire/common.js'
import { JOB_PATH, jobIdSchema } from '../wire/job.js'
import { testHostingInput, testSyncInput } from '../wire/site.js'
import { resolutionInput, resolutionOf, syncStatusJson, syncStatusSchema } from '../wire/sync.js'

/** The URL that a git host calls, and the secret for its signatures. */
const hookSchema = named(
  'SyncHook',
  'The URL that a git host calls after a push, and the secret that it signs with.',
  z.object({
    url: field(
      z.string(),
      'Address.',
      'https://galley.example.org/v2/sites/66f1c2a0d4b9e83f5a7c1e20/hooks/sync',
    ),
    secret: field(z.string(), 'Secret.', '5c1e0b7a9d3f4826'),
  }),
)

const HOOK = { description: 'URL and secret for the git host', schema: hookSchema }

/** Longest body: GitHub sends at most 25 MB, the others less. It is not kept. */
const MAX_BYTES = 25 * 1024 * 1024

interface HookServices {
  readonly syncHook: SyncHook
  readonly connectionTests: ConnectionTests
  readonly syncStatus: SyncStatuses
}

/** Routes for webhooks, for testing the hosting and the sync, and for settling a sync that waits. */
export function hooksRoutes(services: HookServices, publicUrl: string): Route[] {
  return [
    ...hookRoute(services.syncHook),
    ...hookSecretRoutes(services.syncHook, publicUrl),
    ...testRoutes(services.connectionTests),
    ...statusRoutes(services.syncStatus),
  ]
}

const testSchema = named(
  'ConnectionTest',
  'Result of a connection test.',
  z.object({
    ok: field(z.boolean(), 'Whether it works.'),
    found: field(
      z.string(),
      'One sentence: what was found, or what is wrong.',
      'Logged in, and writing works: /www is empty.',
    ),
  }),
)

function testRoutes(tests: ConnectionTests): Route[] {
  const kinds = [
    { kind: 'hosting', what: 'Logs in, lists the folder, writes a small file and removes it.' },
    { kind: 'sync', what: 'Reads the branch of the repository with the permission to push.' },
  ] as const
  return kinds.map(({ kind, what }) =>
    route({
      method: 'post',
      path: `/v2/sites/:site_id/${kind}/test`,
      operation: kind === 'hosting' ? 'testHosting' : 'testSync',
      summary: `Test the ${kind} settings of the site`,
      description:
        `For admins of the site. ${what} Without a body, the saved settings are tested; with \`${kind}\` and ` +
        `\`${kind}_options\` those are, as if they had just been saved: a secret of \`********\` is the saved one, and is ` +
        'sent only to the server that it was given for. The site does not change, and the answer contains no ' +
        'secrets. It takes at most about 30 seconds; one test per site and per user runs at a ' +
        'time (409).',
      tag: 'Jobs',
      access: 'key',
      errors: ['conflict'],
      json: kind === 'hosting' ? testHostingInput : testSyncInput,
      replies: { 200: { description: 'How it went', schema: testSchema } },
      run: async ({ actor, signal, ...request }) => {
        const siteId = param(request, 'site_id')
        const { ok, found } = await tests[kind](actor, siteId, { signal, input: request.body })
        return { status: 200, body: { ok, found } }
      },
    }),
  )
}

function statusRoutes(syncStatus: SyncStatuses): Route[] {
  const shared = { tag: 'Jobs', access: 'key' } as const
  return [
    route({
      ...shared,
      method: 'get',
      path: '/v2/sites/:site_id/sync',
      operation: 'getSync',
      summary: 'Get the state of the sync',
      description: 'For admins of the site.',
      replies: { 200: { description: 'The state', schema: syncStatusSchema } },
      run: async (request) => {
        const status = await syncStatus.status(request.actor, param(request, 'site_id'))
        return { status: 200, body: syncStatusJson(status) }
      },
    }),
    route({
      ...shared,
      method: 'post',
      path: '/v2/sites/:site_id/sync/resolve',
      operation: 'resolveSync',
      summary:
        'Settle a sync that waits, because the remote branch was rewritten or is gone, or a kept file',
      description:
        'For admins of the site. Starts a sync that does what was chosen; if the remote branch has moved again by ' +
        'then, it asks again. 409 if the sync waits for nothing. `keep` says that a file of `kept` stays.',
      errors: ['conflict'],
      json: resolutionInput,
      replies: {
        202: { description: 'The job that will sync', schema: jobIdSchema, location: JOB_PATH },
      },
      run: async (request) => {
        const resolution = resolutionOf(request.body)
        const siteId = param(request, 'site_id')
        const job = await syncStatus.resolve(request.actor, siteId, resolution)
        return { status: 202, body: { job_id: job.id } }
      },
    }),
  ]
}

const HOOK_PATH = '/v2/sites/:site_id/hooks/sync'

function hookRoute(hook: SyncHook): Route[] {
  return [
    route({
      method: 'post',
      path: HOOK_PATH,
      operation: 'syncHook',
      summary: 'Start a sync: a git host calls this after a push',
      description:
        'Signed with the secret in `X-Hub-Signature-256` (GitHub, Gitea) or `X-Hub-Signature` (Bitbucket), both ' +
        '`sha256=` and the HMAC of the body, or with the secret itself in `X-Gitlab-Token`. The content of the body, ' +
        'at most 25 MB, is ignored; it only starts a sync.',
      headers: ['X-Hub-Signature-256', 'X-Hub-Signature', 'X-Gitlab-Token'],
      errors: ['unauthorized', 'conflict', 'payload_too_large'],
      tag: 'Jobs',
      access: 'public',
      raw: ['application/json', 'application/x-www-form-urlencoded'],
      replies: {
        202: { description: 'The job that will sync', schema: jobIdSchema, location: JOB_PATH },
      },
      run: async (request) => {
        const [newer, older] = ['X-Hub-Signature-256', 'X-Hub-Signature'].map(request.header)
        const proof = { signature: newer || older || '', token: request.header('X-Gitlab-Token') }
        const siteId = param(request, 'site_id')
        const job = await hook.hookSync(siteId, sentBody(request), proof)
        return { status: 202, body: { job_id: job.id } }
      },
    }),
  ]
}

function hookSecretRoutes(hook: SyncHook, publicUrl: string): Route[] {
  const shared = { tag: 'Jobs', access: 'key' } as const
  const json = (siteId: string, secret: string) => ({
    url: `${publicUrl}/v2/sites/${siteId}/hooks/sync`,
    secret,
  })
  return [
    route({
      ...shared,
      method: 'get',
      path: HOOK_PATH,
      operation: 'getSyncHook',
      summary: 'Get the URL of the sync webhook and its secret',
      description: 'For admins of the site.',
      replies: { 200: HOOK },
      run: async (request) => {
        const siteId = param(request, 'site_id')
        return { status: 200, body: json(siteId, hook.secret(request.actor, siteId)) }
      },
    }),
    route({
      ...shared,
      method: 'post',
      path: `${HOOK_PATH}/rotate`,
      operation: 'rotateSyncHook',
      summary: 'Create a new secret for the webhook; the old one stops working',
      description: 'For admins of the site.',
      replies: { 200: HOOK },
      run: async (request) => {
        const siteId = param(request, 'site_id')
        return { status: 200, body: json(siteId, hook.rotate(request.actor, siteId)) }
      },
    }),
  ]
}

/**
 * The body as sent, because the signature covers these bytes. @throws GalleyError `payload_too_large`, `bad_request`
 */
async function* sentBody({ stream }: Pick<RawRequest, 'stream'>): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    // Stays open if the body is too long, because the answer uses the connection.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      const part: Buffer = chunk
      bytes += part.length
      if (bytes > MAX_BYTES) throw tooLarge(MAX_BYTES)
      yield part
    }
  } catch (cause) {
    if (cause instanceof GalleyError) throw cause
    throw new GalleyError('bad_request', 'The body was not sent completely.', { cause })
  }
}
