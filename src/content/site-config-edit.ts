/**
 * Edits `_config.yml` for the API. Comments, order, quoting and blank lines of everything else stay.
 *
 * @see src/http/README.md (Sites; Content)
 */

import { Buffer } from 'node:buffer'
import { MAX_CONFIG_BYTES } from '../model/limits.js'
import { exceededLimit } from './config-limits.js'
import { readDefaults } from './defaults.js'
import { ContentError } from './error.js'
import { collectionEntries, labelInJekyll, SITE_FIELDS, withoutMark } from './site-config.js'
import { editYaml } from './yaml/edit.js'
import { outline } from './yaml/outline.js'
import { parseYaml } from './yaml/parse.js'
import { equalValues, isYamlMap, keyToText, UNSENT_KEY } from './yaml/value.js'
import type { YamlKey, YamlMap, YamlValue } from './yaml/value.js'
import type { YamlEdit } from './yaml/with-edits.js'
import { writeKey } from './yaml/write.js'

export interface SiteConfigEdit {
  readonly title?: string
  readonly timezone?: string
  /** Null removes it. */
  readonly jekyll_version?: string | null
  /** In Jekyll's form or the flat one; see `normalizeDefaults`. */
  readonly defaults?: YamlValue
  /** Replaces all keys that have no field of their own: keys that are not in it are removed. */
  readonly metadata?: ReadonlyMap<YamlKey, YamlValue>
}

/**
 * Returns `_config.yml` with the given fields changed.
 *
 * @throws ContentError `refused`, with the reason, if that would damage the file; `too_large` over the limit
 */
export function editSiteConfig(text: string, edit: SiteConfigEdit): string {
  const edits: YamlEdit[] = []
  for (const field of ['title', 'timezone'] as const) {
    const value = edit[field]
    if (value !== undefined) edits.push({ path: [field], value })
  }
  const { jekyll_version: jekyll } = edit
  if (jekyll !== undefined)
    edits.push({ path: ['jekyll_version'], ...(jekyll !== null && { value: jekyll }) })
  if (edit.defaults !== undefined)
    edits.push({ path: ['defaults'], value: normalizeDefaults(edit.defaults) })
  if (edit.metadata !== undefined) edits.push(...metadataEdits(readRaw(text), edit.metadata))
  return editConfig(text, edits)
}

function readRaw(text: string): YamlMap {
  const { value } = parseYaml(withoutMark(text))
  return value !== null && isYamlMap(value) ? value : new Map()
}

function editConfig(text: string, edits: readonly YamlEdit[]): string {
  const bare = withoutMark(text)
  const edited = editYaml(bare, edits)
  if (edited.length > bare.length && Buffer.byteLength(edited) > MAX_CONFIG_BYTES)
    throw new ContentError(
      'too_large',
      `_config.yml may have at most ${MAX_CONFIG_BYTES / 1024} KB`,
    )
  const exceeded = exceededLimit(readRaw(edited))
  if (exceeded !== null) throw new ContentError('too_large', `in _config.yml, ${exceeded}`)
  return text.slice(0, text.length - bare.length) + edited
}

function metadataEdits(raw: YamlMap, metadata: ReadonlyMap<YamlKey, YamlValue>): YamlEdit[] {
  const wanted = new Map([...metadata].map(([key, value]) => [keyToText(key), value]))
  const gone = [...raw.keys()]
    .map(keyToText)
    .filter((name) => !wanted.has(name) && name !== UNSENT_KEY)
  const isMetadata = (name: string): boolean => !SITE_FIELDS.includes(name)
  return [
    ...gone.filter(isMetadata).map((name) => ({ path: [name] })),
    ...[...wanted]
      .filter(([name]) => isMetadata(name))
      .map(([name, value]) => ({ path: [name], value })),
  ]
}

/** A `defaults` list in Jekyll's form: `{path, type, values}` becomes `{scope, values}`. */
function normalizeDefaults(defaults: YamlValue): YamlValue {
  return Array.isArray(defaults) ? defaults.map(normalizeRule) : defaults
}

function normalizeRule(rule: YamlValue): YamlValue {
  if (!isYamlMap(rule) || rule.has('scope') || readDefaults([rule]).length === 0) return rule
  const isScope = ([key]: [YamlKey, YamlValue]): boolean => key === 'path' || key === 'type'
  const scope: YamlMap = new Map([...rule].filter(isScope))
  if (!scope.has('path')) scope.set('path', '')
  return new Map<YamlKey, YamlValue>([
    ['scope', scope],
    ...[...rule].filter((pair) => !isScope(pair)),
  ])
}

export interface CollectionEdit {
  readonly title?: string
  readonly output?: boolean
  /** Null removes it. */
  readonly permalink?: string | null
  /** Replaces all keys except title, output and permalink. */
  readonly metadata?: ReadonlyMap<YamlKey, YamlValue>
}

/** Returns `_config.yml` with an entry of `collections` created or changed. Throws as `editSiteConfig`. */
export function setCollection(text: string, label: string, edit: CollectionEdit): string {
  const mapped = withCollectionMap(text)
  const entry = collectionEntries(readRaw(mapped).get('collections')).get(label)
  const path = ['collections', label]
  if (entry === undefined) return editConfig(mapped, [{ path, value: newEntry(edit) }])
  const edits = fieldEdits(path, edit)
  if (edit.metadata !== undefined) {
    for (const one of metadataOfEntry(entry, edit.metadata))
      edits.push({ ...one, path: [...path, ...one.path] })
  }
  return editConfig(mapped, edits)
}

