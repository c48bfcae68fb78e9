/** Changes JSON data files, in the way they are indented. Every other byte stays. */

import { ContentError } from '../error.js'
import { lineStart, type OutlineNode } from '../yaml/outline.js'
import { applyCuts, type Cut } from '../yaml/splice.js'
import { toJson, type YamlValue } from '../yaml/value.js'
import { indexOf, isCollection, placeEdits, withDataEdit, type DataEdit } from './data-edit.js'
import { readJsonTree, type JsonTree } from './json-tree.js'
import { moveCuts, separatorAt, type Segment } from './segments.js'
import { isSameInOrder } from './yaml-file.js'

/** Makes changes in order. Throws as `editYamlFile`, and JsonError. */
export function editJsonFile(source: string, edits: readonly DataEdit[]): string {
  let text = source
  let tree = readJsonTree(source)
  for (const edit of edits) {
    const after = withDataEdit(tree.value, edit)
    if (isSameInOrder(tree.value, after)) continue
    const places = placeEdits(tree.value, edit)
    const { value, node } = tree
    const cuts = places.flatMap((one) => cutsOf(text, { value, node }, { after, edit: one }))
    text = applyCuts(text, cuts)
    tree = readJsonTree(text)
    if (!isSameInOrder(tree.value, after))
      throw new ContentError('refused', 'JSON cannot hold such a value')
  }
  return text
}

interface Change {
  readonly after: YamlValue
  readonly edit: DataEdit
}

interface Place {
  readonly node: OutlineNode
  /** Of the member, or of the one before which a new one comes. */
  readonly index: number
  /** The new value of the member, or of one that is new. */
  readonly value: YamlValue
}

function cutsOf(source: string, tree: JsonTree, { after, edit }: Change): Cut[] {
  const { node, index, value } = placeOf(tree, after, edit)
  const parts = partsOf(node)
  const old = node.items[index] ?? node.pairs[index]?.value
  switch (edit.op) {
    case 'move':
      return moveCuts(source, parts, { from: index, to: edit.to })
    case 'rename': {
      const { keyStart, colon } = node.pairs[index] ?? { keyStart: 0, colon: 0 }
      const end = keyStart + source.slice(keyStart, colon).trimEnd().length
      return [{ start: keyStart, end, text: JSON.stringify(edit.as) }]
    }
    case 'remove':
      return [removed(node, parts, index)]
    case 'set':
      if (old !== undefined) return [replaced(source, old, value)]
      return [added(source, node, { parts, at: parts.length, text: pairText(source, node, edit) })]
    case 'insert': {
      const text = (indent: string) => written(source, value, indent)
      return [added(source, node, { parts, at: index, text })]
    }
    case 'copy': {
      const { start, end } = parts[index] ?? node
      const pair = node.pairs[index]
      const key = pair === undefined ? start : pair.colon
      const name = pair === undefined ? '' : JSON.stringify(edit.as ?? '')
      const text = () => name + source.slice(key, end)
      return [added(source, node, { parts, at: index + 1, text })]
    }
  }
}

function placeOf({ value, node }: JsonTree, after: YamlValue, { at }: DataEdit): Place {
  let place: Place & { readonly before: YamlValue } = {
    node,
    index: -1,
    value: after,
    before: value,
  }
  for (const [depth, step] of at.entries()) {
    const { before } = place
    const inner =
      depth === 0 ? node : (place.node.items[place.index] ?? place.node.pairs[place.index]?.value)
    if (inner === undefined || !isCollection(before)) break
    const index = indexOf(before, step)
    const to = isCollection(place.value) ? membersOf(place.value) : []
    const isNew = index < 0
    place = {
      node: inner,
      index: isNew ? inner.pairs.length : index,
      value: to[isNew ? inner.pairs.length : index] ?? null,
      before: membersOf(before)[index] ?? null,
    }
  }
  return place
}

