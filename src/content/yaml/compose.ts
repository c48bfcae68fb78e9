/**
 * Builds values from js-yaml's events, as Psych builds Ruby objects from libyaml's: later keys win, merge keys apply
 * where they are written, unknown tags are ignored, tags of Ruby classes are refused.
 *
 * Each node has its sizes, with its aliases expanded. So an alias bomb is refused here, before anything walks the value.
 */

import { Buffer } from 'node:buffer'
import { LONE_DASH } from './lenient.js'
import { EVENT_ID, SCALAR_STYLE, getScalarValue, type Event, type ScalarEvent } from 'js-yaml'
import type { YamlEvents } from './events.js'
import { float, readPlainScalar } from './scalar.js'
import { isYamlMap, toJson, YamlDate, YamlFloat, YamlObjectKey, YamlTime } from './value.js'
import type { YamlKey, YamlMap, YamlValue } from './value.js'

interface ComposeLimits {
  /** Most nodes, with aliases expanded. */
  readonly maxNodes: number
  /** Most characters of keys and texts, with aliases expanded. */
  readonly maxCharacters: number
  readonly maxAliases: number
  /** Most keys added by all `<<` together. */
  readonly maxMergeKeys: number
}

/** Why no value can be built; `offset` is the position in the source (UTF-16 units). */
export class ComposeError extends Error {
  constructor(
    readonly reason: string,
    readonly offset: number,
  ) {
    super(reason)
  }
}

interface Node {
  readonly value: YamlValue
  /** Number of nodes, including itself and with aliases expanded. */
  readonly size: number
  /** Characters of all keys and texts in it, with aliases expanded. */
  readonly characters: number
  readonly isAlias: boolean
  /** Tagged as text, so that `<<` is not a merge key. */
  readonly isText: boolean
}

type Sizes = Pick<Node, 'size' | 'characters'>

function add(sum: { -readonly [Name in keyof Sizes]: number }, { size, characters }: Sizes): void {
  sum.size += size
  sum.characters += characters
}

type Properties = Pick<ScalarEvent, 'anchorStart' | 'anchorEnd' | 'tagStart' | 'tagEnd'>

const YAML_TAG = 'tag:yaml.org,2002:'

/**
 * The value of the first document, null if there is none.
 *
 * @throws ComposeError over a limit; for an unknown alias, a value that contains itself, or a tag of a class
 */
export function compose(read: YamlEvents, limits: ComposeLimits): YamlValue {
  const composer = new Composer(read, limits)
  return composer.document()
}

/** Longest key in characters that is a list or mapping. */
const MAX_COLLECTION_KEY = 1000

/** js-yaml ends a block scalar with a line break where the text ends without one; libyaml adds none. */
function withoutAddedBreak(value: string, { style, valueEnd }: ScalarEvent, text: string): string {
  const isBlock = style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK
  const isCut = isBlock && valueEnd === text.length && !/[\r\n]$/.test(text)
  return isCut && value.endsWith('\n') ? value.slice(0, -1) : value
}

const IN_QUOTES = new Set<ScalarEvent['style']>([
  SCALAR_STYLE.SINGLE_QUOTED,
  SCALAR_STYLE.DOUBLE_QUOTED,
])

/** Reads the flat list of events once, front to back. */
class Composer {
  #next = 0
  #aliases = 0
  #mergedKeys = 0
  #nodes = 0
  #offset = 0
  readonly #anchors = new Map<string, Node | null>()
  readonly #keys = new Map<string, YamlObjectKey>()

  readonly source: string
  readonly events: readonly Event[]

  constructor(
    readonly read: YamlEvents,
    readonly limits: ComposeLimits,
  ) {
    this.source = read.text
    this.events = read.events
  }

