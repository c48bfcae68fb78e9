/** Changes of a data file by path, and what they make of its value. */

import { ContentError } from '../error.js'
import { MAX_DATA_BYTES, MAX_DATA_LINES, MAX_DATA_VALUES } from '../../model/limits.js'
import { readPlainScalar } from '../yaml/scalar.js'
import { fromJson, isYamlMap, keyToText, YamlDate, YamlTime } from '../yaml/value.js'
import type { YamlKey, YamlMap, YamlValue } from '../yaml/value.js'

/**
 * Keys of mappings and indices of lists (from 0), from the outside in; at least one. Null stands for every item of a
 * list: `[null, 'url']` is a column.
 */
export type DataPath = readonly (string | number | null)[]

/** One change. Later ones of a list see what earlier ones have made. */
export type DataEdit =
  /** Sets the value of a key, new or not, or of an item that is there. `value` is JSON. */
  | { readonly op: 'set'; readonly at: DataPath; readonly value: unknown }
  /**
   * Puts an item before the one that has this index; behind all of them for the length of the list. A new column comes
   * last in each mapping.
   */
  | { readonly op: 'insert'; readonly at: DataPath; readonly value: unknown }
  | { readonly op: 'remove'; readonly at: DataPath }
  /** Moves an item or a key, so that it has the index `to` afterwards; a column, among the columns (`columnsOf`). */
  | { readonly op: 'move'; readonly at: DataPath; readonly to: number }
  /** Repeats an item behind itself, or a key with its value, under the name `as`. */
  | { readonly op: 'copy'; readonly at: DataPath; readonly as?: string | undefined }
  | { readonly op: 'rename'; readonly at: DataPath; readonly as: string }

type Collection = YamlValue[] | YamlMap

/** A key (null in a list) and its value. */
type Member = readonly [key: YamlKey, value: YamlValue]

/**
 * A copy of the value with a change made; what it does not touch is shared.
 *
 * @throws ContentError `invalid` for a path that leads nowhere, a name that is taken, or what is no JSON; `too_large`
 */
export function withDataEdit(value: YamlValue, edit: DataEdit): YamlValue {
  return changedAt(value, edit.at, edit)
}

function changedAt(value: YamlValue, path: DataPath, edit: DataEdit): YamlValue {
  const [step, ...rest] = path
  if (step === undefined || !isCollection(value)) throw nowhere(edit)
  if (step === null) return withColumnEdit(value, rest, edit)
  const members = membersOf(value)
  const index = indexOf(value, step)
  const member = members[index]
  if (rest.length > 0) {
    if (member === undefined) throw nowhere(edit)
    return rebuilt(value, members.with(index, [member[0], changedAt(member[1], rest, edit)]))
  }
  return rebuilt(value, changedMembers({ value, members, index, step }, edit))
}

function withColumnEdit(value: Collection, path: DataPath, edit: DataEdit): YamlValue {
  const edits = columnEdits(value, path, edit)
  return membersOf(value).map(([, item], index) => {
    const own = edits[index]
    return own ? changedAt(item, own.at, own) : item
  })
}

/**
 * An edit as one for each place that it changes: of a column, for each mapping that it is about.
 *
 * @throws ContentError `invalid` for a column that is nowhere, or there already
 */
export function placeEdits(value: YamlValue, edit: DataEdit): readonly DataEdit[] {
  const depth = edit.at.indexOf(null)
  if (depth < 0) return [edit]
  const outer = edit.at.slice(0, depth)
  const list = outer.reduce<YamlValue>((inner, step) => {
    if (!isCollection(inner)) throw nowhere(edit)
    return membersOf(inner)[indexOf(inner, step)]?.[1] ?? null
  }, value)
  const edits = columnEdits(list, edit.at.slice(depth + 1), edit)
  return edits.flatMap((one, index) => (one ? { ...one, at: [...outer, index, ...one.at] } : []))
}

/** The edit of a column for each item of a list, with its path in there; null for an item that stays as it is. */
function columnEdits(
  list: YamlValue,
  path: DataPath,
  edit: DataEdit,
): readonly (DataEdit | null)[] {
  const [key] = path
  const isColumn = path.length === 1 && typeof key === 'string' && Array.isArray(list)
  if (!isColumn || edit.op === 'set' || edit.op === 'copy') throw nowhere(edit)
  const ranks = edit.op === 'move' ? movedRanks(list, key, edit) : null
  const edits = list.map((item): DataEdit | null => {
    if (!isYamlMap(item)) return null
    const hasKey = indexOf(item, key) >= 0
    if (edit.op === 'insert') return hasKey ? null : { op: 'set', at: path, value: edit.value }
    if (!hasKey) return null
    return ranks === null
      ? { ...edit, at: path }
      : { op: 'move', at: path, to: behind(item, key, ranks) }
  })
  if (edits.every((one) => one === null)) throw nowhere(edit)
  return edits
}