function membersOf(value: YamlValue): readonly YamlValue[] {
  if (Array.isArray(value)) return value
  return isCollection(value) ? [...value.values()] : []
}

function partsOf({ kind, items, pairs }: OutlineNode): readonly Segment[] {
  if (kind === 'list') return items
  return pairs.map(({ keyStart, value }) => ({ start: keyStart, end: value.end }))
}

function removed(node: OutlineNode, parts: readonly Segment[], index: number): Cut {
  const [previous, own, next] = [parts[index - 1], parts[index], parts[index + 1]]
  if (own && next) return { start: own.start, end: next.start, text: '' }
  if (own && previous) return { start: previous.end, end: own.end, text: '' }
  return { start: node.start + 1, end: node.end - 1, text: '' }
}

interface Added {
  readonly parts: readonly Segment[]
  /** Index of the part that it comes before. */
  readonly at: number
  /** Writes it at an indentation. */
  readonly text: (indent: string) => string
}

function added(source: string, node: OutlineNode, { parts, at, text }: Added): Cut {
  const previous = parts[at - 1]
  const beside = previous ?? parts[0]
  if (beside === undefined) {
    const outer = indentAt(source, node.start)
    const inner = outer + unitOf(source)
    const eol = eolOf(source)
    const line = eol === '' ? text('') : eol + inner + text(inner) + eol + outer
    return { start: node.start + 1, end: node.end - 1, text: line }
  }
  const space = source.slice(node.start + 1, parts[0]?.start)
  const between = separatorAt(source, parts, { at: Math.max(0, at - 1), none: `,${space || ' '}` })
  const value = text(indentAt(source, beside.start))
  if (previous === undefined)
    return { start: beside.start, end: beside.start, text: value + between }
  return { start: previous.end, end: previous.end, text: between + value }
}

/** A text on one line stays on one, if it can. */
function replaced(source: string, old: OutlineNode, value: YamlValue): Cut {
  const { start, end } = old
  const isOnLine = !source.slice(start, end).includes('\n') && partsOf(old).length > 0
  const text = isOnLine ? onLine(value) : written(source, value, indentAt(source, start))
  return { start, end, text }
}

function pairText(source: string, node: OutlineNode, edit: DataEdit & { readonly op: 'set' }) {
  const pair = node.pairs[0]
  const colon = pair === undefined ? ': ' : source.slice(pair.colon, pair.value.start)
  const key = JSON.stringify(String(edit.at.at(-1)))
  return (indent: string) => key + colon + written(source, jsonOf(edit.value), indent)
}

/** What JSON has sent is JSON. */
function jsonOf(value: unknown): YamlValue {
  const holder = withDataEdit([], { op: 'insert', at: [0], value })
  return Array.isArray(holder) ? (holder[0] ?? null) : null
}

function written(source: string, value: YamlValue, indent: string): string {
  const unit = unitOf(source)
  if (eolOf(source) === '') return JSON.stringify(toJson(value))
  return JSON.stringify(toJson(value), null, unit).replaceAll('\n', eolOf(source) + indent)
}

function onLine(value: YamlValue): string {
  if (!Array.isArray(value)) return JSON.stringify(toJson(value))
  return `[${value.map((item) => JSON.stringify(toJson(item))).join(', ')}]`
}

/** The line ends of the text; empty for a text of one line. */
function eolOf(source: string): string {
  if (source.includes('\r\n')) return '\r\n'
  return source.trimEnd().includes('\n') || source.length < SHORT ? '\n' : ''
}

/** A longer text of one line was made by a program, and stays on one. */
const SHORT = 100

/** What a level is indented by. */
function unitOf(source: string): string {
  return /\n([ \t]+)/.exec(source)?.[1] ?? '  '
}

function indentAt(source: string, at: number): string {
  return /^[ \t]*/.exec(source.slice(lineStart(source, at), at))?.[0] ?? ''
}
