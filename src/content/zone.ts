/** Time zones by IANA name or fixed offset (`+08:45`). The machine's own zone plays no part. */

import { FixedOffsetZone, IANAZone, type Zone } from 'luxon'
import { formatOffset, isoAt } from './yaml/value.js'

/** Local date and time of day; month from 1. */
export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** Seconds, with a fraction. */
  readonly fraction: number
}

const FIXED = /^(UTC|GMT)?([-+])(\d{1,2}):?(\d{2})?$/

/**
 * Old three-letter names that Intl accepts as zones although the tz database does not have them. The C library, and so
 * Jekyll, treats them as UTC with that name.
 *
 * @see https://unicode-org.github.io/icu/userguide/datetime/timezone/ (three-letter time zone identifiers)
 */
const LEGACY_NAMES =
  /^(?:ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST)$/i

/** No zone has a longer name: the longest of the tz database has 32 characters. */
const MAX_ZONE_CHARACTERS = 64

/** True for an IANA name that this machine knows (`Etc/UTC`, `Europe/Rome`). */
export function isIanaZone(name: string): boolean {
  if (name.length > MAX_ZONE_CHARACTERS) return false
  return !LEGACY_NAMES.test(name) && IANAZone.isValidZone(name)
}

/** True for the name of a zone or an offset (`+02:00`). Anything else counts as UTC. */
export function isKnownZone(name: string): boolean {
  return FIXED.test(name) || /^(?:Etc\/)?UTC$/i.test(name) || isIanaZone(name)
}

const zones = new Map<string, Zone>()

/**
 * The zone of a name or an offset; UTC for anything else.
 *
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html (TZ)
 */
function zoneOf(name: string): Zone {
  const known = zones.get(name)
  if (known !== undefined) return known
  const zone = makeZone(name)
  if (zones.size < 1000 && name.length <= MAX_ZONE_CHARACTERS) zones.set(name, zone)
  return zone
}

function makeZone(name: string): Zone {
  const [, named, sign, hours, minutes] = FIXED.exec(name) ?? []
  if (hours !== undefined) {
    const offset = Number(hours) * 60 + Number(minutes ?? 0)
    // After a name, the sign is that of POSIX TZ, which Jekyll sets: UTC+7 is west of Greenwich.
    const isEast = (sign === '+') === (named === undefined)
    return FixedOffsetZone.instance(isEast ? offset : -offset)
  }
  // Intl is slow even for UTC.
  if (/^(?:Etc\/)?UTC$/i.test(name)) return FixedOffsetZone.utcInstance
  return isIanaZone(name) ? IANAZone.create(name) : FixedOffsetZone.utcInstance
}

/** Offset east of UTC in seconds, at a point in time (milliseconds). */
export function offsetAt(epochMs: number, zone: string): number {
  const minutes = zoneOf(zone).offset(epochMs)
  return Number.isFinite(minutes) ? Math.round(minutes * 60) : 0
}

/** Local date and time in a zone at a point in time (milliseconds). */
export function wallTimeAt(epochMs: number, zone: string): WallTime {
  const offset = offsetAt(epochMs, zone)
  const wall = new Date(Math.floor(epochMs) + offset * 1000)
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    fraction: (epochMs - Math.floor(epochMs / 1000) * 1000) / 1000,
  }
}

/** ISO 8601 with the offset of the zone: `2024-07-01T09:00:00+02:00`. */
export function formatIso(epochMs: number, zone: string): string {
  return isoAt(epochMs, offsetAt(epochMs, zone))
}

// Creating a formatter takes longer than using it.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string, locale: string): Intl.DateTimeFormat {
  const key = `${locale} ${zone}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const formatter = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' })
  if (formatters.size < 1000) formatters.set(key, formatter)
  return formatter
}

/** The abbreviation of a zone at a point in time: `CEST`, or its offset (`+08`) if it has none. */
export function zoneNameAt(epochMs: number, zone: string): string {
  const offset = offsetAt(epochMs, zone)
  if (offset === 0 && /^(?:Etc\/)?(?:UTC|Universal|Zulu)$/i.test(zone)) return 'UTC'
  if (!isIanaZone(zone)) {
    return FIXED.exec(zone)?.[1] ?? (offset === 0 ? abbreviationOf(zone) : '')
  }
  // Each of these locales has other abbreviations: American English has EST, but gives GMT+1 for CET.
  for (const locale of ['en-US', 'en-GB', 'en-AU']) {
    const parts = formatterOf(zone, locale).formatToParts(epochMs)
    const found = parts.find((part) => part.type === 'timeZoneName')?.value
    if (found !== undefined && /^[A-Z]{2,5}$/.test(found)) return found
  }
  return formatOffset(offset, '').replace(/00$/, '')
}

/** What C calls UTC under an unknown name: the letters at its beginning, if at least three. */
function abbreviationOf(zone: string): string {
  return /^[A-Za-z]{3,}/.exec(zone)?.[0] ?? 'UTC'
}
