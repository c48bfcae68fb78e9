/** Jekyll's date filters: always in the zone of the site. */

// jekyll/filters/date_filters.rb

import { fieldsOf, formatOffset, midnightOf, type Fields } from '../../../liquid/calendar.js'
import type { Clock, FilterContext, FilterDefinition } from '../../../liquid/definition.js'
import { argumentError } from '../../../liquid/error.js'
import { toDate } from '../../../liquid/filters/date.js'
import { inspect, toRubyString } from '../../../liquid/text.js'
import { LiquidDate, LiquidTime, type LiquidValue } from '../../../liquid/value.js'

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** The instant of a value in the zone of the site. @throws LiquidError for what is no date */
export function siteTime(input: LiquidValue, clock: Clock): LiquidTime {
  const date = toDate(input, clock)
  if (date === null) {
    throw argumentError(`Invalid Date: '${inspect(input)}' is not a valid datetime.`)
  }
  const epochMs = date instanceof LiquidDate ? localMidnight(date, clock) : date.epochMs
  const { offsetSeconds, zoneName } = clock.zone(epochMs)
  return new LiquidTime(epochMs, offsetSeconds, { zoneName })
}

function localMidnight(date: LiquidDate, clock: Clock): number {
  const wall = midnightOf(date).epochMs
  const guess = wall - clock.zone(wall).offsetSeconds * 1000
  return wall - clock.zone(guess).offsetSeconds * 1000
}

/** ISO 8601 to the second, with the site's offset; `Z` for UTC only where Ruby has it. */
export function toXmlSchema(time: LiquidTime): string {
  const f = fieldsOf(time)
  const day = `${pad(f.year, 4)}-${pad(f.month)}-${pad(f.day)}`
  return `${day}T${clockOf(f)}${formatOffset(time.offsetSeconds, ':')}`
}

function toRfc822(time: LiquidTime): string {
  const f = fieldsOf(time)
  const day = DAYS[weekdayOf(f)]?.slice(0, 3)
  const month = MONTHS[f.month - 1]?.slice(0, 3)
  return `${day}, ${pad(f.day)} ${month} ${pad(f.year, 4)} ${clockOf(f)} ${formatOffset(time.offsetSeconds)}`
}

function weekdayOf({ year, month, day }: Fields): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

function clockOf(f: Fields): string {
  return `${pad(f.hour)}:${pad(f.minute)}:${pad(f.second)}`
}

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0')
}

function toText(month: 'short' | 'long') {
  return (input: LiquidValue, args: readonly LiquidValue[], { clock }: FilterContext) => {
    if (toRubyString(input) === '') return input
    const { year, month: index, day } = fieldsOf(siteTime(input, clock))
    const name = MONTHS[index - 1] ?? ''
    const monthName = month === 'short' ? name.slice(0, 3) : name
    const [type, style] = args
    if (type !== 'ordinal') return `${pad(day)} ${monthName} ${pad(year, 4)}`
    if (style === 'US') return `${monthName} ${ordinal(day)}, ${pad(year, 4)}`
    return `${ordinal(day)} ${monthName} ${pad(year, 4)}`
  }
}

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return `${day}th`
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`
}

function formatted(format: (time: LiquidTime) => string) {
  return (input: LiquidValue, _args: readonly LiquidValue[], { clock }: FilterContext) =>
    toRubyString(input) === '' ? input : format(siteTime(input, clock))
}

/** The filters. */
export const DATE_FILTERS: readonly FilterDefinition[] = [
  { name: 'date_to_string', arity: [0, 2], apply: toText('short') },
  { name: 'date_to_long_string', arity: [0, 2], apply: toText('long') },
  { name: 'date_to_xmlschema', arity: [0, 0], apply: formatted(toXmlSchema) },
  { name: 'date_to_rfc822', arity: [0, 0], apply: formatted(toRfc822) },
]
