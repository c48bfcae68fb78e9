/**
 * Dates of documents: from front matter and file names, read as Ruby's `Time.parse` reads them.
 *
 * @see jekyll/document.rb: merge_date!, DATE_FILENAME_MATCHER; jekyll/utils.rb: parse_date
 */

import { YamlDate, YamlTime, type YamlValue } from './yaml/value.js'
import { epochOfWall } from './zone.js'

/** What a file name says: `2024-01-02-my-post.md`. */
export interface DatedName {
  readonly date: string
  readonly slug: string
  readonly extension: string
}

const DATED_NAME = /^(?:.*\/)?(\d{2,4}-\d{1,2}-\d{1,2})-([^/]*)(\.[^./]+)$/

/** Date and slug of a dated file name, or null. The path may have folders. */
export function readDatedName(path: string): DatedName | null {
  const [, date, slug, extension] = DATED_NAME.exec(path) ?? []
  if (date === undefined || slug === undefined || extension === undefined) return null
  return { date, slug, extension }
}

/** Milliseconds since the Unix epoch of a front-matter date, or null for what is none. */
export function parseDate(value: YamlValue | undefined, zone: string): number | null {
  if (value instanceof YamlTime) return value.epochMs
  if (value instanceof YamlDate) return parseTime(value.iso, zone)
  if (typeof value === 'number' || typeof value === 'bigint') return parseTime(String(value), zone)
  return typeof value === 'string' ? parseTime(value, zone) : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Hours east of UTC of the zone names that Ruby's parser is given in practice. */
const ZONE_HOURS: Readonly<Record<string, number>> = {
  utc: 0, gmt: 0, z: 0, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7,
  wet: 0, west: 1, bst: 1, cet: 1, cest: 2, eet: 2, eest: 3, msk: 3, jst: 9,
} // prettier-ignore

const CLOCK =
  /(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?\s*(am|pm|a\.m\.|p\.m\.)?\s*((?:utc|gmt)?[-+]\d{1,2}(?::?\d{2})?(?![\d-])|[a-z]{1,5}\b)?/i
const BARE_HOUR = /\b(\d{1,2})()()()\s*(am|pm)\b()/i
const BASIC_CLOCK = /(?<=\d{8}T)(\d{2})(\d{2})(\d{2})?(?:[.,](\d+))?()(Z|[-+]\d{2}:?\d{2})?/i

/** As Ruby's `Time.parse`, for the forms that occur: ISO, `2013/9/4`, `Sep 14, 2013`, RFC 2822, am/pm, zones. */
export function parseTime(text: string, zone: string): number | null {
  if (text.length > 128) return null
  const clock = BASIC_CLOCK.exec(text) ?? CLOCK.exec(text) ?? BARE_HOUR.exec(text)
  const rest = clock === null ? text : text.replace(clock[0], ' ')
  const day = readDay(rest.replace(/T\s*$/i, ' '))
  if (day === null) return null
  const time = clock === null ? 0 : clockMs(clock)
  if (time === null) return null
  const offset = clock === null ? null : offsetSeconds(clock[6])
  const wall = day + time
  return offset === null ? epochOfWall(wall, zone) : wall - offset * 1000
}

const NAMED_DAY_FIRST = /\b(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3})[a-z]*\.?[\s,-]+(-?\d{2,4})\b/i
const NAMED_MONTH_FIRST = /\b([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,|\s)\s*(-?\d{4})\b/i

/** Midnight UTC of the day in milliseconds. */
function readDay(text: string): number | null {
  const numbers =
    /(?<!\d)(\d{1,4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(text) ??
    /(?<!\d)(\d{1,4})[/.](\d{1,2})[/.](\d{1,4})(?!\d)/.exec(text) ??
    /(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text) ??
    /(?<!\d)(\d{4})-(\d{2})(?!\d)/.exec(text)
  if (numbers !== null) return numberedDay(numbers)
  const dayFirst = NAMED_DAY_FIRST.exec(text)
  if (dayFirst !== null) return namedDay(dayFirst[3], dayFirst[2], dayFirst[1])
  const monthFirst = NAMED_MONTH_FIRST.exec(text)
  return monthFirst === null ? null : namedDay(monthFirst[3], monthFirst[1], monthFirst[2])
}

function numberedDay([whole, a = '', b = '', c = '1']: RegExpExecArray): number | null {
  // With dots, and with a year at the end, the day comes first: 14.9.2013.
  const isDayFirst = c.length > 2 || (whole.includes('.') && a.length <= 2)
  return isDayFirst
    ? dayMs(fullYear(c), Number(b), Number(a))
    : dayMs(fullYear(a), Number(b), Number(c))
}

function namedDay(year = '', month = '', day = ''): number | null {
  const index = MONTHS.indexOf(month.toLowerCase())
  return index < 0 ? null : dayMs(fullYear(year), index + 1, Number(day))
}

/** Two digits are of the years 1969 to 2068. */
function fullYear(text: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  return year >= 69 ? 1900 + year : 2000 + year
}

/** Ruby checks a day against 31 and rolls 30 February over; a month beyond 12 is an error. */
function dayMs(year: number, month: number, day: number): number | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  const date = new Date(0)
  return date.setUTCFullYear(year, month - 1, day)
}

function clockMs(clock: RegExpExecArray): number | null {
  const [hour = 0, minute = 0, second = 0] = clock.slice(1, 4).map((part) => Number(part || 0))
  const fraction = clock[4] ? Number(`0.${clock[4]}`) : 0
  if (hour > 24 || minute > 59 || second > 60 || (hour === 24 && minute + second > 0)) return null
  const half = (clock[5] ?? '').toLowerCase()
  const hours = half === '' ? hour : (hour % 12) + (half.startsWith('p') ? 12 : 0)
  return ((hours * 60 + minute) * 60 + second + fraction) * 1000
}

function offsetSeconds(zone: string | undefined): number | null {
  if (zone === undefined || zone === '') return null
  const named = ZONE_HOURS[zone.toLowerCase()]
  if (named !== undefined) return named * 3600
  const [, sign, hours, minutes] = /([-+])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? []
  if (hours === undefined) return null
  const seconds = Number(hours) * 3600 + Number(minutes ?? 0) * 60
  return sign === '-' ? -seconds : seconds
}
