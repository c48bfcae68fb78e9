/**
 * What a plugin may add to a build.
 *
 * A plugin is on when `plugins:` names it. Generators run by priority, then in the order of the list;
 * `converted` sees every item between its conversion and its layouts, `rendered` its whole output.
 */

import type { Document } from '../items/document.js'
import type { Item } from '../items/item.js'
import type { Page } from '../items/page.js'
import type { LiquidMap } from '../../liquid/value.js'
import type { FilterDefinition, TagDefinition } from '../../liquid/definition.js'
import type { Host } from './host.js'
import type { Reading } from '../read/reading.js'
import type { Site } from '../items/site.js'

/** What generators get: the site, and how to read a file of it again. */
export interface GeneratorContext {
  readonly site: Site
  readonly reading: Reading
  readonly host: Host
  /** Names of Liquid's block tags. */
  readonly blockTags: ReadonlySet<string>
  /** The one item that is looked at, for generators that change items one by one; left out, all are. */
  readonly only?: Document | Page
}

interface Generator {
  /** Higher runs first; Jekyll's `lowest` is -100, `normal` 0. */
  readonly priority: number
  /** Whether it changes items one by one, and heeds `only`. */
  readonly isByItem?: boolean
  /** Whether it changes items otherwise. */
  readonly changesItems?: boolean
  readonly run: (context: GeneratorContext) => void | Promise<void>
}

/** One gem's place. */
export interface Plugin {
  readonly name: string
  /** Whether its gem loads ActiveSupport: with it Liquid's `blank` means something. */
  readonly knowsBlank?: boolean
  readonly tags?: readonly TagDefinition[]
  readonly filters?: readonly FilterDefinition[]
  readonly generators?: readonly Generator[]
  readonly converted?: (host: Host, item: Item) => void
  readonly rendered?: (host: Host, item: Item) => void
  /** Templates that read this, of an item or of an excerpt, are rendered or have failed. */
  readonly finished?: (environment: LiquidMap) => void
}

export const LOWEST = -100
