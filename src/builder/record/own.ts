/**
 * What an item is before it is rendered, as one description.
 *
 * The date of a document is left out: one that says none has that of the build, and who reads it says so.
 */

import type { YamlMap } from '../../content/yaml/value.js'
import { Document } from '../items/document.js'
import type { Excerpt } from '../items/excerpt.js'
import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import type { LiquidMap, LiquidValue } from '../../liquid/value.js'
import { pagerValue } from '../render/drops/pager-drop.js'
import type { SiteHost } from '../render/site-host.js'

/** All that rendering an item begins from, as a value. */
export function ownValue(host: SiteHost, item: Item): LiquidValue {
  const common = [item.content, item.lineOffset, item.url, dataOf(host, item)]
  if (!(item instanceof Page)) return common
  const { pager, extra } = item
  return [...common, pager === null ? null : pagerValue(pager, host), extra?.() ?? null]
}

/** The same of an excerpt. */
export function ownExcerptValue({ content, lineOffset, isLiquid }: Excerpt): LiquidValue {
  return [content, lineOffset, isLiquid]
}

function dataOf({ values }: SiteHost, item: Item): LiquidMap {
  const data: YamlMap = item.data
  const isDocument = item instanceof Document
  const map: LiquidMap = new Map()
  for (const [key, value] of data) {
    map.set(values.of(key), isDocument && key === 'date' ? null : values.of(value))
  }
  return map
}

/**
 * Whether rendering does nothing but read what is recorded and make an output.
 *
 * @param knowsStyles whether what style sheets read is recorded, too
 */
export function isRecorded(item: Item, knowsStyles: boolean): boolean {
  if (item.isSass) return knowsStyles
  if (!(item instanceof Page)) return true
  return item.produce === null ? !item.isGenerated || item.output === null : item.isTracked
}
