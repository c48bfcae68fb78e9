/** The standard filters. */

import type { FilterDefinition } from '../definition.js'

/** All standard filters, in no order. */
export const STANDARD_FILTERS: readonly FilterDefinition[] = []
