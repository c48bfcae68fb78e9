/** Days, weeks and fields of the proleptic Gregorian calendar, without a time zone of the machine. */

import type { LiquidDate, LiquidTime } from './value.js'
import { LiquidTime as Time } from './value.js'

const DAY_MS = 86_400_000

/** Days from 1970-01-01 to a day; month from 1, day may lie outside its month. */
export const daysFromCivil = (year: number, month: number, day: number): number => {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return Math.round(date.getTime() / DAY_MS)
}

/** A moment taken apart as it is shown in its own offset. */
export interface Fields {
  readonly year: number
  /** 1 to 12 */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
  /** Below the millisecond, 0 to 999,999. */
  readonly nanosecond: number
  /** 0 is Sunday. */
  readonly weekday: number
  /** 1 is the first of January. */
  readonly yearDay: number
}

/** Fields of a time in its own offset. */
export const fieldsOf = (time: LiquidTime): Fields => {
  const date = new Date(time.epochMs + time.offsetSeconds * 1000)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth() + 1
  const day = date.getUTCDate()
  return {
    year,
    month,
    day,
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
    nanosecond: time.nanoseconds,
    weekday: date.getUTCDay(),
    yearDay: daysFromCivil(year, month, day) - daysFromCivil(year, 1, 1) + 1,
  }
}

/** Midnight of a date, without a zone (Ruby's Date has offset +00:00). */
export const midnightOf = (date: LiquidDate): LiquidTime =>
  new Time(Date.parse(`${date.iso}T00:00:00Z`), 0)

/** Year and week of ISO 8601 (weeks begin on Monday). */
export const isoWeek = (fields: Fields): { year: number; week: number } => {
  const weekday = (fields.weekday + 6) % 7
  const thursday = fields.yearDay - 1 - weekday + 3
  const length = (year: number): number => daysFromCivil(year + 1, 1, 1) - daysFromCivil(year, 1, 1)
  if (thursday < 0) {
    const year = fields.year - 1
    return { year, week: Math.floor((thursday + length(year)) / 7) + 1 }
  }
  if (thursday >= length(fields.year)) return { year: fields.year + 1, week: 1 }
  return { year: fields.year, week: Math.floor(thursday / 7) + 1 }
}

/** `+0200`, or with a colon `+02:00`. */
export const formatOffset = (offsetSeconds: number, separator = ''): string => {
  const total = Math.floor(Math.abs(offsetSeconds) / 60)
  const hours = String(Math.floor(total / 60)).padStart(2, '0')
  const minutes = String(total % 60).padStart(2, '0')
  return `${offsetSeconds < 0 ? '-' : '+'}${hours}${separator}${minutes}`
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Ruby's `Time#to_s`: `2024-02-29 13:05:00 +0100`. */
export const timeToString = (time: LiquidTime, fraction = ''): string => {
  const at = fieldsOf(time)
  const day = `${String(at.year).padStart(4, '0')}-${two(at.month)}-${two(at.day)}`
  const clock = `${two(at.hour)}:${two(at.minute)}:${two(at.second)}${fraction}`
  return `${day} ${clock} ${time.utc ? 'UTC' : formatOffset(time.offsetSeconds)}`
}

/** Nine digits of the fraction of a second. */
export const nanosecondsOf = (time: LiquidTime): string => {
  const milliseconds = ((time.epochMs % 1000) + 1000) % 1000
  return String(milliseconds).padStart(3, '0') + String(time.nanoseconds).padStart(6, '0')
}

/** Ruby's `Time#inspect`: as `to_s`, with the fraction of the second if there is one. */
export const timeInspect = (time: LiquidTime): string => {
  const digits = nanosecondsOf(time).replace(/0+$/, '')
  return timeToString(time, digits === '' ? '' : `.${digits}`)
}

/** Ruby's `Date#inspect`, which shows the Julian day. */
export const dateInspect = (date: LiquidDate): string => {
  const julian = midnightOf(date).epochMs / DAY_MS + 2_440_588
  return `#<Date: ${date.iso} ((${julian}j,0s,0n),+0s,2299161j)>`
}
