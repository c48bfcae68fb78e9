/**
 * The values of YAML, as Ruby distinguishes them: integers from floats, dates from times. A time keeps its text and its
 * offset. Maps keep the order of their keys.
 *
 * An integral JS number is an integer; other numbers (also NaN and infinities) are floats. An integral float (`2.0`) is
 * a `YamlFloat`. An integer that is not safe as a number is a bigint.
 */

import { ContentError } from '../error.js'

export type YamlKey = string | number | boolean | null | YamlObjectKey

export type YamlMap = Map<YamlKey, YamlValue>

export type YamlValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | YamlFloat
  | YamlDate
  | YamlTime
  | YamlValue[]
  | YamlMap

/** JSON for clients; objects have no prototype. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject

export type JsonObject = { [key: string]: JsonValue }

/** True for an object of JSON. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A float whose value is integral, such as `2.0` or `-0.0`. */
export class YamlFloat {
  constructor(readonly value: number) {}
}

/** A date without a time; `iso` is its text, `YYYY-M-D` with one or two digits each. */
export class YamlDate {
  constructor(readonly iso: string) {}
}

/**
 * A point in time. `text` is as written, `epochMs` milliseconds since the Unix epoch (may have a fraction),
 * `offsetSeconds` the offset east of UTC; null if the text has none, which means UTC.
 */
export class YamlTime {
  constructor(
    readonly text: string,
    readonly epochMs: number,
    readonly offsetSeconds: number | null,
  ) {}
}

/**
 * A key that is no text, number, boolean or null. Compared by identity: of one text, all keys with the same `text` are the
 * same object. `text` is the key as JSON and clients have it.
 */
export class YamlObjectKey {
  constructor(
    readonly value: YamlValue & object,
    readonly text: string,
  ) {}

  toString(): string {
    return this.text
  }
}

/** Most nodes of a value, with aliases expanded. */
export const NODE_BUDGET = 20_000

export function isYamlMap(value: unknown): value is YamlMap {
  return value instanceof Map
}

/** The time as ISO 8601 with its own offset, with milliseconds only if they are not zero. */
function timeToIso(time: YamlTime): string {
  const offset = time.offsetSeconds ?? 0
  return isoAt(time.epochMs, offset)
}

/** A point in time (milliseconds) as ISO 8601 at an offset (seconds east of UTC). */
export function isoAt(epochMs: number, offsetSeconds: number): string {
  const wall = new Date(Math.floor(epochMs) + offsetSeconds * 1000)
  if (Number.isNaN(wall.getTime())) return 'Invalid time'
  return wall.toISOString().replace(/(\.000)?Z$/, '') + formatOffset(offsetSeconds, ':')
}

/** `+08:45` for 31,500. Drops seconds, because offsets in ISO 8601 have none. */
export function formatOffset(offsetSeconds: number, separator: '' | ':'): string {
  const minutes = Math.trunc(Math.abs(offsetSeconds) / 60)
  const two = (n: number): string => String(n).padStart(2, '0')
  const sign = offsetSeconds < 0 ? '-' : '+'
  return `${sign}${two(Math.floor(minutes / 60))}${separator}${two(minutes % 60)}`
}

/** True if two values are equal to Ruby: of the same types, with map keys in any order. */
export function equalValues(a: YamlValue, b: YamlValue): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b)
  if (isYamlMap(a)) return isYamlMap(b) && equalMaps(a, b)
  if (a instanceof YamlFloat) return b instanceof YamlFloat && Object.is(a.value, b.value)
  if (a instanceof YamlDate) return b instanceof YamlDate && a.iso === b.iso
  if (a instanceof YamlTime) return b instanceof YamlTime && equalTimes(a, b)
  return Object.is(a, b)
}

function equalTimes(a: YamlTime, b: YamlTime): boolean {
  return a.epochMs === b.epochMs && a.offsetSeconds === b.offsetSeconds
}

function equalLists(a: readonly YamlValue[], b: readonly YamlValue[]): boolean {
  return a.length === b.length && a.every((item, i) => equalValues(item, b[i] ?? null))
}

function equalMaps(a: YamlMap, b: YamlMap): boolean {
  if (a.size !== b.size) return false
  const keys = keysByText(b)
  for (const [key, value] of a) {
    const other = key instanceof YamlObjectKey ? keys.get(key.text)?.[1] : b.get(key)
    if (other === undefined || !equalValues(value, other)) return false
  }
  return true
}

/** A key that JSON of the API never has: where others use it as an object, it would be the object's prototype. */
export const UNSENT_KEY = '__proto__'

