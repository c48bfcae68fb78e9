/** Time zones: IANA names and fixed offsets (`+08:45`), without the machine's own zone. */

import { FixedOffsetZone, IANAZone, type Zone } from 'luxon'
import { formatOffset, isoAt } from './yaml/value.js'

/** Wall-clock fields of a point in time somewhere; month from 1. */
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
 * Names of old that Intl still takes for zones and the database of zones has not: C, and so Jekyll, takes them for UTC
 * of that name.
 *
 * @see https://unicode-org.github.io/icu/userguide/datetime/timezone/ (three-letter time zone identifiers)
 */
const OLD =
  /^(?:ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST)$/i

/** True for an IANA name that this machine knows (`Etc/UTC`, `Europe/Rome`). */
export function isIanaZone(name: string): boolean {
  return !OLD.test(name) && IANAZone.isValidZone(name)
}

/** True for a name or an offset (`+02:00`); what is neither counts as UTC. */
export function isKnownZone(name: string): boolean {
  return FIXED.test(name) || /^(?:Etc\/)?UTC$/i.test(name) || isIanaZone(name)
}

const zones = new Map<string, Zone>()

/**
 * The zone by name or offset; UTC for what is neither.
 *
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html (TZ)
 */
function zoneOf(name: string): Zone {
  const known = zones.get(name)
  if (known !== undefined) return known
  const zone = makeZone(name)
  if (zones.size < 1000) zones.set(name, zone)
  return zone
}

function makeZone(name: string): Zone {
  const [, named, sign, hours, minutes] = FIXED.exec(name) ?? []
  if (hours !== undefined) {
    const offset = Number(hours) * 60 + Number(minutes ?? 0)
    // Behind a name the sign is that of TZ in POSIX, which Jekyll sets: UTC+7 is west of Greenwich.
    const isEast = (sign === '+') === (named === undefined)
    return FixedOffsetZone.instance(isEast ? offset : -offset)
  }
  // Intl takes its time even for the zone that never changes.
  if (/^(?:Etc\/)?UTC$/i.test(name)) return FixedOffsetZone.utcInstance
  return isIanaZone(name) ? IANAZone.create(name) : FixedOffsetZone.utcInstance
}

/** Offset east of UTC in seconds, at a point in time (milliseconds). */
export function offsetAt(epochMs: number, zone: string): number {
  const minutes = zoneOf(zone).offset(epochMs)
  return Number.isFinite(minutes) ? Math.round(minutes * 60) : 0
}

/** What the clock shows in a zone. */
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

/** The point in time (milliseconds) when the clock of a zone shows `wallMs` (as if it were UTC). */
export function epochOfWall(wallMs: number, zone: string): number {
  const guess = wallMs - offsetAt(wallMs, zone) * 1000
  const settled = wallMs - offsetAt(guess, zone) * 1000
  // In the hour that a clock skips both guesses disagree: the later one, as C's mktime has it.
  return offsetAt(settled, zone) === offsetAt(guess, zone) ? settled : Math.max(guess, settled)
}

/** ISO 8601 at the zone's own offset: `2024-07-01T09:00:00+02:00`. */
export function formatIso(epochMs: number, zone: string): string {
  return isoAt(epochMs, offsetAt(epochMs, zone))
}

/** `YYYY-MM-DD HH:MM:SS +hhmm` in a zone, as the API has it; `UTC` gives `+0000`. */
export function formatTimestamp(epochMs: number, zone = 'UTC'): string {
  const offset = offsetAt(epochMs, zone)
  const iso = isoAt(Math.floor(epochMs / 1000) * 1000, offset)
  return `${iso.slice(0, -6).replace('T', ' ')} ${formatOffset(offset, '')}`
}

// Making a formatter takes longer than all that it is asked.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string, locale: string): Intl.DateTimeFormat {
  const key = `${locale} ${zone}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const formatter = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' })
  if (formatters.size < 1000) formatters.set(key, formatter)
  return formatter
}

/** What a zone is called at a point in time: `CEST`, its offset (`+08`) where it has no such name. */
export function zoneNameAt(epochMs: number, zone: string): string {
  const offset = offsetAt(epochMs, zone)
  if (offset === 0 && /^(?:Etc\/)?(?:UTC|Universal|Zulu)$/i.test(zone)) return 'UTC'
  if (!isIanaZone(zone)) {
    return FIXED.exec(zone)?.[1] ?? (offset === 0 ? abbreviationOf(zone) : '')
  }
  // Node knows names such as EST, but gives GMT+1 for CET unless it is asked in a language of Europe.
  for (const locale of ['en-US', 'en-GB', 'en-AU']) {
    const parts = formatterOf(zone, locale).formatToParts(epochMs)
    const found = parts.find((part) => part.type === 'timeZoneName')?.value
    if (found !== undefined && /^[A-Z]{2,5}$/.test(found)) return found
  }
  return formatOffset(offset, '').replace(/00$/, '')
}

/** What C calls UTC under a name that it does not know: the letters before anything else, at least three. */
function abbreviationOf(zone: string): string {
  return /^[A-Za-z]{3,}/.exec(zone)?.[0] ?? 'UTC'
}
