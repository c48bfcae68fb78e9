/** Creates the copies off the machine by the settings, with their metrics. */

import type { Config } from '../config.js'
import type { Metrics } from '../http/metrics.js'
import { createCopies, type Copies } from '../service/copies/copies.js'
import type { Resources } from './resources.js'

interface CopiesParts extends Pick<Resources, 'store' | 'folders' | 'now'> {
  readonly config: Config
  readonly metrics: Metrics
  readonly options: {
    readonly version: string
    readonly logger: { readonly warn: (fields: object, message: string) => void }
  }
}

/** Starts nothing. Without a place for them, starting does nothing either. */
export function openCopies({ config, metrics, options, ...resources }: CopiesParts): Copies {
  const copies = createCopies({
    ...resources,
    data: config.data,
    version: options.version,
    settings: () => ({
      to: config.copiesTo,
      keyFile: config.copiesKeyFile,
      everyMs: config.copiesSeconds * 1000,
      rule: { allDays: config.copiesDays, dailyDays: config.copiesDailyDays },
    }),
    warn: (fields, message) => options.logger.warn(fields, message),
  })
  const whileOn = (value: () => number) =>
    config.copiesTo === '' ? [] : [{ labels: {}, value: value() }]
  metrics.gauge(
    'copies_age_seconds',
    'What was acknowledged longer ago is copied off the machine; +Inf if nothing is',
    () =>
      whileOn(() => {
        const { coveredAt } = copies.status()
        return coveredAt === null ? Infinity : (resources.now() - coveredAt) / 1000
      }),
  )
  metrics.gauge('copies_failing', '1 if the last round of copies failed', () =>
    whileOn(() => (copies.status().error === null ? 0 : 1)),
  )
  return copies
}
