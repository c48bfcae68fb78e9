/**
 * The front-matter fields of a collection: declared in `_config.yml` (`collections: posts: fields: [...]`), or inferred
 * from its documents. Pure.
 */

import type { SiteConfig } from './site-config.js'
import { isYamlMap, toJson, type JsonValue, type YamlMap, type YamlValue } from './yaml/value.js'

export const FIELD_KINDS = [
  'text',
  'longtext',
  'number',
  'boolean',
  'date',
  'color',
  'file',
  'image',
  'list',
  'object',
  'reference',
  'choice',
] as const

type FieldKind = (typeof FIELD_KINDS)[number]

/** One field of the front matter. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly kind: FieldKind
  readonly required: boolean
  /** The values of a `choice`. For a `reference`, the collection. */
  readonly choices: readonly string[]
  readonly help: string
  /** False if it was inferred. */
  readonly declared: boolean
  /** Short texts that documents have in it, most frequent first. */
  readonly values: readonly string[]
}

/** Most fields of a collection; more are ignored. */
const MAX_FIELDS = 100

/** The fields that `_config.yml` declares for a collection, in its order. Invalid entries are left out. */
export function declaredFields(config: SiteConfig, collection: string): Field[] {
  const found = config.collections.find(({ label }) => label === collection)
  const list = found?.raw.get('fields')
  if (!Array.isArray(list)) return []
  const fields = list.slice(0, MAX_FIELDS).flatMap(fieldOf)
  return [...new Map(fields.map((field) => [field.name, field])).values()]
}

function fieldOf(entry: YamlValue): Field[] {
  const given: YamlMap = typeof entry === 'string' ? new Map([['name', entry]]) : asMap(entry)
  const name = textOf(given.get('name'))
  if (name === '') return []
  const choices = given.get('choices') ?? given.get('options')
  const kind = FIELD_KINDS.find((one) => one === (given.get('kind') ?? given.get('type')))
  const listed = Array.isArray(choices) ? choices.map(textOf) : []
  const collection = textOf(given.get('collection'))
  return [
    {
      name,
      label: textOf(given.get('label')) || labelOf(name),
      kind: kind ?? (listed.length > 0 ? 'choice' : 'text'),
      required: given.get('required') === true,
      choices: listed.length > 0 || collection === '' ? listed : [collection],
      help: textOf(given.get('help')) || textOf(given.get('description')),
      declared: true,
      values: [],
    },
  ]
}

function asMap(value: YamlValue): YamlMap {
  return isYamlMap(value) ? value : new Map()
}

function textOf(value: YamlValue | undefined): string {
  if (value === undefined || value === null) return ''
  const json = toJson(value)
  return typeof json === 'object' ? '' : String(json)
}

function labelOf(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Front matter of a document. */
type Metadata = Readonly<Record<string, unknown>>

/** Collects facts about fields from documents. */
export interface FieldCollector {
  /** Takes the front matter of one document into account. */
  add(metadata: Metadata): void
  /** The fields according to all documents so far. */
  fields(): Field[]
}

/** Infers fields from documents: most frequent first, each of the kind that fits all its values. */
export function inferFields(): FieldCollector {
  const found = new Map<string, { count: number; readonly kinds: Set<FieldKind> }>()
  return {
    add(metadata) {
      for (const [name, value] of Object.entries(metadata)) {
        let known = found.get(name)
        if (known === undefined) {
          if (found.size >= MAX_FIELDS) continue
          known = { count: 0, kinds: new Set() }
          found.set(name, known)
        }
        known.count += 1
        if (value !== null && value !== '') known.kinds.add(kindOf(name, value))
      }
    },
    fields: () =>
      byCount(found, ({ count }) => count).map(([name, { kinds }]) => inferred(name, kinds)),
  }
}

function inferred(name: string, kinds: ReadonlySet<FieldKind>): Field {
  const kind = commonKind(kinds)
  const rest = { required: false, choices: [], help: '', declared: false, values: [] }
  return { name, label: labelOf(name), kind, ...rest }
}

/** Sorts by count, highest first, then by name. */
function byCount<Value>(
  counted: ReadonlyMap<string, Value>,
  countOf: (value: Value) => number,
): [string, Value][] {
  return [...counted].sort(
    ([a, left], [b, right]) => countOf(right) - countOf(left) || (a < b ? -1 : 1),
  )
}

/** Most values that a field suggests, and most that are counted to find them. */
const MAX_VALUES = 30
const MAX_COUNTED = 1000
const MAX_VALUE_CHARACTERS = 80

/** Adds suggested values from documents to fields of the kinds text and list. */
export function suggestValues(fields: readonly Field[]): FieldCollector {
  const open = fields.filter(({ kind }) => kind === 'text' || kind === 'list')
  const counts = new Map(open.map(({ name }) => [name, new Map<string, number>()]))
  const valuesOf = ({ name, values }: Field) => {
    const counted = counts.get(name)
    if (counted === undefined) return values
    return byCount(counted, (count) => count)
      .slice(0, MAX_VALUES)
      .map(([value]) => value)
  }
  return {
    add(metadata) {
      for (const [name, counted] of counts) {
        for (const value of [metadata[name]].flat()) {
          if (typeof value !== 'string' || value === '' || value.length > MAX_VALUE_CHARACTERS)
            continue
          const count = counted.get(value)
          if (count !== undefined || counted.size < MAX_COUNTED)
            counted.set(value, (count ?? 0) + 1)
        }
      }
    },
    fields: () => fields.map((field) => ({ ...field, values: valuesOf(field) })),
  }
}

const LONG_TEXT = 120
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i
const FILE = /^[^\s]+\.(?:pdf|zip|mp3|mp4|docx?|xlsx?|csv|txt)$/i
const DAY = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/
const COLOR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i

function kindOf(name: string, value: unknown): FieldKind {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'string') return 'object'
  if (DAY.test(value)) return 'date'
  if (COLOR.test(value)) return 'color'
  if (value.length < 500 && IMAGE.test(value)) return 'image'
  if (value.length < 500 && FILE.test(value)) return 'file'
  const isLong = value.length > LONG_TEXT || value.includes('\n')
  return isLong || name === 'description' ? 'longtext' : 'text'
}

