/**
 * Changes keys of a YAML mapping and leaves every other byte: comments, order, quoting, blank lines
 * and line ends stay.
 *
 * The guard reads the result again and compares it with what was wished for; where they differ the
 * edit is refused and nothing is changed.
 *
 * @see findings.md section B, "Editing while keeping bytes"
 */

import { ContentError } from '../error.js'
import { outline } from './outline.js'
import type { OutlineNode, OutlinePair } from './outline.js'
import { parseYaml } from './parse.js'
import { appendPair, removePair, replaceValue, styleOf } from './splice.js'
import { equalValues, isYamlMap, keyToText } from './value.js'
import type { YamlKey, YamlMap, YamlValue } from './value.js'
import { writeKey } from './write.js'

/** One change: the key at `path` gets `value`, or goes where there is none. */
export interface YamlEdit {
  readonly path: readonly string[]
  readonly value?: YamlValue
}

/**
 * Sets the value at a path of keys; maps on the way are made where they are missing.
 *
 * @throws ContentError `refused`, with the reason, for what cannot be changed without damage
 */
export function setIn(source: string, path: readonly string[], value: YamlValue): string {
  return editYaml(source, [{ path, value }])
}

/** Removes the key at a path; a path that is not there changes nothing. Throws as `setIn`. */
export function removeIn(source: string, path: readonly string[]): string {
  return editYaml(source, [{ path }])
}

/** Several changes, in order, under one guard. Throws as `setIn`. */
export function editYaml(source: string, edits: readonly YamlEdit[]): string {
  const before = readMap(source)
  let text = source
  let wanted = before
  for (const edit of edits) {
    const next = withEdit(wanted, edit.path, edit.value)
    if (equalValues(next, wanted)) continue
    text = splice(text, wanted, edit)
    wanted = next
  }
  if (text !== source && !equalValues(readMap(text), wanted))
    throw new ContentError('refused', 'the change cannot be made without touching other keys')
  return text
}

function readMap(source: string): YamlMap {
  const { value, error } = parseYaml(source)
  if (error !== null)
    throw new ContentError('refused', `line ${error.line} is not valid YAML: ${error.reason}`)
  if (value === null) return new Map()
  if (!isYamlMap(value)) throw new ContentError('refused', 'the YAML is not a mapping of keys')
  return value
}

/** The map with one path set or removed; what is not on the path is shared. */
export function withEdit(
  map: YamlMap,
  path: readonly string[],
  value: YamlValue | undefined,
): YamlMap {
  const [name, ...rest] = path
  if (name === undefined) throw new ContentError('invalid', 'an empty path')
  const key = findKey(map, name)
  const copy = new Map(map)
  if (rest.length === 0) {
    if (value === undefined) copy.delete(key)
    else copy.set(key, value)
    return copy
  }
  const inner = map.get(key)
  const isMap = inner !== undefined && isYamlMap(inner)
  if (!isMap && value === undefined) return copy
  return copy.set(key, withEdit(isMap ? inner : new Map(), rest, value))
}

function findKey(map: YamlMap, name: string): YamlKey {
  if (map.has(name)) return name
  for (const key of map.keys()) if (keyToText(key) === name) return key
  return name
}

function splice(source: string, data: YamlMap, edit: YamlEdit): string {
  const root = outline(source)
  const style = styleOf(source, root)
  const target = findTarget(root, data, edit)
  const { map, pair, name, value } = target
  if (value === undefined) return pair === null ? source : removeAll(source, edit, target)
  if (pair !== null) return replaceValue(source, pair, { value, style })
  return appendPair(source, map, { key: writeKey(name), value, style })
}

/** A key that stands several times goes everywhere; each time offsets are new. */
function removeAll(source: string, edit: YamlEdit, target: Target): string {
  const { map, pair } = target
  if (pair === null || map === null) return source
  const isOnly = map.pairs.every((other) => other.key === pair.key)
  if (isOnly && edit.path.length > 1)
    return splice(source, readMap(source), { path: edit.path.slice(0, -1), value: new Map() })
  const text = removePair(source, pair)
  return map.pairs.filter((other) => other.key === pair.key).length > 1
    ? splice(text, readMap(text), edit)
    : text
}

interface Target {
  /** The mapping that holds the key; null for a document without any key. */
  readonly map: OutlineNode | null
  /** The last pair with that key (it wins), null when it is new. */
  readonly pair: OutlinePair | null
  readonly name: string
  readonly value: YamlValue | undefined
}

/** Goes down as far as block mappings go; below, the whole value is written anew. */
function findTarget(root: OutlineNode | null, data: YamlMap, edit: YamlEdit): Target {
  const [name = '', ...rest] = edit.path
  const pair = root?.pairs.findLast((one) => one.key === name) ?? null
  const inner = data.get(findKey(data, name))
  if (rest.length === 0) return { map: root, pair, name, value: edit.value }
  const isOpen = pair?.value.kind === 'map' && !pair.value.isFlow && pair.value.pairs.length > 0
  if (isOpen && inner !== undefined && isYamlMap(inner))
    return findTarget(pair.value, inner, { ...edit, path: rest })
  const whole = withEdit(new Map([[name, inner ?? null]]), edit.path, edit.value).get(name)
  return { map: root, pair, name, value: whole }
}