  document(): YamlValue {
    if (this.events[0]?.type === EVENT_ID.DOCUMENT) this.#next = 1
    const first = this.events[this.#next]
    if (first === undefined || first.type === EVENT_ID.POP) return null
    return this.#node().value
  }

  #fail(reason: string): never {
    throw new ComposeError(reason, this.#offset)
  }

  #node(): Node {
    const event = this.events[this.#next++]
    if (event === undefined) this.#fail('unexpected end')
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return this.#scalar(event)
      case EVENT_ID.ALIAS:
        return this.#alias(this.source.slice(event.anchorStart, event.anchorEnd))
      case EVENT_ID.SEQUENCE:
        this.#offset = event.start
        return this.#anchored(event, 'sequence', (tag) => this.#sequence(tag))
      case EVENT_ID.MAPPING:
        this.#offset = event.start
        return this.#anchored(event, 'mapping', (tag) => this.#mapping(tag))
      case EVENT_ID.DOCUMENT:
      case EVENT_ID.POP:
        return this.#fail('unexpected structure')
    }
  }

  #counted(value: YamlValue, sizes: Sizes, isText = false): Node {
    this.#check(sizes)
    return { value, ...sizes, isAlias: false, isText }
  }

  #check({ size, characters }: Sizes): void {
    if (size > this.limits.maxNodes) this.#tooMany()
    const { maxCharacters } = this.limits
    if (characters > maxCharacters)
      this.#fail(`more than ${maxCharacters} characters once aliases are written out`)
  }

  #tooMany(): never {
    this.#fail(`more than ${this.limits.maxNodes} values once aliases are written out`)
  }

  #anchored(event: Properties, kind: keyof typeof REFUSED, make: (tag: string) => Node): Node {
    if (++this.#nodes > this.limits.maxNodes) this.#tooMany()
    const tag = event.tagStart < 0 ? '' : fullTag(this.source.slice(event.tagStart, event.tagEnd))
    if (REFUSED[kind].test(tag)) this.#fail(`the tag ${tag} is not allowed`)
    if (event.anchorStart < 0) return make(tag)
    const name = this.source.slice(event.anchorStart, event.anchorEnd)
    this.#anchors.set(name, null)
    const node = make(tag)
    this.#anchors.set(name, node)
    return node
  }

  #scalar(event: ScalarEvent): Node {
    if (event.valueStart >= 0) this.#offset = event.valueStart
    return this.#anchored(event, 'scalar', (tag) => {
      const isInQuotes = IN_QUOTES.has(event.style)
      const text = isInQuotes
        ? getScalarValue(this.read.source, { ...event, fast: false })
        : withDash(withoutAddedBreak(getScalarValue(this.source, event), event, this.source))
      const isQuoted = event.style !== SCALAR_STYLE.PLAIN && tag === ''
      const value = isQuoted ? text : this.#tagged(tag, text)
      const sizes = { size: 1, characters: text.length }
      return this.#counted(value, sizes, tag === `${YAML_TAG}str`)
    })
  }

  #tagged(tag: string, text: string): YamlValue {
    if (tag === `${YAML_TAG}str` || /^!str\b/.test(tag)) return text
    if (tag === `${YAML_TAG}binary` || tag === '!binary')
      return Buffer.from(text, 'base64').toString('latin1')
    const value = readPlainScalar(text)
    return tag === `${YAML_TAG}float` || tag === '!float' ? this.#toFloat(value) : value
  }

  #toFloat(value: YamlValue): YamlValue {
    if (value instanceof YamlFloat) return value
    if (typeof value === 'number' || typeof value === 'bigint') return float(Number(value))
    const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN
    return Number.isNaN(read) ? this.#fail('not a float') : float(read)
  }

  #alias(name: string): Node {
    if (++this.#aliases > this.limits.maxAliases)
      this.#fail(`more than ${this.limits.maxAliases} aliases`)
    const target = this.#anchors.get(name)
    if (target === undefined) this.#fail(`unknown alias ${name}`)
    if (target === null) this.#fail(`the value of &${name} contains itself`)
    return { ...target, isAlias: true, isText: false }
  }

  #atEnd(): boolean {
    if (this.events[this.#next]?.type !== EVENT_ID.POP) return false
    this.#next++
    return true
  }

  #sequence(tag: string): Node {
    const list: YamlValue[] = []
    const sizes = { size: 1, characters: 0 }
    while (!this.#atEnd()) {
      const item = this.#node()
      add(sizes, item)
      list.push(item.value)
      this.#check(sizes)
    }
    const isOrdered = tag === `${YAML_TAG}omap` || tag === '!omap'
    return this.#counted(isOrdered ? joinMaps(list) : list, sizes)
  }

  #mapping(_tag: string): Node {
    const map: YamlMap = new Map()
    const sizes = { size: 1, characters: 0 }
    while (!this.#atEnd()) {
      const key = this.#node()
      const value = this.#node()
      add(sizes, key)
      add(sizes, value)
      this.#check(sizes)
      if (key.value === '<<' && !key.isText && this.#merge(map, value)) continue
      map.set(this.#key(key.value), value.value)
    }
    return this.#counted(map, sizes)
  }

  /** The limit is needed because the texts of nested collections double with each level. */
  #key(value: YamlValue): YamlKey {
    if (value === null || (typeof value !== 'object' && typeof value !== 'bigint')) return value
    if (typeof value === 'bigint') return String(value)
    const text = keyText(value)
    if (text.length > MAX_COLLECTION_KEY)
      this.#fail(`a list or mapping of more than ${MAX_COLLECTION_KEY} characters as a key`)
    const key = this.#keys.get(text) ?? new YamlObjectKey(value, text)
    this.#keys.set(text, key)
    return key
  }

  /** Applies `<<: *a` or `<<: [*a, *b]` (the first wins). False for other values: `<<` is then an ordinary key. */
  #merge(map: YamlMap, { value, isAlias }: Node): boolean {
    if (isYamlMap(value)) {
      this.#copyInto(map, value)
      return true
    }
    if (!Array.isArray(value) || isAlias || !value.every(isYamlMap)) return false
    const merged: YamlMap = new Map()
    for (const one of value.toReversed()) if (isYamlMap(one)) this.#copyInto(merged, one)
    this.#copyInto(map, merged)
    return true
  }

  #copyInto(map: YamlMap, from: YamlMap): void {
    this.#mergedKeys += from.size
    if (this.#mergedKeys > this.limits.maxMergeKeys)
      this.#fail(`more than ${this.limits.maxMergeKeys} merged keys`)
    for (const [key, value] of from) map.set(key, value)
  }
}

