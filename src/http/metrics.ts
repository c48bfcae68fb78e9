/** Collects metrics in the Prometheus text format. @see src/http/README.md (Running) */

import type { Middleware } from 'koa'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** Measures every answer, by operation and status. */
  readonly observe: Middleware
  /** Adds a gauge. @param read called at each scrape */
  gauge(name: string, help: string, read: () => Reading | Promise<Reading>): void
  readonly type: string
  text(): Promise<string>
  close(): void
}

/** A number, or one for each set of labels; what has none any more is left out. */
type Reading = number | readonly Labelled[]

interface Labelled {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const LABELS = ['site', 'kind', 'state']
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'galley_http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['operation', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  return {
    observe: async (ctx, next) => {
      const end = durations.startTimer()
      try {
        await next()
      } finally {
        const operation = String(ctx.state['operation'] ?? 'none')
        end({ operation, status: ctx.status })
      }
    },
    gauge: (name, help, read) => {
      const gauge = new Gauge<string>({
        name: `galley_${name}`,
        help,
        labelNames: LABELS,
        registers: [registry],
        collect: async () => {
          const found = await read()
          gauge.reset()
          if (typeof found === 'number') gauge.set(found)
          else for (const { labels, value } of found) gauge.set(labels, value)
        },
      })
    },
    type: registry.contentType,
    text: () => registry.metrics(),
    close: () => registry.clear(),
  }
}
