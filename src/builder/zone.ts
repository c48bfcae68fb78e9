/**
 * The time zone of a site.
 */

import { formatOffset } from '../content/yaml/value.js'
import { isIanaZone, offsetAt } from '../content/zone.js'

/** A zone by its name with its offset (seconds east) and abbreviation at an instant. */
export interface Zone {
  readonly name: string
  at(epochMs: number): { readonly offsetSeconds: number; readonly zoneName: string }
}

/** The zone of the configuration's `timezone`, else that of the machine. */
export function createZone(name: string): Zone {
  const cache = new Map<number, { offsetSeconds: number; zoneName: string }>()
  return {
    name,
    at(epochMs) {
      // Offsets change on quarters of an hour.
      const quarter = Math.floor(epochMs / 900_000)
      let known = cache.get(quarter)
      if (known === undefined) cache.set(quarter, (known = describe(name, epochMs)))
      return known
    },
  }
}

function describe(name: string, epochMs: number): { offsetSeconds: number; zoneName: string } {
  const offsetSeconds = offsetAt(epochMs, name)
  return { offsetSeconds, zoneName: abbreviation(name, epochMs, offsetSeconds) }
}

// Node knows names such as EST, but gives GMT+1 for CET unless it is asked in a language of Europe.
function abbreviation(name: string, epochMs: number, offsetSeconds: number): string {
  if (offsetSeconds === 0 && /^(?:Etc\/)?(?:UTC|Universal|Zulu)$/i.test(name)) return 'UTC'
  if (!isIanaZone(name)) return offsetSeconds === 0 ? 'UTC' : ''
  for (const locale of ['en-US', 'en-GB', 'en-AU']) {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: name, timeZoneName: 'short' })
    const found = parts.formatToParts(epochMs).find((part) => part.type === 'timeZoneName')?.value
    if (found !== undefined && /^[A-Z]{2,5}$/.test(found)) return found
  }
  return formatOffset(offsetSeconds, '').replace(/00$/, '')
}
