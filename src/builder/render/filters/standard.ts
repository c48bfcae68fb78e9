/** Liquid's own filters as functions, for plugins. */

import { RenderContext } from '../../../liquid/context.js'
import type { FilterContext } from '../../../liquid/definition.js'
import { HTML_FILTERS } from '../../../liquid/filters/html.js'
import { toRubyString } from '../../../liquid/text.js'
import { LiquidTime, type LiquidValue } from '../../../liquid/value.js'

const context: FilterContext = {
  render: new RenderContext(),
  clock: {
    now: () => new LiquidTime(0, 0, { utc: true }),
    zone: () => ({ offsetSeconds: 0, zoneName: 'UTC' }),
  },
}

function apply(name: string, input: LiquidValue): string {
  const filter = HTML_FILTERS.find((one) => one.name === name)
  return toRubyString(filter?.apply(input, [], context) ?? input)
}

/** Text without tags, scripts and styles. */
export function stripHtml(text: string): string {
  return apply('strip_html', text)
}

/** Escapes HTML, but no entity twice. */
export function escapeOnce(text: string): string {
  return apply('escape_once', text)
}

/** Liquid's `default`: nil, false and what is empty give the other. */
export function orDefault(value: LiquidValue, other: LiquidValue): LiquidValue {
  if (value === null || value === false || value === '') return other
  if (Array.isArray(value) && value.length === 0) return other
  return value instanceof Map && value.size === 0 ? other : value
}
