/** The filter `date`. */

import type { Clock, FilterDefinition } from '../definition.js'
import { strftime } from '../strftime.js'
import { toRubyString } from '../text.js'
import { parseTime } from '../time-parse.js'
import { isInteger, LiquidDate, LiquidTime, type LiquidValue } from '../value.js'
import { inZone } from '../zone.js'

/**
 * What a value means as a date: times as they are, `now` and `today`, seconds since the epoch, and
 * strings as `Time.parse` reads them; null when it means none.
 */
export const toDate = (value: LiquidValue, clock: Clock): LiquidTime | LiquidDate | null => {
  if (value instanceof LiquidTime || value instanceof LiquidDate) return value
  if (isInteger(value)) return fromSeconds(Number(value), clock)
  if (typeof value !== 'string' || value === '') return null
  const text = value.toLowerCase()
  if (text === 'now' || text === 'today') return clock.now()
  return /^\d+$/.test(text) ? fromSeconds(Number(text), clock) : parseTime(text, clock)
}

// Beyond what JS can count there is no calendar.
const MAX_SECONDS = 8_640_000_000_000 - 86_400

const fromSeconds = (seconds: number, clock: Clock): LiquidTime | null =>
  Math.abs(seconds) > MAX_SECONDS ? null : inZone(seconds * 1000, clock)

export const DATE_FILTERS: readonly FilterDefinition[] = [
  {
    name: 'date',
    arity: [1, 1],
    apply: (input, [format = null], { clock }) => {
      const pattern = toRubyString(format)
      const date = pattern === '' ? null : toDate(input, clock)
      if (date === null) return input
      return date instanceof LiquidTime ? date.as(pattern, strftime) : strftime(date, pattern)
    },
  },
]
