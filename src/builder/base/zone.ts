/** The time zone of a site. */

import { offsetAt, zoneNameAt } from '../../content/zone.js'

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
  return { offsetSeconds: offsetAt(epochMs, name), zoneName: zoneNameAt(epochMs, name) }
}
