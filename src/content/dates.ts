/** Dates of documents, read as Ruby's `Time.parse` reads them. @see jekyll/utils.rb: parse_date */

import { YamlDate, YamlTime, type YamlValue } from './yaml/value.js'
import { parseDateParts } from '../liquid/date-parse.js'
import type { Clock } from '../liquid/definition.js'
import { parseTime as parseRubyTime } from '../liquid/time-parse.js'
import { LiquidTime } from '../liquid/value.js'
import { epochOfWall, offsetAt, zoneNameAt } from './zone.js'

/**
 * Milliseconds since the Unix epoch of a front-matter date, or null for what is none.
 *
 * @param now fills what a date leaves open (`Sep 11`, `10:30`); without it such a date is none
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

/** Milliseconds since the Unix epoch of a text as Ruby's `Time.parse` reads it; see `parseDate`. */
export function parseTime(text: string, zone: string, now: number | null = null): number | null {
  const iso = ISO_DAY.exec(text)
  if (iso !== null) return isoDay(iso, zone)
  if (now === null && parseDateParts(text)?.year === undefined) return null
  return parseRubyTime(text, clockOf(zone, now ?? 0))?.epochMs ?? null
}

/** What most files have, read without the patterns of all others. */
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/

function isoDay([, year, month, day]: RegExpExecArray, zone: string): number | null {
  // Ruby checks a day against 31 and rolls 30 February over; a month beyond 12 is an error.
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null
  const date = new Date(0)
  return epochOfWall(date.setUTCFullYear(Number(year), Number(month) - 1, Number(day)), zone)
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
