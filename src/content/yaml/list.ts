/** Changes items of a list whose items stand on lines of their own. */

import { ContentError } from '../error.js'
import { changedAt, planOf, type ListChange } from './list-plan.js'
import { lineStart, nextDash, type OutlineNode, type OutlinePair } from './outline.js'
import {
  endOfPair,
  insertLines,
  lineOf,
  removePair,
  replaceValue,
  startColumn,
  type Cut,
} from './splice.js'
import type { YamlValue } from './value.js'
import { writeAfterDash, writeQuoted, type WriteStyle } from './write.js'

export interface Place {
  readonly source: string
  readonly style: WriteStyle
  /** The cuts inside a value, or null if it must be replaced as a whole. */
  readonly inside: (node: OutlineNode, old: YamlValue, value: YamlValue) => Cut[] | null
}

/** The cuts that change a list. Some item must stay. @throws ContentError `refused` if an item has no line of its own */
export function cutsOfList(node: OutlineNode, change: ListChange, place: Place): Cut[] {
  const items = itemPairs(place.source, node)
  const { replaced, removed, added } = planOf(change)
  const cuts = replaced.flatMap((at): Cut[] => {
    const pair = itemAt(items, at)
    const { old, value } = changedAt(change, at)
    return place.inside(pair.value, old, value) ?? [replaceItem(pair, value, place)]
  })
  for (const pair of items.slice(removed.from, removed.to))
    cuts.push(removePair(place.source, pair))
  if (added.length > 0) cuts.push(addItems(items, { at: removed.from, added }, place))
  return cuts
}

/** Each item as a pair whose colon is the dash. @throws ContentError `refused` if an item has no line of its own */
export function itemPairs(source: string, { start, items }: OutlineNode): OutlinePair[] {
  let at = start
  return items.map((value, i) => {
    const dash = i === 0 ? start : nextDash(source, at, start)
    if (dash === null) throw new ContentError('refused', 'an item has no line of its own')
    at = Math.max(dash + 1, value.end)
    return { key: '', keyStart: dash, colon: dash, isSimple: true, value }
  })
}

function itemAt(items: readonly OutlinePair[], at: number): OutlinePair {
  const pair = items[at]
  if (pair !== undefined) return pair
  throw new ContentError('refused', 'an item of the list is not written in it')
}

function replaceItem(pair: OutlinePair, value: YamlValue, { source, style }: Place): Cut {
  return replaceValue(source, pair, { value, style, write: writeAfterDash })
}

interface Added {
  /** Index of the old item that they come before. */
  readonly at: number
  readonly added: readonly YamlValue[]
}

/** The quotes of the item beside them are those of new texts. */
function addItems(
  items: readonly OutlinePair[],
  { at, added }: Added,
  { source, style }: Place,
): Cut {
  const beside = itemAt(items, Math.max(0, at - 1))
  const columns = startColumn(source, itemAt(items, at === 0 ? 0 : items.length - 1))
  const { quote } = beside.value
  const lines = added.map((value) => {
    const isQuoted = quote !== null && typeof value === 'string' && !value.includes('\n')
    const text = isQuoted ? ` ${writeQuoted(value, quote)}` : writeAfterDash(value, style)
    return lineOf({ head: '-', text, columns }, style)
  })
  const start = at === 0 ? lineStart(source, beside.keyStart) : endOfPair(source, beside)
  return insertLines(source, { at: start, lines, style, isLineStart: false })
}
