/** The value of a data file in the browser, and what edits make of it. The server does the same with the bytes. Pure. */

import type { Schemas } from '../api/client.js'
import type { Hash } from '../api/types.js'
import type { FieldInfo } from '../fields/field-input.js'
import { isHash, labelOf } from '../fields/metadata.js'
import { withColumnEdit } from './columns.js'

export type DataFile = Schemas['DataFile']
export type DataEdit = Schemas['DataEdit']
export type DataPath = readonly (string | number | null)[]
/** How a part of the form tells what has changed in it. */
export type OnEdit = (edit: DataEdit) => void

/** The value with an edit made; unchanged if there is nothing at its path. */
export function withEdit(value: unknown, edit: DataEdit): unknown {
  return changed(value, edit.at, edit)
}

function changed(value: unknown, [step, ...rest]: DataPath, edit: DataEdit): unknown {
  if (step === null) {
    const [column] = rest
    return Array.isArray(value) && column !== undefined && column !== null
      ? withColumnEdit(value, column, edit)
      : value
  }
  if (Array.isArray(value) && typeof step === 'number') {
    const list: readonly unknown[] = value
    if (rest.length > 0) return list.with(step, changed(list[step], rest, edit))
    return changedList(list, step, edit)
  }
  if (!isHash(value) || step === undefined) return value
  const key = String(step)
  if (rest.length > 0) return { ...value, [key]: changed(value[key], rest, edit) }
  return Object.fromEntries(changedEntries(Object.entries(value), key, edit))
}

function changedList(list: readonly unknown[], index: number, edit: DataEdit): unknown {
  const item = list[index]
  switch (edit.op) {
    case 'set':
      return list.with(index, edit.value)
    case 'insert':
      return list.toSpliced(index, 0, edit.value)
    case 'remove':
      return list.toSpliced(index, 1)
    case 'move':
      return list.toSpliced(index, 1).toSpliced(edit.to, 0, item)
    case 'copy':
      return list.toSpliced(index + 1, 0, item)
    case 'rename':
      return list
  }
}

type Pair = [string, unknown]

function changedEntries(entries: Pair[], key: string, edit: DataEdit): Pair[] {
  const index = entries.findIndex(([name]) => name === key)
  const entry = entries[index]
  if (edit.op === 'set')
    return entry ? entries.with(index, [key, edit.value]) : [...entries, [key, edit.value]]
  if (!entry) return entries
  switch (edit.op) {
    case 'remove':
      return entries.toSpliced(index, 1)
    case 'move':
      return entries.toSpliced(index, 1).toSpliced(edit.to, 0, entry)
    case 'copy':
      return entries.toSpliced(index + 1, 0, [edit.as ?? key, entry[1]])
    case 'rename':
      return entries.with(index, [edit.as, entry[1]])
    case 'insert':
      return entries
  }
}

/** The edits with one more: typing in one field is one edit. */
export function withNext(edits: readonly DataEdit[], next: DataEdit): readonly DataEdit[] {
  const last = edits.at(-1)
  const isSame = last?.op === 'set' && next.op === 'set' && samePath(last.at, next.at)
  return isSame ? edits.with(-1, next) : [...edits, next]
}

function samePath(a: DataPath, b: DataPath): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** What names an entry, by the names of fields that people give it. */
const TITLES = ['title', 'name', 'label', 'heading', 'id', 'key', 'text', 'url']

/** A short text that tells an entry from others; empty if there is none. */
export function titleOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (!isHash(value)) return ''
  const known = TITLES.map((name) => value[name])
  return [...known, ...Object.values(value)].map(wordOf).find((text) => text !== '') ?? ''
}

function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

const DAY = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/
const COLOR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i
const LONG_CHARACTERS = 120
/** Values that a field suggests. */
const MAX_SUGGESTED = 30
const MAX_SUGGESTED_CHARACTERS = 80

/** The fields that these entries have, by the values of all of them, as the server infers those of documents. */
export function fieldsOf(items: readonly Hash[]): readonly FieldInfo[] {
  const values = new Map<string, unknown[]>()
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      const known = values.get(name)
      if (known) known.push(value)
      else values.set(name, [value])
    }
  }
  return [...values].map(([name, all]) => fieldOf(name, all))
}

function fieldOf(name: string, values: readonly unknown[]): FieldInfo {
  const filled = values.filter((value) => value !== null && value !== '')
  const kinds = new Set(filled.map(kindOf))
  const [first = 'text'] = kinds
  const kind = kinds.size <= 1 ? first : kinds.has('longtext') ? 'longtext' : 'text'
  const none = { required: false, choices: [], help: '', declared: false }
  return { name, label: labelOf(name), kind, ...none, values: repeated(filled.flat()) }
}

function kindOf(value: unknown): FieldInfo['kind'] {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'string') return 'object'
  if (DAY.test(value)) return 'date'
  if (COLOR.test(value)) return 'color'
  if (IMAGE.test(value)) return 'image'
  return value.length > LONG_CHARACTERS || value.includes('\n') ? 'longtext' : 'text'
}

/** Texts that occur more than once, the most frequent ones first. */
function repeated(values: readonly unknown[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) {
    if (typeof value === 'string' && value !== '' && value.length <= MAX_SUGGESTED_CHARACTERS)
      counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const often = [...counts].filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1])
  return often.slice(0, MAX_SUGGESTED).map(([text]) => text)
}
