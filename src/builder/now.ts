/** `site.time`: the configuration's `time`, else when the build began; and when that makes another site. */

import { parseDate } from '../content/dates.js'
import type { YamlMap } from '../content/yaml/value.js'
import { BuildError } from './base/build-error.js'
import { documentsOf, type Site } from './items/site.js'

/** Milliseconds since the Unix epoch. @throws BuildError for a `time` that is none */
export function siteNow(config: YamlMap, timezone: string, now: number): number {
  const time = config.get('time')
  if (time === undefined || time === null || time === false) return now
  const epochMs = parseDate(time, timezone, now)
  if (epochMs !== null) return epochMs
  throw new BuildError('Invalid time in the configuration.', { path: '_config.yml', key: 'time' })
}

/**
 * When the next document comes out of the future, in milliseconds since the Unix epoch; infinity for never.
 *
 * @param futures dates of those that were left out
 */
export function momentAfter(site: Site, futures: readonly number[]): number {
  const dates = documentsOf(site).map(({ date }) => date.epochMs)
  const coming = [...dates, ...futures].filter((epochMs) => epochMs > site.now)
  return coming.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
}