/** A key as text, as in a JSON object; empty for null. */
export function keyToText(key: YamlKey): string {
  return key === null ? '' : String(key)
}

function newWalk(max: number, budget: TextBudget = NO_BUDGET): Walk {
  const { characters, lines, isExact = false } = budget
  return {
    max,
    left: max,
    characters,
    charactersLeft: characters,
    lines,
    linesLeft: lines,
    isExact,
    open: new Set(),
  }
}

/** Counts new text. The limit is needed because js-yaml's writer runs out of stack on millions of characters. */
function countText(text: string, walk: Walk): void {
  walk.charactersLeft -= text.length
  if (walk.charactersLeft >= 0) walk.linesLeft -= lineEnds(text)
  if (walk.charactersLeft >= 0 && walk.linesLeft >= 0) return
  const most =
    walk.charactersLeft < 0
      ? `${walk.characters / 1024} KB`
      : `${walk.lines.toLocaleString('en')} lines`
  throw new ContentError('too_large', `its keys and texts may have at most ${most}`)
}

function lineEnds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

function countValue(walk: Walk): void {
  if (--walk.left >= 0) return
  const max = walk.max.toLocaleString('en')
  throw new ContentError('too_large', `more than ${max} keys and values in one another`)
}

/** Limits of a walk through a value, and what is left of them. */
interface Walk {
  readonly max: number
  left: number
  /** Characters of new keys and texts. */
  readonly characters: number
  charactersLeft: number
  /** Lines of new keys and texts. */
  readonly lines: number
  linesLeft: number
  readonly isExact: boolean
  /** The collections around the current value, to find cycles. */
  readonly open: Set<object>
}

/**
 * The value as JSON: times as ISO 8601 with offset, dates as their text, floats as numbers; unsafe integers and
 * non-finite floats as text. Objects have no prototype; a key `__proto__` is left out ({@link UNSENT_KEY}).
 *
 * @throws ContentError `too_large` for more than `budget` nodes (with aliases expanded) or a cycle
 */
export function toJson(value: YamlValue, budget: number = NODE_BUDGET): JsonValue {
  return nodeToJson(value, newWalk(budget))
}

/** As `toJson`, for a map. */
export function mapToJson(map: YamlMap, budget: number = NODE_BUDGET): JsonObject {
  return objectToJson(map, newWalk(budget))
}

function nodeToJson(value: YamlValue, walk: Walk): JsonValue {
  countValue(walk)
  if (isYamlMap(value)) return objectToJson(value, walk)
  if (Array.isArray(value))
    return entering(value, walk, () => value.map((item) => nodeToJson(item, walk)))
  return scalarToJson(value)
}

function scalarToJson(value: Exclude<YamlValue, YamlValue[] | YamlMap>): JsonValue {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : floatText(value)
  if (value instanceof YamlFloat) return value.value
  if (value instanceof YamlDate) return value.iso
  if (value instanceof YamlTime) return timeToIso(value)
  return value
}

function floatText(value: number): string {
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity'
}

function objectToJson(map: YamlMap, walk: Walk): JsonObject {
  return entering(map, walk, () => {
    const out: JsonObject = Object.create(null)
    for (const [key, item] of map) {
      const name = keyToText(key)
      if (name !== UNSENT_KEY) out[name] = nodeToJson(item, walk)
    }
    return out
  })
}

function entering<T>(node: object, walk: Walk, make: () => T): T {
  if (walk.open.has(node)) throw new ContentError('too_large', 'the value contains itself')
  walk.open.add(node)
  const made = make()
  walk.open.delete(node)
  return made
}

/** Limits for JSON from a client: number of values, and characters and lines of new keys and texts. */
interface JsonBudget extends TextBudget {
  readonly values: number
}

interface TextBudget {
  readonly characters: number
  readonly lines: number
  /** True to refuse whole numbers that JSON does not keep exactly: others than were sent would be written. */
  readonly isExact?: boolean
}

const NO_BUDGET: TextBudget = { characters: Infinity, lines: Infinity }
const DEFAULT_BUDGET: JsonBudget = { ...NO_BUDGET, values: NODE_BUDGET }

/**
 * The YAML value of JSON from a client. Parts that equal the JSON form of `previous` keep their previous value, so that
 * a date stays a date when a client sends back what it received. A key that is never sent stays as well.
 *
 * @throws ContentError `invalid` for a value that is not JSON, `too_large` over the budget or for a cycle
 */
export function fromJson(
  json: unknown,
  previous?: YamlValue,
  budget: JsonBudget = DEFAULT_BUDGET,
): YamlValue {
  return jsonToNode(json, previous, newWalk(budget.values, budget))
}

