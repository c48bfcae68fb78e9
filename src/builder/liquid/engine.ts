/**
 * Liquid as Jekyll has it, compiled to closures.
 *
 * Written from the documented syntax and from differential tests against the Ruby library
 * (`fixtures/liquid/`). Neighbours: none; the folder imports nothing from outside itself. Hosts give
 * tags, filters and a clock and read values through drops. Templates can reach nothing else: all
 * look-ups go through Maps and drops, parsing takes linear time, rendering is bounded by limits.
 */

import type { RenderContext, Limits } from './context.js'
import type { Clock, ErrorMode, FilterDefinition, TagDefinition } from './definition.js'
import type { LiquidError } from './error.js'

/** What an engine is made of; standard tags and filters are always there, hosts may override. */
export interface EngineOptions {
  readonly tags?: readonly TagDefinition[]
  readonly filters?: readonly FilterDefinition[]
  /** Default `warn`. */
  readonly errorMode?: ErrorMode
  /** An unknown filter is an error instead of being passed over. */
  readonly strictFilters?: boolean
  /** An unknown variable is an error instead of nil. */
  readonly strictVariables?: boolean
  readonly limits?: Partial<Limits>
  readonly clock?: Clock
  /** `blank` compares as with ActiveSupport; off, as in Jekyll. */
  readonly blankLiteral?: boolean
  /** Told of strict errors that the lax grammar forgave. */
  readonly onWarning?: (warning: LiquidError) => void
}

/** Where a template comes from, for messages. */
export interface TemplateSource {
  readonly path?: string
  /** Lines of front matter before the source, added to every line number. */
  readonly lineOffset?: number
}

/** A compiled template; may be rendered any number of times. */
export interface Template {
  readonly path: string | null
  /** @throws LiquidError where the context's `onError` is `throw` */
  render(context: RenderContext): string
}

export interface Engine {
  /** @throws LiquidError `syntax` */
  parse(source: string, from?: TemplateSource): Template
}
