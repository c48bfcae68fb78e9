/** Liquid with Jekyll's tags and filters, and those of the site's plugins. */

import { createEngine, type Engine } from '../../liquid/engine.js'
import type { Clock, FilterDefinition, TagDefinition } from '../../liquid/definition.js'
import { LIQUID_4_FILTERS } from '../../liquid/filters/liquid-4.js'
import { LiquidTime } from '../../liquid/value.js'
import type { Reporter } from '../base/report.js'
import type { RenderLimits } from '../base/request.js'
import type { Settings } from '../base/settings.js'
import type { Zone } from '../base/zone.js'
import { NOW, watchTime, type ReadLog } from '../facts/read-log.js'
import { DATE_FILTERS } from './filters/dates.js'
import { EXPRESSION_FILTERS } from './filters/expressions.js'
import { JSON_FILTERS } from './filters/json.js'
import { LIST_FILTERS, OLD_WHERE_FILTER } from './filters/lists.js'
import { MARKUP_FILTERS } from './filters/markup.js'
import { TEXT_FILTERS } from './filters/text.js'
import { URL_FILTERS } from './filters/urls.js'
import { HIGHLIGHT_TAG } from './tags/highlight.js'
import { INCLUDE_TAGS } from './tags/include.js'
import { LINK_TAGS } from './tags/link.js'

/** Jekyll's own tags. */
export const JEKYLL_TAGS: readonly TagDefinition[] = [...INCLUDE_TAGS, ...LINK_TAGS, HIGHLIGHT_TAG]

/** Jekyll's own filters. */
export const JEKYLL_FILTERS: readonly FilterDefinition[] = [
  ...DATE_FILTERS,
  ...EXPRESSION_FILTERS,
  ...JSON_FILTERS,
  ...LIST_FILTERS,
  ...MARKUP_FILTERS,
  ...TEXT_FILTERS,
  ...URL_FILTERS,
]

/** Those of Jekyll 3.10, which has no `find`. */
const JEKYLL_3_FILTERS: readonly FilterDefinition[] = [
  ...JEKYLL_FILTERS.filter(({ name }) => !/^(?:where|find|find_exp)$/.test(name)),
  OLD_WHERE_FILTER,
]

interface EngineParts {
  readonly tags: readonly TagDefinition[]
  readonly filters: readonly FilterDefinition[]
  /** Whether `blank` means something. */
  readonly knowsBlank: boolean
  readonly clock: Clock
  readonly reporter: Reporter
  readonly limits: RenderLimits | undefined
}

/** The engine of a build. */
export function createSiteEngine(
  { liquid: settings, jekyll }: Settings,
  parts: EngineParts,
): Engine {
  return createEngine({
    tags: [...JEKYLL_TAGS, ...parts.tags],
    // Debian's Jekyll 4.3 has Liquid 5.
    ...(jekyll !== '4.3' && { standardFilters: LIQUID_4_FILTERS }),
    filters: [...(jekyll === '3.10' ? JEKYLL_3_FILTERS : JEKYLL_FILTERS), ...parts.filters],
    blankLiteral: parts.knowsBlank,
    clock: parts.clock,
    errorMode: settings.errorMode,
    strictFilters: settings.strictFilters,
    strictVariables: settings.strictVariables,
    ...(parts.limits === undefined ? {} : { limits: parts.limits }),
    onWarning: ({ path, line, message }) => parts.reporter.warn(message, { path, line }),
  })
}

/** The clock of a build: `'now'` is when it began. @param moment that time, in milliseconds since the Unix epoch */
export function createClock(zone: Zone, moment: () => number, log: () => ReadLog | null): Clock {
  const watch = watchTime(NOW, log)
  return {
    zone: (epochMs) => zone.at(epochMs),
    now: () => {
      const now = moment()
      const { offsetSeconds, zoneName } = zone.at(now)
      return new LiquidTime(now, offsetSeconds, { zoneName, watch })
    },
  }
}
