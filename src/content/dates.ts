/** Reads the dates of documents, as Ruby's `Time.parse` does. @see jekyll/utils.rb: parse_date */

import { YamlDate, YamlTime, type YamlValue } from './yaml/value.js'
import { parseDateParts } from '../liquid/date-parse.js'
import type { Clock } from '../liquid/definition.js'
import { parseTime as parseRubyTime } from '../liquid/time-parse.js'
import { LiquidTime } from '../liquid/value.js'
import { epochOfWall } from '../liquid/zone.js'
import { offsetAt, zoneNameAt } from './zone.js'

/**
 * Milliseconds since the Unix epoch of a date in front matter; null if it is not a date.
 *
 * @param now completes partial dates (`Sep 11`, `10:30`); if null, they are not dates
 */
export function parseDate(
  value: YamlValue | undefined,
  zone: string,
  now: number | null = null,
): number | null {
  if (value instanceof YamlTime) return value.epochMs
  if (value instanceof YamlDate) return parseTime(value.iso, zone, now)
  if (typeof value === 'number' || typeof value === 'bigint')
    return parseTime(String(value), zone, now)
  return typeof value === 'string' ? parseTime(value, zone, now) : null
}

/** As `parseDate`, for a text. */
export function parseTime(text: string, zone: string, now: number | null = null): number | null {
  const iso = ISO_DAY.exec(text)
  if (iso !== null) return isoDay(iso, zone)
  if (now === null && parseDateParts(text)?.year === undefined) return null
  return parseRubyTime(text, clockOf(zone, now ?? 0))?.epochMs ?? null
}

/** The form in most files; reading it apart from the others saves time. */
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/

function isoDay([, year, month, day]: RegExpExecArray, zone: string): number | null {
  // Ruby accepts 30 February as a day of March, but no day after 31 and no month after 12.
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null
  const date = new Date(0)
  const wallMs = date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return epochOfWall(wallMs, (epochMs) => offsetAt(epochMs, zone))
}

function clockOf(zone: string, now: number): Clock {
  const at = (epochMs: number) => ({
    offsetSeconds: offsetAt(epochMs, zone),
    zoneName: zoneNameAt(epochMs, zone),
  })
  return {
    zone: at,
    now: () => new LiquidTime(now, at(now).offsetSeconds, { zoneName: at(now).zoneName }),
  }
}
