/** Which documents jekyll-paginate-v2 lists for a template, and in which order. */

import { YamlDate, YamlTime, isYamlMap, type YamlValue } from '../../../content/yaml/value.js'
import { compareText, type Document } from '../../items/document.js'
import { isTruthy, text } from '../../base/settings.js'
import type { Site } from '../../items/site.js'
import { words, type PaginationOptions } from './options.js'

/** The documents of the template's collections that pass its filters, sorted, without the newest `offset`. */
export function selectDocuments(site: Site, options: PaginationOptions): Document[] {
  const chosen = collectionsOf(site, options)
    .flatMap((docs) => docs)
    .filter((doc) => isListed(doc) && passes(doc, options))
  const sorted = chosen
    .map((doc) => ({ doc, key: sortKey(doc, options.sortField) }))
    .toSorted((a, b) => compareKeys(a.key, b.key))
    .map(({ doc }) => doc)
  const left = sorted.slice(0, Math.max(sorted.length - options.offset, 0))
  return options.isReversed ? left.reverse() : left
}

// `all` is every collection but the posts.
function collectionsOf(site: Site, { collections }: PaginationOptions): Document[][] {
  const named = [...site.collections.values()]
  if (collections.includes('all'))
    return named.filter(({ label }) => label !== 'posts').map(({ docs }) => docs)
  return collections.flatMap((name) => {
    const collection = site.collections.get(name)
    return collection === undefined ? [] : [collection.docs]
  })
}

// A document that says something of pagination is no part of one.
function isListed({ data }: Document): boolean {
  return !isTruthy(data.get('hidden')) && !data.has('pagination')
}

function passes(doc: Document, { filters }: PaginationOptions): boolean {
  for (const [key, wanted] of filters) {
    if (wanted.length === 0) continue
    const own = new Set(namesOf(doc.data.get(key)))
    if (!wanted.every((name) => own.has(name))) return false
  }
  return true
}

/** The names of a text or of a list's texts, whose commas and semicolons divide them. */
function namesOf(value: YamlValue | undefined): string[] {
  const values = Array.isArray(value) ? value : (text(value)?.split(/\s/) ?? [])
  return values.flatMap((name) => words(text(name)))
}

type SortKey = number | string | null

function sortKey(doc: Document, [first = 'date', ...rest]: readonly string[]): SortKey {
  if (first === 'date') return doc.date.epochMs
  let value = doc.data.get(first)
  for (const key of rest)
    value = value !== undefined && isYamlMap(value) ? value.get(key) : undefined
  return keyOf(value)
}

function keyOf(value: YamlValue | undefined): SortKey {
  if (value === undefined || value === null) return null
  if (value instanceof YamlTime) return value.epochMs
  if (value instanceof YamlDate) return Date.parse(value.iso)
  if (typeof value === 'number') return value
  return typeof value === 'string' ? value.toLowerCase() : text(value)
}

// Nothing comes before everything; a number and a text, which stop the plugin, compare as texts.
function compareKeys(a: SortKey, b: SortKey): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareText(String(a), String(b))
}
