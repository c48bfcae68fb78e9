/**
 * `site.time`: the configuration's `time`, else when the build began.
 */

import { parseDate } from '../content/dates.js'
import type { YamlMap } from '../content/yaml/value.js'
import { BuildError } from './report.js'

/** Milliseconds since the Unix epoch. @throws BuildError for a `time` that is none */
export function siteNow(config: YamlMap, timezone: string, now: number): number {
  const time = config.get('time')
  if (time === undefined || time === null || time === false) return now
  const epochMs = parseDate(time, timezone, now)
  if (epochMs !== null) return epochMs
  throw new BuildError('Invalid time in the configuration.', { path: '_config.yml', key: 'time' })
}
