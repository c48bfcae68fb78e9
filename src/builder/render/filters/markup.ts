/** Jekyll's filters that convert: markdownify, smartify, sassify, scssify. */

import type { FilterContext, FilterDefinition } from '../../../liquid/definition.js'
import { toRubyString } from '../../../liquid/text.js'
import type { LiquidValue } from '../../../liquid/value.js'
import { hostOf, type Host } from '../host.js'

const converting =
  (convert: (host: Host, text: string) => string) =>
  (input: LiquidValue, _args: readonly LiquidValue[], { render }: FilterContext): LiquidValue =>
    convert(hostOf(render), toRubyString(input))

/** The filters. */
export const MARKUP_FILTERS: readonly FilterDefinition[] = [
  { name: 'markdownify', arity: [0, 0], apply: converting((host, text) => host.markdownify(text)) },
  { name: 'smartify', arity: [0, 0], apply: converting((host, text) => host.smartify(text)) },
  { name: 'sassify', arity: [0, 0], apply: converting((host, text) => host.css(text, 'indented')) },
  { name: 'scssify', arity: [0, 0], apply: converting((host, text) => host.css(text, 'scss')) },
]