function newEntry(edit: CollectionEdit): YamlMap {
  const fields = fieldEdits([], edit).filter(({ value }) => value !== undefined)
  const entry: YamlMap = new Map(edit.metadata ?? [])
  for (const { path, value = null } of fields) entry.set(path[0] ?? '', value)
  return entry
}

function fieldEdits(path: readonly string[], edit: CollectionEdit): YamlEdit[] {
  const edits: YamlEdit[] = []
  for (const field of ['title', 'output', 'permalink'] as const) {
    const value = edit[field]
    if (value === null) edits.push({ path: [...path, field] })
    else if (value !== undefined) edits.push({ path: [...path, field], value })
  }
  return edits
}

function metadataOfEntry(entry: YamlMap, metadata: ReadonlyMap<YamlKey, YamlValue>): YamlEdit[] {
  const isField = (name: string): boolean => ['title', 'output', 'permalink'].includes(name)
  return metadataEdits(new Map([...entry].filter(([key]) => !isField(keyToText(key)))), metadata)
    .concat(ownSiteNames(entry, metadata))
    .filter(({ path: [name = ''] }) => !isField(name))
}

/** Names that are fields of a site are ordinary keys of a collection. */
function ownSiteNames(entry: YamlMap, metadata: ReadonlyMap<YamlKey, YamlValue>): YamlEdit[] {
  return ['timezone', 'defaults', 'collections'].flatMap((name): YamlEdit[] => {
    const value = metadata.get(name)
    if (value !== undefined) return [{ path: [name], value }]
    return entry.has(name) ? [{ path: [name] }] : []
  })
}

/** Turns a list of labels in `collections` into a map, so that entries can have keys. */
function withCollectionMap(text: string): string {
  const value = readRaw(text).get('collections')
  if (!Array.isArray(value)) return text
  const map: YamlMap = new Map(collectionEntries(value))
  return editConfig(text, [{ path: ['collections'], value: map }])
}

/** Returns `_config.yml` without an entry of `collections`. Throws as `editSiteConfig`. */
export function removeCollection(text: string, label: string): string {
  const value = readRaw(text).get('collections')
  if (!Array.isArray(value)) {
    const named = [...collectionEntries(value).keys()].filter((one) => labelInJekyll(one) === label)
    return editConfig(
      text,
      named.map((one) => ({ path: ['collections', one] })),
    )
  }
  const rest = value.filter((one) => typeof one !== 'string' || labelInJekyll(one) !== label)
  return editConfig(text, [{ path: ['collections'], value: rest }])
}

/**
 * Returns `_config.yml` with a collection under another label. Its entry stays, and defaults whose `type` names the
 * collection get the new label. Throws as `editSiteConfig`.
 */
export function renameCollection(text: string, from: string, to: string): string {
  const renamed = renameKey(text, from, to) ?? renameAnew(text, from, to)
  const defaults = readRaw(renamed).get('defaults')
  if (!Array.isArray(defaults)) return renamed
  return editConfig(renamed, [
    { path: ['defaults'], value: defaults.map((rule) => retyped(rule, from, to)) },
  ])
}

/** Changes only the bytes of the key. Null unless the entry is written as `label:` on its own line. */
function renameKey(text: string, from: string, to: string): string | null {
  const bare = withoutMark(text)
  const collections = outline(bare)?.pairs.findLast(({ key }) => key === 'collections')
  const pair = collections?.value.pairs.find(({ key }) => key === from)
  if (pair === undefined || !pair.isSimple) return null
  const renamed = bare.slice(0, pair.keyStart) + writeKey(to) + bare.slice(pair.colon)
  if (!equalValues(readRaw(renamed), withRenamed(readRaw(bare), from, to))) return null
  return text.slice(0, text.length - bare.length) + renamed
}

function renameAnew(text: string, from: string, to: string): string {
  const value = withRenamed(readRaw(text), from, to).get('collections')
  if (value === undefined) throw new ContentError('refused', `there is no collection ${from}`)
  return editConfig(text, [{ path: ['collections'], value }])
}

function withRenamed(raw: YamlMap, from: string, to: string): YamlMap {
  const value = raw.get('collections')
  if (Array.isArray(value))
    return new Map(raw).set(
      'collections',
      value.map((one) => (one === from ? to : one)),
    )
  if (value === undefined || !isYamlMap(value)) return raw
  const entries: [YamlKey, YamlValue][] = [...value]
  const renamed = entries.map(([key, one]): [YamlKey, YamlValue] => [key === from ? to : key, one])
  return new Map(raw).set('collections', new Map(renamed))
}

function retyped(rule: YamlValue, from: string, to: string): YamlValue {
  if (!isYamlMap(rule)) return rule
  const scope = rule.get('scope')
  if (scope === undefined || !isYamlMap(scope) || scope.get('type') !== from) return rule
  return new Map(rule).set('scope', new Map(scope).set('type', to))
}
