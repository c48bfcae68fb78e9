/** The standard filters. */

import type { FilterDefinition } from '../definition.js'
import { ARRAY_FILTERS } from './array.js'
import { DATE_FILTERS } from './date.js'
import { HTML_FILTERS } from './html.js'
import { MATH_FILTERS } from './math.js'
import { STRING_FILTERS } from './string.js'

/** All standard filters, in no order. */
export const STANDARD_FILTERS: readonly FilterDefinition[] = [
  ...ARRAY_FILTERS,
  ...DATE_FILTERS,
  ...HTML_FILTERS,
  ...MATH_FILTERS,
  ...STRING_FILTERS,
]
