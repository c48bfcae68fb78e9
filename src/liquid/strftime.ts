/** Ruby's `strftime`: flags, widths and all directives, for times and for dates. */

import {
  fieldsOf,
  formatOffset,
  isoWeek,
  midnightOf,
  nanosecondsOf,
  type Fields,
} from './calendar.js'
import { argumentError } from './error.js'
import { LiquidDate, type LiquidTime } from './value.js'

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

interface Moment {
  readonly time: LiquidTime
  readonly at: Fields
  readonly isDate: boolean
}

interface Directive {
  readonly flags: string
  /** 0 when none is given. */
  readonly width: number
  /** Of `%:z`: how many. */
  readonly colons: number
  readonly letter: string
}

// Far beyond any use; Ruby pads with more, for as long as there is memory.
const MAX_WIDTH = 65_535

const DIRECTIVE = /%([-0^#_]*)(\d{0,9})(:{0,3})([EO]?)([a-zA-Z%+])/g

/**
 * Formats as Ruby does; what is no directive stays as it is.
 *
 * @throws LiquidError `argument` for a lone `%` at the end or a width beyond all reason
 */
export const strftime = (value: LiquidTime | LiquidDate, format: string): string => {
  const isDate = value instanceof LiquidDate
  const time = isDate ? midnightOf(value) : value
  const moment: Moment = { time, at: fieldsOf(time), isDate }
  return formatMoment(moment, format)
}

const formatMoment = (moment: Moment, format: string): string => {
  let text = ''
  let end = 0
  for (const match of format.matchAll(DIRECTIVE)) {
    const [all, flags = '', width = '', colons = '', modifier = '', letter = ''] = match
    const directive = { flags, width: Number(width), colons: colons.length, letter }
    const expanded = allowed(modifier, directive) ? expand(moment, directive) : null
    text += format.slice(end, match.index) + (expanded ?? all)
    end = match.index + all.length
  }
  if (format.endsWith('%') && end < format.length) throw argumentError(`invalid format: ${format}`)
  return text + format.slice(end)
}

const MODIFIED: Readonly<Record<string, string>> = { E: 'cCxXyY', O: 'deHkIlmMSuUVwWy' }

const allowed = (modifier: string, directive: Directive): boolean => {
  if (directive.colons > 0 && directive.letter !== 'z') return false
  return modifier === '' || (MODIFIED[modifier] ?? '').includes(directive.letter)
}

const expand = (moment: Moment, directive: Directive): string | null => {
  if (directive.width > MAX_WIDTH) throw argumentError(`invalid width: ${directive.width}`)
  const number = NUMBERS.get(directive.letter)
  if (number !== undefined) return padNumber(number.value(moment), number, directive)
  if (directive.letter === 'z') return zone(moment, directive)
  if (directive.letter === 'N' || directive.letter === 'L') return fraction(moment, directive)
  const text = textOf(moment, directive)
  return text === null ? null : padText(text, directive)
}

interface NumberDirective {
  readonly width: number
  readonly pad: '0' | ' '
  readonly value: (moment: Moment) => number
}

const numeric = (
  letter: string,
  value: (moment: Moment) => number,
  { width = 2, pad = '0' }: { width?: number; pad?: '0' | ' ' } = {},
): [string, NumberDirective] => [letter, { width, pad, value }]

const twelve = (hour: number): number => hour % 12 || 12

const weekOf = (at: Fields, firstDay: number): number =>
  Math.floor((at.yearDay + 6 - ((at.weekday - firstDay + 7) % 7)) / 7)

const modulo = (value: number, by: number): number => ((value % by) + by) % by

const seconds = ({ time }: Moment): number => Math.floor(time.epochMs / 1000)

const NUMBERS: ReadonlyMap<string, NumberDirective> = new Map([
  numeric('Y', ({ at }) => at.year, { width: 4 }),
  numeric('C', ({ at }) => Math.floor(at.year / 100)),
  numeric('y', ({ at }) => modulo(at.year, 100)),
  numeric('m', ({ at }) => at.month),
  numeric('d', ({ at }) => at.day),
  numeric('e', ({ at }) => at.day, { pad: ' ' }),
  numeric('j', ({ at }) => at.yearDay, { width: 3 }),
  numeric('H', ({ at }) => at.hour),
  numeric('k', ({ at }) => at.hour, { pad: ' ' }),
  numeric('I', ({ at }) => twelve(at.hour)),
  numeric('l', ({ at }) => twelve(at.hour), { pad: ' ' }),
  numeric('M', ({ at }) => at.minute),
  numeric('S', ({ at }) => at.second),
  numeric('s', seconds, { width: 1 }),
  numeric('u', ({ at }) => at.weekday || 7, { width: 1 }),
  numeric('w', ({ at }) => at.weekday, { width: 1 }),
  numeric('G', ({ at }) => isoWeek(at).year, { width: 4 }),
  numeric('g', ({ at }) => modulo(isoWeek(at).year, 100)),
  numeric('V', ({ at }) => isoWeek(at).week),
  numeric('U', ({ at }) => weekOf(at, 0)),
  numeric('W', ({ at }) => weekOf(at, 1)),
])

// `-` wins wherever it stands, of the others the last one counts.
const paddingOf = (flags: string, standard: string): string => {
  if (flags.includes('-')) return ''
  const flag = /[0_](?=[^0_]*$)/.exec(flags)?.[0]
  if (flag === undefined) return standard
  return flag === '_' ? ' ' : '0'
}

const padNumber = (value: number, standard: NumberDirective, directive: Directive): string => {
  const pad = paddingOf(directive.flags, standard.pad)
  const digits = String(Math.abs(value))
  const sign = value < 0 ? '-' : ''
  if (pad === '') return sign + digits
  // Ruby counts the sign of a year as a further place.
  const base = standard.width === 4 && value < 0 ? 5 : standard.width
  const width = (directive.width || base) - sign.length
  return pad === '0'
    ? sign + digits.padStart(width, '0')
    : (sign + digits).padStart(width + sign.length)
}

const padText = (text: string, directive: Directive): string => {
  const pad = paddingOf(directive.flags, ' ')
  const cased = changeCase(text, directive)
  return pad === '' || text === '' ? cased : cased.padStart(directive.width, pad)
}

const changeCase = (text: string, { flags, letter }: Directive): string => {
  if (flags.includes('#'))
    return letter === 'p' || letter === 'Z' ? text.toLowerCase() : text.toUpperCase()
  return flags.includes('^') ? text.toUpperCase() : text
}

const fraction = ({ time }: Moment, directive: Directive): string => {
  const width = directive.width || (directive.letter === 'L' ? 3 : 9)
  return nanosecondsOf(time).padEnd(width, '0').slice(0, width)
}

const zone = ({ time, isDate }: Moment, directive: Directive): string => {
  const total = Math.abs(time.offsetSeconds)
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  const tail = zoneTail(minutes, rest, directive.colons)
  const plain = directive.flags.includes('-')
  // `-` shows UTC as the unknown offset of RFC 3339.
  const sign = time.offsetSeconds < 0 || (plain && time.utc) ? '-' : '+'
  const pad = paddingOf(directive.flags, '0')
  const width = Math.max(directive.width, tail.length + 3)
  if (pad === ' ') return `${sign}${hours}${tail}`.padStart(width)
  if (plain) return sign + (isDate ? hours : two(hours)) + tail
  return sign + String(hours).padStart(width - 1 - tail.length, '0') + tail
}

const two = (value: number): string => String(value).padStart(2, '0')

const zoneTail = (minutes: number, rest: number, colons: number): string => {
  if (colons === 0) return two(minutes)
  if (colons === 1) return `:${two(minutes)}`
  if (colons === 2) return `:${two(minutes)}:${two(rest)}`
  if (rest > 0) return `:${two(minutes)}:${two(rest)}`
  return minutes > 0 ? `:${two(minutes)}` : ''
}

const COMPOSED: ReadonlyMap<string, string> = new Map([
  ['c', '%a %b %e %H:%M:%S %Y'],
  ['x', '%m/%d/%y'],
  ['D', '%m/%d/%y'],
  ['X', '%H:%M:%S'],
  ['T', '%H:%M:%S'],
  ['R', '%H:%M'],
  ['r', '%I:%M:%S %p'],
  ['F', '%Y-%m-%d'],
  ['v', '%e-%^b-%Y'],
])

const textOf = (moment: Moment, { letter }: Directive): string | null => {
  const composed = COMPOSED.get(letter)
  if (composed !== undefined) return formatMoment(moment, composed)
  const { at } = moment
  const half = at.hour < 12 ? 'AM' : 'PM'
  switch (letter) {
    case 'A':
      return WEEKDAYS[at.weekday] ?? ''
    case 'a':
      return (WEEKDAYS[at.weekday] ?? '').slice(0, 3)
    case 'B':
      return MONTHS[at.month - 1] ?? ''
    case 'b':
    case 'h':
      return (MONTHS[at.month - 1] ?? '').slice(0, 3)
    case 'p':
      return half
    case 'P':
      return half.toLowerCase()
    default:
      return rareText(moment, letter)
  }
}

const rareText = (moment: Moment, letter: string): string | null => {
  const { time, isDate } = moment
  if (letter === 'n') return '\n'
  if (letter === 't') return '\t'
  if (letter === '%') return '%'
  if (letter === 'Z') return isDate ? formatOffset(time.offsetSeconds, ':') : (time.zoneName ?? '')
  // Directives of Date that Time does not know.
  if (!isDate) return null
  if (letter === 'Q') return String(time.epochMs)
  return letter === '+' ? formatMoment(moment, '%a %b %e %H:%M:%S %Z %Y') : null
}
