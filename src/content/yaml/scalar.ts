/**
 * Reads a plain scalar as Ruby's Psych 4 does: YAML 1.1 with its own rules for times, sexagesimal numbers, thousands
 * separators and booleans. Symbols (`:word`) stay text, as in SafeYAML.
 *
 * @see psych/scalar_scanner.rb (the rules); fixtures/content/psych.json (results of Psych itself)
 */

import { YamlDate, YamlFloat, YamlTime, type YamlMap, type YamlValue } from './value.js'

type Scalar = Exclude<YamlValue, YamlValue[] | YamlMap>

// In Ruby, `^` and `$` match at line ends, and \s and \d are ASCII: hence the `m` and the classes.
const WORDLIKE = /^[^0-9.:-]?[\p{Alphabetic}_ \t\r\n\f\v!@#$%^&*(){}<>|/\\~;=]+/mu
const TIME =
  /^(-?\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt]|[ \t\f\v\r]+)(\d{1,2}):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t\f\v\r]*(Z|[-+]\d{1,2}:?(?:\d\d)?))?$/
const DATE = /^(\d{4})-(1[012]|0\d|\d)-([12]\d|3[01]|0\d|\d)$/
const SEXAGESIMAL = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}$/
const SEXAGESIMAL_FLOAT = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}\.[0-9_]*$/
const FLOAT = /^[-+]?(?:[0-9][0-9_,]*)?\.[0-9]*(?:[eE][-+][0-9]+)?$/
const INTEGER =
  /^[-+]?(?:0b[0-1_,]+|0[0-7_,]+|(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)|0x[0-9a-fA-F_,]+)$/

/** The value of a plain (unquoted, untagged) scalar. */
export function readPlainScalar(text: string): Scalar {
  if (text === '') return null
  if (WORDLIKE.test(text) || text.includes('\n')) return readWord(text)
  if (TIME.test(text)) return readTime(text) ?? text
  if (DATE.test(text)) return readDate(text) ?? text
  if (text.includes('.')) return readFloatLike(text)
  if (SEXAGESIMAL.test(text)) return integer(sexagesimal(text, (part) => digits(part)))
  if (text.length <= MAX_INTEGER_CHARACTERS && INTEGER.test(text)) return readInteger(text) ?? text
  return text
}

/** Longer integers stay text, which looks the same: converting takes time that grows with the square of the length. */
const MAX_INTEGER_CHARACTERS = 4000

function readWord(text: string): Scalar {
  if (/^.{6}/su.test(text)) return text
  if (/^[^ytonf~]/im.test(text)) return text
  if (text === '~' || /^null$/im.test(text)) return null
  if (/^(yes|true|on)$/im.test(text)) return true
  if (/^(no|false|off)$/im.test(text)) return false
  return text
}

function readFloatLike(text: string): Scalar {
  if (/^\+?\.inf$/i.test(text)) return Infinity
  if (/^-\.inf$/i.test(text)) return -Infinity
  if (/^\.nan$/i.test(text)) return NaN
  if (SEXAGESIMAL_FLOAT.test(text)) return float(sexagesimal(text, floatDigits))
  if (!FLOAT.test(text) || !/^[-+]?(?:\d|\.\d)/.test(text)) return text
  return float(Number(text.replace(/[,_]/g, '')))
}

/** A float, as a `YamlFloat` if a JS number would look like an integer. */
export function float(value: number): number | YamlFloat {
  return Number.isInteger(value) ? new YamlFloat(value) : value
}

function integer(value: number): number {
  return Object.is(value, -0) ? 0 : value
}

/** As in Psych, the first part counts 3,600, the next 60, the next 1, even if there are only two. */
function sexagesimal(text: string, read: (part: string) => number): number {
  return text
    .split(':')
    .reduce((sum, part, place) => sum + read(part) * 60 ** Math.abs(place - 2), 0)
}

function digits(part: string): number {
  return Number.parseInt(part.replace(/(\d)_(?=\d)/g, '$1'), 10)
}

function floatDigits(part: string): number {
  return Number.parseFloat(part.replace(/(\d)_(?=\d)/g, '$1'))
}

function readInteger(text: string): number | bigint | null {
  const [, sign = '', body = ''] = /^([-+]?)(.*)$/.exec(text.replace(/[,_]/g, '')) ?? []
  const magnitude = readMagnitude(body)
  if (magnitude === null) return null
  const value = sign === '-' ? -magnitude : magnitude
  const small = Number(value)
  return Number.isSafeInteger(small) ? small : value
}

function readMagnitude(body: string): bigint | null {
  if (/^0[bx]$/.test(body)) return null
  if (/^0[0-7]+$/.test(body)) return BigInt(`0o${body.slice(1)}`)
  return BigInt(body)
}

function readDate(text: string): YamlDate | null {
  const [, year = 0, month = 0, day = 0] = (DATE.exec(text) ?? []).map(Number)
  if (day < 1 || day > daysIn(year, month)) return null
  return new YamlDate(text.replace(/-(?=\d(?:-|$))/g, '-0'))
}

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (month === 2) return leap ? 29 : 28
  if (month < 1 || month > 12) return 0
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** The time, or null. As in Ruby, 30 February is a day of March, and 24:00:00 and second 60 roll over. */
export function readTime(text: string): YamlTime | null {
  const match = TIME.exec(text)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number)
  if (!isClock(hour, minute, second) || month < 1 || month > 12 || day < 1 || day > 31) return null
  const wall = new Date(0)
  wall.setUTCFullYear(year, month - 1, day)
  wall.setUTCHours(hour, minute, second)
  const offset = readOffset(match[8])
  if (Math.abs(offset ?? 0) >= 86_400) return null
  const fraction = match[7] ? Number(`0.${match[7]}`) * 1000 : 0
  return new YamlTime(text, wall.getTime() + fraction - (offset ?? 0) * 1000, offset)
}

function isClock(hour: number, minute: number, second: number): boolean {
  if (hour === 24) return minute === 0 && second === 0
  return hour < 24 && minute < 60 && second <= 60
}

function readOffset(zone: string | undefined): number | null {
  if (zone === undefined) return null
  const [, hours, minutes] = /^([-+]\d{1,2}):?(\d{1,2})?$/.exec(zone) ?? []
  const whole = Number(hours ?? 0) * 3600
  // Psych takes the sign from the number of hours: `-00:30` is half an hour east.
  const rest = Number(minutes ?? 0) * 60
  return integer(whole < 0 ? whole - rest : whole + rest)
}
