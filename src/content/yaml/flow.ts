/** Changes items or pairs of a collection in brackets. */

import { ContentError } from '../error.js'
import { changedAt, planOf, type Changed, type ListChange } from './list-plan.js'
import type { Place } from './list.js'
import type { OutlineNode } from './outline.js'
import type { Cut } from './splice.js'
import { equalValues, type YamlKey, type YamlMap, type YamlValue } from './value.js'
import { editsBetween, keysByText } from './with-edits.js'
import { writeInFlow, writeKey, writeQuoted } from './write.js'

/** An item or a pair. */
interface Part {
  readonly start: number
  readonly end: number
  readonly value: OutlineNode
}

/** The cuts that change a list. Some item must stay. @throws ContentError `refused` if it is too unusual */
export function cutsOfFlowList(node: OutlineNode, change: ListChange, place: Place): Cut[] {
  const parts = node.items.map((value) => partOf(value.start, value))
  const { replaced, removed, added } = planOf(change)
  const cuts = replaced.flatMap((at) => cutsOfPart(partAt(parts, at), changedAt(change, at), place))
  if (removed.to > removed.from) cuts.push(removeParts(parts, removed))
  if (added.length === 0) return cuts
  const beside = partAt(parts, Math.max(0, removed.from - 1)).value
  const texts = added.map((value) => textOf(value, beside, place))
  return [...cuts, addParts(parts, { at: removed.from, texts }, place)]
}

interface MapChange {
  readonly old: YamlMap
  readonly value: YamlMap
}

/** The cuts that change a mapping. Some key must stay. @throws ContentError `refused` if it is too unusual */
export function cutsOfFlowMap(node: OutlineNode, { old, value }: MapChange, place: Place): Cut[] {
  const parts = node.pairs.map((pair) => {
    if (!pair.isSimple) throw refused()
    return partOf(pair.keyStart, pair.value)
  })
  const indices = new Map(node.pairs.map(({ key }, at) => [key, at]))
  const [keys, cuts, texts]: [Map<string, YamlKey>, Cut[], string[]] = [keysByText(old), [], []]
  let removed = 0
  for (const {
    path: [name = ''],
    value: now,
  } of editsBetween(old, value)) {
    const was = keys.has(name) ? old.get(keys.get(name) ?? null) : undefined
    const at = indices.get(name) ?? -1
    if (now === undefined) {
      removed++
      cuts.push(removeParts(parts, { from: at, to: at + 1 }))
    } else if (was === undefined) texts.push(`${writeKey(name)}: ${writeInFlow(now, place.style)}`)
    else if (!equalValues(was, now))
      cuts.push(...cutsOfPart(partAt(parts, at), { old: was, value: now }, place))
  }
  if (texts.length > 0) cuts.push(addParts(parts, { at: parts.length, texts }, place))
  // The cuts of several could overlap.
  if (removed + (texts.length > 0 ? 1 : 0) > 1) throw refused()
  return cuts
}

/** A value that is empty, or has an anchor or a tag, does not show where it begins. */
function partOf(start: number, value: OutlineNode): Part {
  const isClear = value.kind === 'alias' || (value.kind !== 'null' && !value.hasProperties)
  if (!isClear) throw refused()
  return { start, end: value.end, value }
}

function partAt(parts: readonly Part[], at: number): Part {
  const part = parts[at]
  if (part === undefined) throw refused()
  return part
}

function refused(): ContentError {
  return new ContentError('refused', 'a part of the brackets is not written as a plain value')
}

function cutsOfPart({ value: node }: Part, { old, value }: Changed, place: Place): Cut[] {
  const inside = place.inside(node, old, value)
  if (inside !== null) return inside
  return [{ start: node.start, end: node.end, text: textOf(value, node, place) }]
}

/** In the quotes of the old value, or of the one beside it. */
function textOf(value: YamlValue, { quote }: OutlineNode, { style }: Place): string {
  if (quote !== null && typeof value === 'string') return writeQuoted(value, quote)
  return writeInFlow(value, style)
}

/** Removes parts with the comma after them; the last ones with the comma before them. */
function removeParts(
  parts: readonly Part[],
  { from, to }: { readonly from: number; readonly to: number },
): Cut {
  const next = parts[to]
  const start = next === undefined ? partAt(parts, from - 1).end : partAt(parts, from).start
  return { start, end: next?.start ?? partAt(parts, to - 1).end, text: '' }
}

interface Added {
  /** Index of the part that they come before. */
  readonly at: number
  readonly texts: readonly string[]
}

function addParts(parts: readonly Part[], { at, texts }: Added, place: Place): Cut {
  const comma = commaOf(parts, place)
  if (at === 0) {
    const { start } = partAt(parts, 0)
    return { start, end: start, text: texts.map((text) => text + comma).join('') }
  }
  const { end } = partAt(parts, at - 1)
  return { start: end, end, text: texts.map((text) => comma + text).join('') }
}

/** A comma, and the white space after it, as between the last two parts. */
function commaOf(parts: readonly Part[], { source, style }: Place): string {
  const [before, last] = parts.slice(-2)
  const between = before && last ? source.slice(before.end, last.start) : ''
  const lineAt = between.lastIndexOf('\n') + 1
  const space = between.slice(lineAt > 0 ? lineAt : between.indexOf(',') + 1)
  if (space.trim() !== '' || between === '') return ', '
  return lineAt > 0 ? `,${style.eol}${space}` : `,${space}`
}