function jsonToNode(json: unknown, previous: YamlValue | undefined, walk: Walk): YamlValue {
  countValue(walk)
  if (Array.isArray(json)) return entering(json, walk, () => listFromJson(json, previous, walk))
  if (isYamlScalar(json)) return json
  if (typeof json === 'object' && json !== null)
    return entering(json, walk, () => mapFromJson(json, previous, walk))
  const same = previous !== undefined && !isYamlMap(previous) && !Array.isArray(previous)
  if (same && scalarToJson(previous) === json) return previous
  if (typeof json === 'string') countText(json, walk)
  if (json === null || typeof json === 'string' || typeof json === 'boolean') return json
  if (typeof json === 'number') return numberFromJson(json, walk)
  throw new ContentError('invalid', `a ${typeof json} cannot be written`)
}

function numberFromJson(json: number, { isExact }: Walk): number {
  if (Object.is(json, -0)) return 0
  if (!isExact || !Number.isInteger(json) || Number.isSafeInteger(json)) return json
  const reason = `the number ${json} is too large to be kept exactly: send it as a text`
  throw new ContentError('invalid', reason)
}

function isYamlScalar(value: unknown): value is YamlFloat | YamlDate | YamlTime | bigint {
  return (
    typeof value === 'bigint' ||
    value instanceof YamlFloat ||
    value instanceof YamlDate ||
    value instanceof YamlTime
  )
}

function listFromJson(
  list: readonly unknown[],
  previous: YamlValue | undefined,
  walk: Walk,
): YamlValue[] {
  const old = Array.isArray(previous) ? oldItems(list, previous) : []
  return list.map((item, i) => jsonToNode(item, old[i], walk))
}

/** The old item for each item: dates stay dates when another item is added, removed or moved. */
function oldItems(
  list: readonly unknown[],
  old: readonly YamlValue[],
): readonly (YamlValue | undefined)[] {
  const most = Math.min(list.length, old.length)
  let head = 0
  while (head < most && isJsonOf(list[head], old[head])) head++
  let tail = 0
  while (tail < most - head && isJsonOf(list.at(-1 - tail), old.at(-1 - tail))) tail++
  const between = old.slice(head, old.length - tail)
  const scalars = new Map<unknown, YamlValue>(
    between.flatMap((item) => (isCollection(item) ? [] : [[scalarToJson(item), item]])),
  )
  return list.map((item, i) => {
    if (i >= list.length - tail) return old[i + old.length - list.length]
    return i < head ? old[i] : (scalars.get(item) ?? old[i])
  })
}

/** True for what `toJson` gives for the value. */
function isJsonOf(json: unknown, value: YamlValue | undefined): boolean {
  if (value === undefined) return false
  if (!isCollection(value)) return scalarToJson(value) === json
  if (Array.isArray(value)) {
    if (!Array.isArray(json) || json.length !== value.length) return false
    return value.every((item, i) => isJsonOf(json[i], item))
  }
  if (typeof json !== 'object' || json === null) return false
  const sent = [...value].filter(([key]) => key !== UNSENT_KEY)
  if (Object.keys(json).length !== sent.length) return false
  return sent.every(([key, item]) => isJsonOf(Reflect.get(json, keyToText(key)), item))
}

function isCollection(value: YamlValue): value is YamlValue[] | YamlMap {
  return Array.isArray(value) || isYamlMap(value)
}

function mapFromJson(object: object, previous: YamlValue | undefined, walk: Walk): YamlMap {
  const old = previous !== undefined && isYamlMap(previous) ? keysByText(previous) : new Map()
  const entries: Iterable<[unknown, unknown]> =
    object instanceof Map ? object : Object.entries(object)
  const map: YamlMap = new Map()
  for (const [name, item] of entries) {
    const known: [YamlKey, YamlValue] | undefined = old.get(String(name))
    if (known === undefined) countText(String(name), walk)
    map.set(known === undefined ? String(name) : known[0], jsonToNode(item, known?.[1], walk))
  }
  const unsent: [YamlKey, YamlValue] | undefined = old.get(UNSENT_KEY)
  if (unsent !== undefined) map.set(...unsent)
  return map
}

function keysByText(map: YamlMap): Map<string, [YamlKey, YamlValue]> {
  return new Map([...map].map(([key, value]) => [keyToText(key), [key, value]]))
}

/** A value as text: scalars as Ruby's `to_s` writes them, collections as JSON. */
export function displayText(value: YamlValue): string {
  if (value instanceof YamlFloat) return value.value.toFixed(1)
  if (value === null) return ''
  const json = toJson(value)
  return typeof json === 'object' ? JSON.stringify(json) : String(json)
}
