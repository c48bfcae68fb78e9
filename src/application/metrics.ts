/** What the server tells of its sites, jobs and disk. Read at each scrape. @see fixtures/operation/alerts.yml */

import { createMetrics, type Metrics } from '../http/metrics.js'
import { JOB_KINDS } from '../model/job.js'
import { freeSpace } from '../service/branch/disk.js'
import type { Store } from '../store/database.js'
import type { Application } from './application.js'

interface Measured {
  readonly application: Pick<Application, 'space'>
  readonly store: Pick<Store, 'records'>
}

/** @param data the data folder */
export function metricsOf({ application, store: { records } }: Measured, data: string): Metrics {
  const metrics = createMetrics()
  metrics.gauge('site_disk_bytes', 'What a site takes on disk, as far as it is known', () =>
    application.space
      .list()
      .map(({ siteId, bytes }) => ({ labels: { site: siteId }, value: bytes })),
  )
  metrics.gauge(
    'disk_free_bytes',
    'What may be written to the data folder before writes are refused',
    async () => (await freeSpace(data)).bytes,
  )
  metrics.gauge('jobs', 'Jobs that wait (queued) or run (running)', () => jobsOf(records.jobs))
  metrics.gauge('sites_failing', 'Sites whose last job of a kind failed', () => {
    const slots = [...records.jobs.slots(records.sites.listIds()).values()]
    const failing = (kind: (typeof JOB_KINDS)[number]) =>
      slots.filter((slot) => slot[kind].lastError !== null).length
    return JOB_KINDS.map((kind) => ({ labels: { kind }, value: failing(kind) }))
  })
  return metrics
}

function jobsOf(jobs: Store['records']['jobs']) {
  const unfinished = jobs.listUnfinished()
  return JOB_KINDS.flatMap((kind) =>
    (['queued', 'running'] as const).map((state) => ({
      labels: { kind, state },
      value: unfinished.filter((job) => job.kind === kind && job.state === state).length,
    })),
  )
}
