/** Changes YAML data files. Every other byte stays. */

import { ContentError } from '../error.js'
import { cutsOfValue } from '../yaml/cuts.js'
import { lineEnd, lineStart, outlineOf } from '../yaml/outline.js'
import type { OutlineNode, OutlinePair } from '../yaml/outline.js'
import { itemPairs } from '../yaml/list.js'
import { parseYaml } from '../yaml/parse.js'
import { applyCuts, styleOf, trimEnd, type Cut } from '../yaml/splice.js'
import { equalValues, isYamlMap, keyToText, type YamlValue } from '../yaml/value.js'
import { writeAfterDash, writeDocument, writeFlow, writeKey, writeQuoted } from '../yaml/write.js'
import { indexOf, isCollection, placeEdits, withDataEdit } from './data-edit.js'
import type { DataEdit, DataPath } from './data-edit.js'
import { moveCuts, separatorAt, type Segment } from './segments.js'

interface Change {
  readonly before: YamlValue
  readonly after: YamlValue
  readonly edit: DataEdit
}

/**
 * Makes changes in order. Each is read again and compared with what was meant.
 *
 * @throws ContentError `refused`, with the reason, if a change would touch anything else; as `withDataEdit`
 */
export function editYamlFile(source: string, edits: readonly DataEdit[]): string {
  let text = source
  let before = parseYaml(source).value
  for (const run of runsOf(edits)) {
    const after = run.reduce(withDataEdit, before)
    text = changedAtOnce(text, { before, after, run }) ?? changedInTurn(text, before, run)
    before = after
  }
  return text
}

/** Sets of values behind each other are made at once: to read the text again for each would take long. */
function runsOf(edits: readonly DataEdit[]): DataEdit[][] {
  const runs: DataEdit[][] = []
  for (const edit of edits) {
    const last = runs.at(-1)
    if (edit.op === 'set' && last?.[0]?.op === 'set') last.push(edit)
    else runs.push([edit])
  }
  return runs
}

interface RunChange extends Pick<Change, 'before' | 'after'> {
  readonly run: readonly DataEdit[]
}

/** Null if the edits must be made one after the other. */
function changedAtOnce(text: string, { before, after, run }: RunChange): string | null {
  const root = run.length > 1 ? outlineOf(text) : null
  if (root === null) return null
  const cuts = unlessRefused(() => cutsBetween(text, root, { before, after }))
  const changed = cuts === null ? text : applyCuts(text, cuts)
  return changed !== text && isMeant(changed, after) ? changed : null
}

function changedInTurn(source: string, from: YamlValue, edits: readonly DataEdit[]): string {
  let [text, before] = [source, from]
  for (const edit of edits) {
    const after = withDataEdit(before, edit)
    text = changedText(text, { before, after, edit })
    before = after
  }
  return text
}

const WAYS = [atEachPlace(cutsOfMove), cutsOfCopy, atEachPlace(cutsOfRename), cutsBetween]

type CutsOf = (source: string, root: OutlineNode, change: Change) => Cut[] | null

function atEachPlace(cutsOf: CutsOf): CutsOf {
  return (source, root, change) => {
    const all = placeEdits(change.before, change.edit).map((edit) =>
      cutsOf(source, root, { ...change, edit }),
    )
    return all.every((cuts) => cuts !== null) ? all.flat() : null
  }
}

function changedText(text: string, change: Change): string {
  if (isSameInOrder(change.before, change.after)) return text
  const root = outlineOf(text)
  if (root !== null) {
    for (const cutsOf of WAYS) {
      const cuts = unlessRefused(() => cutsOf(text, root, change))
      const changed = cuts === null ? text : applyCuts(text, cuts)
      if (changed !== text && isMeant(changed, change.after)) return changed
    }
  }
  // A block at the end of a text without a last line break gains one when something follows it.
  if (!text.endsWith('\n'))
    return changedText(`${text}${text.includes('\r\n') ? '\r\n' : '\n'}`, change)
  throw new ContentError('refused', 'the change cannot be made without touching other lines')
}

function unlessRefused(cuts: () => Cut[] | null): Cut[] | null {
  try {
    return cuts()
  } catch (error) {
    if (error instanceof ContentError && error.code === 'refused') return null
    throw error
  }
}

function isMeant(text: string, after: YamlValue): boolean {
  // Whether it has become too much is for the caller to say: no alias multiplies it.
  const { value, error } = parseYaml(text, { maxNodes: Infinity })
  return error === null && isSameInOrder(value, after)
}

/** True if the values are equal, and their keys in the same order. */
export function isSameInOrder(a: YamlValue, b: YamlValue): boolean {
  return equalValues(a, b) && inSameOrder(a, b)
}

function inSameOrder(a: YamlValue, b: YamlValue): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.every((item, index) => inSameOrder(item, b[index] ?? null))
  if (!isYamlMap(a) || !isYamlMap(b)) return true
  const others = [...b]
  return [...a].every(([key, item], index) => {
    const [name, other] = others[index] ?? [null, null]
    return keyToText(key) === keyToText(name) && inSameOrder(item, other)
  })
}

/** The collection that holds what an edit is about, and the index in it. */
function placeOf(root: OutlineNode, { before, edit }: Change): [OutlineNode, number] | null {
  let [node, value]: [OutlineNode | undefined, YamlValue] = [root, before]
  let index = -1
  for (const [depth, step] of edit.at.entries()) {
    if (node === undefined || !isCollection(value)) return null
    index = indexOf(value, step)
    if (index < 0 || depth === edit.at.length - 1) break
    node = node.items[index] ?? node.pairs[index]?.value
    value = Array.isArray(value) ? (value[index] ?? null) : ([...value.values()][index] ?? null)
  }
  return node === undefined || index < 0 ? null : [node, index]
}

