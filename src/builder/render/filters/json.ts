/** `jsonify`: any value as Ruby's JSON writes it. */

import { timeToString } from '../../../liquid/calendar.js'
import type { FilterDefinition } from '../../../liquid/definition.js'
import { formatFloat, toRubyString } from '../../../liquid/text.js'
import {
  Drop,
  isList,
  LiquidFloat,
  LiquidTime,
  type LiquidDate,
  type LiquidRange,
  type LiquidValue,
} from '../../../liquid/value.js'
import { CollectionDrop } from '../drops/collection-drop.js'
import { DocumentDrop } from '../drops/document-drop.js'
import { PageDrop } from '../drops/page-drop.js'
import { SiteDrop } from '../drops/site-drop.js'

const MAX_DEPTH = 100
const COLLAPSE_DEPTH = 2

// jekyll/drops/document_drop.rb: below the second level neighbours are shown without these
const COLLAPSED = new Set(['content', 'output', 'excerpt', 'next', 'previous'])

/** Compact JSON. */
export function toJson(value: LiquidValue, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError(`nesting of ${depth} is too deep`)
  if (value === null) return 'null'
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') {
    return Number.isInteger(value) ? String(value) : formatFloat(value)
  }
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (isList(value)) return `[${value.map((item) => toJson(item, depth + 1)).join(',')}]`
  if (value instanceof Map) return object(value, depth)
  if (value instanceof Drop) return dropToJson(value, depth)
  return scalarObject(value)
}

function scalarObject(value: LiquidFloat | LiquidRange | LiquidTime | LiquidDate): string {
  if (value instanceof LiquidFloat) return formatFloat(value.value)
  if (value instanceof LiquidTime) return quote(timeToString(value))
  return quote(toRubyString(value))
}

function object(entries: Iterable<readonly [LiquidValue, LiquidValue]>, depth: number): string {
  const pairs = [...entries].map(
    ([key, value]) => `${quote(toRubyString(key))}:${toJson(value, depth + 1)}`,
  )
  return `{${pairs.join(',')}}`
}

function dropToJson(drop: Drop, depth: number): string {
  const keys = [...drop.keys()]
  // What is no hash, such as a loop, is a text to Ruby's JSON.
  if (keys.length === 0) return quote(drop.toLiquidString())
  const isOfSite = drop instanceof CollectionDrop || drop instanceof SiteDrop
  return object(
    keys.map((key): [string, LiquidValue] => {
      const value = isOfSite ? withTexts(drop.get(key) ?? null) : (drop.get(key) ?? null)
      const isNeighbour = drop instanceof DocumentDrop && (key === 'next' || key === 'previous')
      return [
        key,
        isNeighbour && value instanceof DocumentDrop && depth >= COLLAPSE_DEPTH
          ? collapse(value)
          : value,
      ]
    }),
    depth,
  )
}

// Lists of a site hold documents and pages themselves, which are texts to Ruby's JSON (jekyll/drops/drop.rb: to_json).
function withTexts(value: LiquidValue): LiquidValue {
  if (isList(value)) return value.map(withTexts)
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, withTexts(item)]))
  const isText = value instanceof DocumentDrop || value instanceof PageDrop
  return isText ? value.toListString() : value
}

function collapse(drop: DocumentDrop): LiquidValue {
  const keys = [...drop.keys()].filter((key) => !COLLAPSED.has(key))
  return new Map(keys.map((key) => [key, drop.get(key) ?? null]))
}

// JSON.stringify escapes the same characters; only lone surrogates differ, which no UTF-8 text has.
function quote(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\u007f')
}

/** The filter. */
export const JSON_FILTERS: readonly FilterDefinition[] = [
  { name: 'jsonify', arity: [0, 0], apply: (input) => toJson(input) },
]
