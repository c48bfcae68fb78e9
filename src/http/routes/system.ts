/** What operators and tools ask: health, metrics, the OpenAPI document. @see src/http/README.md (Running) */

import { z } from 'zod'
import type { Metrics } from '../metrics.js'
import { openApiDocument } from '../openapi.js'
import { route, type Route } from '../route.js'

export interface SystemParts {
  readonly metrics: Pick<Metrics, 'type' | 'text'>
  readonly version: string
  readonly publicUrl: string
  /** All routes, these included. */
  readonly routes: () => readonly Route[]
}

export function systemRoutes({ metrics, version, publicUrl, routes }: SystemParts): Route[] {
  const shared = { method: 'get', tag: 'System' } as const
  let document: Record<string, unknown> | undefined
  return [
    route({
      ...shared,
      path: '/healthz',
      operation: 'getHealth',
      summary: 'Whether the server serves',
      access: 'public',
      replies: {
        200: {
          description: 'It serves',
          schema: z.object({ status: z.literal('ok'), version: z.string() }),
        },
      },
      run: () => Promise.resolve({ status: 200, body: { status: 'ok', version } }),
    }),
    route({
      ...shared,
      path: '/metrics',
      operation: 'getMetrics',
      summary: 'Counters for Prometheus; on loopback, or for server administrators',
      access: 'operator',
      replies: { 200: { description: 'Counters', type: 'text/plain' } },
      run: async () => ({ status: 200, type: metrics.type, body: await metrics.text() }),
    }),
    route({
      ...shared,
      path: '/v2/openapi.json',
      operation: 'getOpenApi',
      summary: 'This document',
      access: 'public',
      replies: { 200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) } },
      run: () => {
        document ??= openApiDocument(routes(), publicUrl)
        return Promise.resolve({ status: 200, body: document })
      },
    }),
  ]
}
