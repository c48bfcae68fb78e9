/** Health check, metrics, OpenAPI document. @see src/http/README.md (Running) */

import { z } from 'zod'
import { GalleyError } from '../../errors.js'
import { JSON_TYPE } from '../json-stream.js'
import type { Metrics } from '../metrics.js'
import { route, type Route } from '../route.js'
import { bodyWithEtag, type BodyWithEtag } from '../body-with-etag.js'
import { field, named } from '../wire/common.js'

export interface SystemParts {
  readonly metrics: Pick<Metrics, 'type' | 'text'>
  readonly version: string
  /** The number of sites that are still being indexed. */
  readonly pending: () => number
  /** The document of all routes, including these. */
  readonly document: () => Promise<Record<string, unknown>>
}

const healthSchema = named(
  'Health',
  'The server is running.',
  z.object({
    status: z.literal('ok'),
    version: field(z.string(), 'Version of Galley.', '0.1.0'),
  }),
)

const readySchema = named(
  'Readiness',
  'The server answers for every site.',
  z.object({ status: z.literal('ready') }),
)

const shared = { method: 'get', tag: 'System' } as const

export function systemRoutes({ metrics, version, pending, document }: SystemParts): Route[] {
  let written: BodyWithEtag | undefined
  return [
    ...healthRoutes({ version, pending }),
    route({
      ...shared,
      path: '/metrics',
      operation: 'getMetrics',
      summary: 'Metrics for Prometheus; on loopback, or for server administrators',
      description: 'In the Prometheus text format.',
      access: 'operator',
      replies: { 200: { description: 'Counters', type: 'text/plain' } },
      run: async () => ({ status: 200, type: metrics.type, body: await metrics.text() }),
    }),
    route({
      ...shared,
      path: '/v2/openapi.json',
      operation: 'getOpenApi',
      summary: 'The OpenAPI document',
      description: 'Generated from the table of routes that handles the requests.',
      access: 'public',
      replies: {
        200: {
          description: 'OpenAPI 3.1',
          schema: z.record(z.string(), z.unknown()),
          headers: ['ETag'],
        },
      },
      run: async () => {
        const described = await document()
        // Cached: it never changes while the server runs, and takes long to write.
        written ??= bodyWithEtag(JSON_TYPE, JSON.stringify(described))
        return { status: 200, ...written }
      },
    }),
  ]
}

function healthRoutes({ version, pending }: Pick<SystemParts, 'version' | 'pending'>): Route[] {
  return [
    route({
      ...shared,
      path: '/healthz',
      operation: 'getHealth',
      summary: 'Health check',
      description:
        'For monitoring, which restarts a server that gives no answer. 503 while the server stops.',
      access: 'public',
      replies: {
        200: {
          description: 'The server is running',
          schema: healthSchema,
        },
      },
      run: () => Promise.resolve({ status: 200, body: { status: 'ok', version } }),
    }),
    route({
      ...shared,
      path: '/readyz',
      operation: 'getReadiness',
      summary: 'Readiness check',
      description:
        'For load balancers and updates, which wait until a started server can take over. 503 ' +
        'while sites are still being indexed, and while the server stops.',
      access: 'public',
      replies: { 200: { description: 'The server answers for every site', schema: readySchema } },
      run: () => {
        const sites = pending()
        if (sites === 0) return Promise.resolve({ status: 200, body: { status: 'ready' } })
        const message = `The server has just started and is still indexing ${sites} of its sites; try again.`
        throw new GalleyError('unavailable', message, { retryAfter: 2 })
      },
    }),
  ]
}
