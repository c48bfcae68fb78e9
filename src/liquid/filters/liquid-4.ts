/** The standard filters of Liquid 4.0, where they differ from those of Liquid 5.4. */

import type { FilterDefinition } from '../definition.js'
import { toInteger } from '../number.js'
import { toRubyString } from '../text.js'
import type { LiquidValue } from '../value.js'
import { STANDARD_FILTERS } from './standard.js'
import { firstWords } from './string.js'

/** Liquid 5.1 and 5.2 brought them: before, they are passed over as unknown. */
const LATER: ReadonlySet<string> = new Set([
  'base64_encode',
  'base64_decode',
  'base64_url_safe_encode',
  'base64_url_safe_decode',
  'remove_last',
  'replace_last',
])

/** A text of exactly so many words is cut, too. */
const truncateWords = (
  input: LiquidValue,
  count: LiquidValue,
  ending: LiquidValue,
): LiquidValue => {
  if (input === null) return null
  const limit = Math.max(1, toInteger(count))
  const { words } = firstWords(toRubyString(input), limit)
  return words.length < limit ? input : words.join(' ') + toRubyString(ending)
}

const CHANGED: readonly FilterDefinition[] = [
  {
    name: 'truncatewords',
    arity: [0, 2],
    apply: (input, [count = 15, ending = '...']) => truncateWords(input, count, ending),
  },
  {
    name: 'newline_to_br',
    arity: [0, 0],
    apply: (input) => toRubyString(input).replaceAll('\n', '<br />\n'),
  },
]

/** All standard filters, in no order. */
export const LIQUID_4_FILTERS: readonly FilterDefinition[] = [
  ...STANDARD_FILTERS.filter(({ name }) => !LATER.has(name)),
  ...CHANGED,
]