function commonKind(kinds: ReadonlySet<FieldKind>): FieldKind {
  const [first] = kinds
  if (kinds.size === 1 && first !== undefined) return first
  return kinds.has('longtext') ? 'longtext' : 'text'
}

/** What is wrong with one value. */
interface FieldProblem {
  readonly name: string
  readonly message: string
}

/**
 * Checks front matter against the declared fields.
 *
 * @param before the front matter before the edit, null for a new document; unchanged fields are not checked
 */
export function fieldProblems(
  fields: readonly Field[],
  after: YamlMap,
  before: YamlMap | null,
): FieldProblem[] {
  return fields.flatMap((field) => {
    const value = valueOf(after, field.name)
    if (before !== null && isSame(value, valueOf(before, field.name))) return []
    const message = problemOf(field, value)
    return message === null ? [] : [{ name: field.name, message }]
  })
}

function valueOf(data: YamlMap, name: string): JsonValue {
  const value = data.get(name)
  return value === undefined ? null : toJson(value)
}

function isSame(a: JsonValue, b: JsonValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

const TEXTS: ReadonlySet<FieldKind> = new Set(['text', 'longtext', 'file', 'image', 'reference'])

function problemOf({ kind, required, choices }: Field, value: JsonValue): string | null {
  if (value === null || value === '') return required ? 'is needed' : null
  // Several references are a list of them.
  if (kind === 'reference' && Array.isArray(value)) return null
  if (TEXTS.has(kind)) return typeof value === 'object' ? 'must be a text' : null
  if (kind === 'choice') {
    const isListed = typeof value !== 'object' && choices.includes(String(value))
    return isListed ? null : `must be one of ${choices.join(', ')}`
  }
  const rule = RULES.get(kind)
  return rule === undefined || rule.isValid(value) ? null : rule.message
}

interface Rule {
  readonly message: string
  readonly isValid: (value: JsonValue) => boolean
}

const RULES: ReadonlyMap<FieldKind, Rule> = new Map<FieldKind, Rule>([
  ['number', { message: 'must be a number', isValid: (value) => typeof value === 'number' }],
  ['boolean', { message: 'must be true or false', isValid: (value) => typeof value === 'boolean' }],
  ['date', { message: 'must be a date', isValid: (value) => matches(DAY, value) }],
  ['color', { message: 'must be a color like #1a2b3c', isValid: (value) => matches(COLOR, value) }],
  ['list', { message: 'must be a list', isValid: (value) => Array.isArray(value) }],
  [
    'object',
    {
      message: 'must be an object',
      isValid: (value) => typeof value === 'object' && !Array.isArray(value),
    },
  ],
])

function matches(pattern: RegExp, value: JsonValue): boolean {
  return typeof value === 'string' && pattern.test(value)
}