/** The names of the columns of a list, in the order in which its items have them first. */
function columnsOf(list: readonly YamlValue[]): readonly string[] {
  return [
    ...new Set(list.flatMap((item) => (isYamlMap(item) ? [...item.keys()].map(keyToText) : []))),
  ]
}

type Ranks = ReadonlyMap<string, number>

/** The columns of a list when one has been moved, with their places. */
function movedRanks(list: readonly YamlValue[], key: string, edit: DataEdit): Ranks {
  const columns = columnsOf(list)
  if (edit.op !== 'move' || edit.to >= columns.length) throw nowhere(edit)
  const order = columns.filter((one) => one !== key).toSpliced(edit.to, 0, key)
  return new Map(order.map((one, rank) => [one, rank]))
}

/** The index of a key when it stands right behind the nearest column before it that its mapping has. */
function behind(item: YamlMap, key: string, ranks: Ranks): number {
  const others = [...item.keys()].map(keyToText).filter((one) => one !== key)
  const own = ranks.get(key) ?? 0
  const places = others.map((one) => ranks.get(one) ?? 0)
  const nearest = Math.max(-1, ...places.filter((rank) => rank < own))
  return places.indexOf(nearest) + 1
}

interface Place {
  readonly value: Collection
  readonly members: readonly Member[]
  /** Of the member that is meant; -1, or the length of a list, for a new one. */
  readonly index: number
  readonly step: string | number
}

function changedMembers(place: Place, edit: DataEdit): readonly Member[] {
  const { value, members, index, step } = place
  if (edit.op === 'insert') {
    if (!Array.isArray(value) || index < 0) throw nowhere(edit)
    return members.toSpliced(index, 0, [null, written(edit.value)])
  }
  const member = members[index]
  if (edit.op === 'set' && member === undefined && isYamlMap(value))
    return [...members, [String(step), written(edit.value)]]
  if (member === undefined) throw nowhere(edit)
  switch (edit.op) {
    case 'set':
      return members.with(index, [member[0], written(edit.value, member[1])])
    case 'remove':
      return members.toSpliced(index, 1)
    case 'move':
      if (edit.to >= members.length) throw nowhere(edit)
      return members.toSpliced(index, 1).toSpliced(edit.to, 0, member)
    case 'copy':
      return members.toSpliced(index + 1, 0, [freeKey(value, edit.as), member[1]])
    case 'rename':
      if (!isYamlMap(value)) throw nowhere(edit)
      if (edit.as === keyToText(member[0])) return members
      return members.with(index, [freeKey(value, edit.as), member[1]])
  }
}

/** @throws ContentError `invalid` if the name is taken, or missing in a mapping */
function freeKey(value: Collection, name: string | undefined): string | null {
  if (Array.isArray(value)) return null
  if (name === undefined) throw new ContentError('invalid', 'a key needs a name: `as`')
  if (indexOf(value, name) < 0) return name
  throw new ContentError('invalid', `there is a key ${JSON.stringify(name)} already`)
}

const BUDGET = {
  values: MAX_DATA_VALUES,
  characters: MAX_DATA_BYTES,
  lines: MAX_DATA_LINES,
  isExact: true,
}

/** The value of JSON. A date that becomes another date stays one. */
function written(json: unknown, previous?: YamlValue): YamlValue {
  const isTime = previous instanceof YamlDate || previous instanceof YamlTime
  if (isTime && typeof json === 'string') {
    const read = readPlainScalar(json)
    if (read instanceof YamlDate || read instanceof YamlTime) return read
  }
  return fromJson(json, previous, BUDGET)
}

function nowhere({ at }: DataEdit): ContentError {
  return new ContentError('invalid', `nothing like that can be changed at ${JSON.stringify(at)}`)
}

export function isCollection(value: YamlValue): value is Collection {
  return Array.isArray(value) || isYamlMap(value)
}

function membersOf(value: Collection): readonly Member[] {
  return Array.isArray(value) ? value.map((item) => [null, item]) : [...value]
}

function rebuilt(value: Collection, members: readonly Member[]): YamlValue {
  return Array.isArray(value) ? members.map(([, item]) => item) : new Map(members)
}

/** The index of a member; -1 for none. Of two keys with the same text, a text comes before a number. */
export function indexOf(value: Collection, step: string | number | null): number {
  if (step === null) return -1
  if (Array.isArray(value)) {
    const isIndex = typeof step === 'number' && Number.isInteger(step)
    return isIndex && step >= 0 && step <= value.length ? step : -1
  }
  const keys = [...value.keys()]
  const index = keys.indexOf(String(step))
  return index < 0 ? keys.findIndex((key) => keyToText(key) === String(step)) : index
}
