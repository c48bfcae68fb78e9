/** Collects metrics in the Prometheus text format. @see src/http/README.md (Running) */

import type { Middleware } from 'koa'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** Measures every answer, by operation and status. */
  readonly observe: Middleware
  /** Adds the gauge of the disk space of each site. @param list called at each scrape */
  siteDisk(list: () => readonly SiteBytes[]): void
  /** Adds the gauges of the copies off the machine. @param read called at each scrape */
  copies(read: () => CopiesAge): void
  /** Adds the gauges of the certificates that the server gets by itself. @param read called at each scrape */
  certificates(read: () => CertificatesCount): void
  readonly type: string
  text(): Promise<string>
  close(): void
}

interface SiteBytes {
  readonly siteId: string
  readonly bytes: number
}

interface CopiesAge {
  /** Null if there is none. */
  readonly ageSeconds: number | null
  readonly isFailing: boolean
}

interface CertificatesCount {
  readonly held: number
  readonly failing: number
  /** Null without any. */
  readonly endsInSeconds: number | null
}

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
    siteDisk: (list) => {
      const gauge = new Gauge({
        name: 'galley_site_disk_bytes',
        help: 'What a site takes on disk, as far as it is known',
        labelNames: ['site'],
        registers: [registry],
        collect: () => {
          // Without sites that were deleted.
          gauge.reset()
          for (const { siteId, bytes } of list()) gauge.set({ site: siteId }, bytes)
        },
      })
    },
    copies: (read) => {
      new Gauge({
        name: 'galley_copies_age_seconds',
        help: 'What was acknowledged longer ago is copied off the machine; +Inf if nothing is',
        registers: [registry],
        collect() {
          this.set(read().ageSeconds ?? Infinity)
        },
      })
      new Gauge({
        name: 'galley_copies_failing',
        help: '1 if the last round of copies failed',
        registers: [registry],
        collect() {
          this.set(read().isFailing ? 1 : 0)
        },
      })
    },
    certificates: (read) => addCertificates(registry, read),
    type: registry.contentType,
    text: () => registry.metrics(),
    close: () => registry.clear(),
  }
}

function addCertificates(registry: Registry, read: () => CertificatesCount): void {
  const add = (name: string, help: string, value: (count: CertificatesCount) => number) =>
    new Gauge({
      name: `galley_certificates${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(value(read()))
      },
    })
  add('', 'Host names that have a certificate', ({ held }) => held)
  add('_failing', 'Host names whose last try to get a certificate failed', ({ failing }) => failing)
  add(
    '_end_seconds',
    'Time until the first certificate ends; +Inf without any',
    (count) => count.endsInSeconds ?? Infinity,
  )
}
