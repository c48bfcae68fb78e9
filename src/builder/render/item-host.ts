/**
 * What rendering an item needs beyond `Host`: converters, limits and plugins. `SiteHost` implements it; it
 * stands above the renderer, as it renders excerpts.
 */

import type { Item } from '../items/item.js'
import type { LiquidValue } from '../../liquid/value.js'
import type { PluginSet } from './plugin-set.js'
import type { RenderLimits } from '../base/request.js'
import type { Host } from './host.js'

/** One a build. */
export interface ItemHost extends Host {
  readonly limits: RenderLimits | undefined
  readonly plugins: PluginSet
  /** `jekyll` of templates. */
  readonly jekyll: LiquidValue
  /** `theme` of templates. */
  readonly theme: LiquidValue
  /** HTML of an item's Markdown; its warnings are told with the item's path. */
  toHtml(source: string, item: Item): Promise<string>
  /** CSS of an item's Sass. */
  compileSass(item: Item, content: string): Promise<string>
  /** What the last rendering stopped for, once; null where it stopped for another reason. */
  takeNeed(): Promise<void> | null
}