/** A part of a collection: an item with its dash, or a key with its value. */
interface Part extends Segment {
  /** With the comment lines right above it, and the comment behind it. */
  readonly whole: Segment
  readonly pair: OutlinePair | null
}

function partsOf(source: string, node: OutlineNode): Part[] {
  if (node.isFlow) return flowParts(node)
  const pairs = node.kind === 'list' ? itemPairs(source, node) : node.pairs
  let above = 0
  return pairs.map((pair, index): Part => {
    const start = pair.keyStart
    const end = trimEnd(source, pair.colon + 1, Math.max(pair.colon + 1, pair.value.end))
    // What is above the first one is about all of them.
    const from = index === 0 ? start : commentsAbove(source, start, above)
    const to = trimEnd(source, end, lineEnd(source, end))
    above = to
    return { start, end, pair, whole: { start: from, end: to } }
  })
}

function flowParts({ kind, items, pairs }: OutlineNode): Part[] {
  const part = ({ start, end }: Segment, pair: OutlinePair | null): Part => {
    return { start, end, pair, whole: { start, end } }
  }
  if (kind === 'list') return items.map((item) => part(item, null))
  return pairs.map((pair) => part({ start: pair.keyStart, end: pair.value.end }, pair))
}

/** Where the comment lines begin that stand right above a part, in its column. */
function commentsAbove(source: string, start: number, above: number): number {
  const column = start - lineStart(source, start)
  let from = start
  for (;;) {
    const line = lineStart(source, from)
    const previous = line === 0 ? 0 : lineStart(source, line - 1)
    const isOwn = line > 0 && previous > above && source[previous + column] === '#'
    if (!isOwn || source.slice(previous, previous + column).trim() !== '') return from
    from = previous + column
  }
}

function cutsOfMove(source: string, root: OutlineNode, change: Change): Cut[] | null {
  const { edit } = change
  const place = placeOf(root, change)
  if (edit.op !== 'move' || place === null) return null
  const segments = partsOf(source, place[0]).map(({ whole }) => whole)
  return moveCuts(source, segments, { from: place[1], to: edit.to })
}

function cutsOfCopy(source: string, root: OutlineNode, change: Change): Cut[] | null {
  const { edit } = change
  const place = placeOf(root, change)
  if (edit.op !== 'copy' || place === null) return null
  const [node, index] = place
  const parts = partsOf(source, node)
  const part = parts[index]
  if (part === undefined) return null
  const { start, end, pair, whole } = part
  const eol = source.includes('\r\n') ? '\r\n' : '\n'
  const between = node.isFlow
    ? separatorAt(source, parts, { at: index, none: ', ' })
    : eol + ' '.repeat(start - lineStart(source, start))
  const isKeyed = node.kind === 'map' && pair !== null && edit.as !== undefined
  const text = isKeyed
    ? keyLike(source, pair, edit.as ?? '') + source.slice(pair.colon, end)
    : source.slice(start, end)
  return [{ start: whole.end, end: whole.end, text: between + text }]
}

function cutsOfRename(source: string, root: OutlineNode, change: Change): Cut[] | null {
  const { edit } = change
  const place = placeOf(root, change)
  const pair = place?.[0].pairs[place[1]]
  if (edit.op !== 'rename' || pair === undefined) return null
  const end = trimEnd(source, pair.keyStart, pair.colon)
  return [{ start: pair.keyStart, end, text: keyLike(source, pair, edit.as) }]
}

/** A key in the quotes of another. */
function keyLike(source: string, { keyStart }: OutlinePair, key: string): string {
  const quote = source[keyStart]
  if (quote === '"') return writeQuoted(key, 'double')
  return quote === "'" ? writeQuoted(key, 'single') : writeKey(key)
}

/** The cuts for the difference of both values. */
function cutsBetween(
  source: string,
  root: OutlineNode,
  { before, after }: Pick<Change, 'before' | 'after'>,
): Cut[] | null {
  const style = styleOf(source, root)
  const inside = cutsOfValue(root, { old: before, value: after }, { source, style })
  if (inside !== null) return inside
  const isEmpty = sizeOf(after) === 0
  const isOnLine = isEmpty || (root.isFlow && sizeOf(before) > 0)
  const text = isOnLine ? writeFlow(after, style, false) : blockOf(after, style)
  return [{ start: root.start, end: root.end, text }]
}

function blockOf(value: YamlValue, style: ReturnType<typeof styleOf>): string {
  if (isYamlMap(value)) return writeDocument(value, style).trimEnd()
  const items = Array.isArray(value) ? value : []
  return items.map((item) => `-${writeAfterDash(item, style)}`).join(style.eol)
}

function sizeOf(value: YamlValue): number {
  if (Array.isArray(value)) return value.length
  return isYamlMap(value) ? value.size : 0
}

/** True if a YAML text can be changed by path: without anchors, tags and keys of several lines. */
export function isPlain(node: OutlineNode): boolean {
  if (node.hasProperties) return false
  return (
    node.items.every(isPlain) && node.pairs.every((pair) => pair.isSimple && isPlain(pair.value))
  )
}

/** The path of the first key that occurs twice in one mapping; null if there is none. */
export function repeatedKey(node: OutlineNode): DataPath | null {
  const keys = new Set<string>()
  for (const { key, value } of node.pairs) {
    if (keys.has(key)) return [key]
    keys.add(key)
    const inner = repeatedKey(value)
    if (inner !== null) return [key, ...inner]
  }
  for (const [index, item] of node.items.entries()) {
    const inner = repeatedKey(item)
    if (inner !== null) return [index, ...inner]
  }
  return null
}