const DASH = String.fromCharCode(LONE_DASH)

function withDash(text: string): string {
  return text === DASH ? '-' : text
}

/** Tags of Ruby's own values, which Psych refuses. Others that begin so say nothing to it (psych/visitors/to_ruby.rb). */
const REFUSED = {
  scalar:
    /^!ruby\/(?:object:(?:BigDecimal|DateTime|Complex|Rational|Object)$|class$|module$|regexp$|range$|encoding$|sym)/,
  sequence: /^!ruby\/array:/,
  mapping:
    /^!ruby\/(?:object:|range$|struct|exception|hash-with-ivars|hash:)|^(?:!|tag:yaml\.org,2002:)set$/,
}

function fullTag(tag: string): string {
  if (tag.startsWith('!<')) return tag.slice(2, -1)
  return tag.startsWith('!!') ? YAML_TAG + tag.slice(2) : tag
}

function joinMaps(list: readonly YamlValue[]): YamlMap {
  return new Map(list.flatMap((item) => (isYamlMap(item) ? [...item].slice(0, 1) : [])))
}

function keyText(value: YamlValue & object): string {
  if (value instanceof YamlFloat) return value.value.toFixed(1)
  if (value instanceof YamlDate) return value.iso
  if (value instanceof YamlTime) return value.text
  return JSON.stringify(toJson(value))
}
