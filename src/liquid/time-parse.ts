/** Ruby's `Time.parse`: the parts of a date, filled up from now, in a zone. */

import { daysFromCivil, fieldsOf } from './calendar.js'
import { parseDateParts, type DateParts } from './date-parse.js'
import type { Clock } from './definition.js'
import { LiquidTime } from './value.js'
import { fromWall, inZone } from './zone.js'

/** Reads a time in any usual form; null where Ruby would say that it holds none. */
export const parseTime = (text: string, clock: Clock): LiquidTime | null => {
  const parts = parseDateParts(text)
  if (parts === null) return null
  const { zone, ...numbers } = parts
  if (Object.keys(numbers).length === 0) return null
  return makeTime(numbers, zone === undefined ? null : zoneOffset(zone, numbers, clock), {
    clock,
    zone,
  })
}

interface Zone {
  readonly clock: Clock
  readonly zone: string | undefined
}

const makeTime = (
  parts: DateParts,
  offset: number | null,
  { clock, zone }: Zone,
): LiquidTime | null => {
  const filled = fillFromNow(parts, offset, clock)
  const wall = wallMilliseconds(filled)
  if (wall === null) return null
  const fraction = (parts.fraction ?? '').padEnd(9, '0')
  const milliseconds = wall + Number(fraction.slice(0, 3))
  const nanoseconds = Number(fraction.slice(3, 9))
  if (offset === null) return fromWall(milliseconds, clock, nanoseconds)
  const epochMs = milliseconds - offset * 1000
  if (isUtc(zone ?? '')) return new LiquidTime(epochMs, 0, { nanoseconds, utc: true })
  // Ruby prefers the real zone to a bare offset where the two agree.
  const local = inZone(epochMs, clock, nanoseconds)
  return local.offsetSeconds === offset ? local : new LiquidTime(epochMs, offset, { nanoseconds })
}

type Filled = Required<Omit<DateParts, 'fraction' | 'zone' | 'yearDay'>> & { yearDay?: number }

// What is missing above the greatest part that is given comes from now, below it from the start.
const fillFromNow = (parts: DateParts, offset: number | null, clock: Clock): Filled => {
  const today = parts.year === undefined ? todayIn(offset, clock) : NO_DAY
  const needsMonth = parts.year === undefined && parts.yearDay === undefined
  const needsDay = needsMonth && parts.month === undefined
  const needsHour = needsDay && parts.day === undefined
  const needsMinute = needsHour && parts.hour === undefined
  return {
    year: parts.year ?? today.year,
    month: parts.month ?? (needsMonth ? today.month : 1),
    day: parts.day ?? (needsDay ? today.day : 1),
    hour: parts.hour ?? (needsHour ? today.hour : 0),
    minute: parts.minute ?? (needsMinute ? today.minute : 0),
    second: parts.second ?? 0,
    ...(parts.yearDay === undefined ? {} : { yearDay: parts.yearDay }),
  }
}

const NO_DAY = { year: 0, month: 1, day: 1, hour: 0, minute: 0 }

const todayIn = (offset: number | null, clock: Clock): typeof NO_DAY => {
  const { epochMs } = clock.now()
  return fieldsOf(offset === null ? inZone(epochMs, clock) : new LiquidTime(epochMs, offset))
}

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const inRange = (value: number, least: number, most: number): boolean =>
  value >= least && value <= most

const validClock = ({ hour, minute, second }: Filled): boolean => {
  if (hour === 24) return minute === 0 && second === 0
  return inRange(hour, 0, 23) && inRange(minute, 0, 59) && inRange(second, 0, 60)
}

const DAY_MS = 86_400_000

// Days of a month beyond its end run into the next, as far as 31.
const wallMilliseconds = (at: Filled): number | null => {
  if (!validClock(at) || !inRange(at.month, 1, 12) || !inRange(at.day, 1, 31)) return null
  if (Math.abs(at.year) > 200_000) return null
  const clock = at.hour * 3_600_000 + at.minute * 60_000 + at.second * 1000
  if (at.yearDay === undefined) return daysFromCivil(at.year, at.month, at.day) * DAY_MS + clock
  if (!inRange(at.yearDay, 1, isLeap(at.year) ? 366 : 365)) return null
  return (daysFromCivil(at.year, 1, 1) + at.yearDay - 1) * DAY_MS + clock
}

const HOUR = 3600

const NAMED_ZONES: ReadonlyMap<string, number> = new Map([
  ['UTC', 0],
  ['UT', 0],
  ['GMT', 0],
  ['EST', -5],
  ['EDT', -4],
  ['CST', -6],
  ['CDT', -5],
  ['MST', -7],
  ['MDT', -6],
  ['PST', -8],
  ['PDT', -7],
])

const NUMERIC_ZONE = /^([-+])(\d\d)(?:(:?)(\d\d)(?:\3(\d\d))?)?$/

/** Seconds east of Greenwich; null for a name that neither the standard nor the site's zone knows. */
const zoneOffset = (zone: string, parts: DateParts, clock: Clock): number | null => {
  const name = zone.toUpperCase()
  const hours = NAMED_ZONES.get(name) ?? militaryHours(name)
  if (hours !== null) return hours * HOUR
  const match = NUMERIC_ZONE.exec(name)
  if (match === null) return localOffset(name, parts.year ?? fieldsOf(clock.now()).year, clock)
  const [, sign, hour, , minute = '0', second = '0'] = match
  const seconds = Number(hour) * HOUR + Number(minute) * 60 + Number(second)
  return sign === '-' ? -seconds : seconds
}

// Letters as in RFC 822's correction: A is +1, N is -1, J is none.
const militaryHours = (name: string): number | null => {
  if (name.length !== 1) return null
  if (name === 'Z') return 0
  const east = 'ABCDEFGHIKLM'.indexOf(name)
  if (east >= 0) return east + 1
  const west = 'NOPQRSTUVWXY'.indexOf(name)
  return west >= 0 ? -(west + 1) : null
}

const localOffset = (name: string, year: number, clock: Clock): number | null => {
  for (const month of [1, 7]) {
    const zone = clock.zone(daysFromCivil(year, month, 1) * DAY_MS)
    if (zone.zoneName.toUpperCase() === name) return zone.offsetSeconds
  }
  return null
}

const UTC_NAMES = new Set(['UTC', 'Z', '-00:00', '-0000', '-00', 'UT'])

const isUtc = (zone: string): boolean => UTC_NAMES.has(zone.toUpperCase())
