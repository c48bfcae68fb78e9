/**
 * Front-matter defaults of `_config.yml`: which rules apply to a file, and which win.
 *
 * @see jekyll/frontmatter_defaults.rb
 */

import { createMerging } from './deep-merge.js'
import { globWeight, matchesFolderGlob } from './glob.js'
import {
  MAX_DEFAULT_RULES,
  MAX_DEFAULT_TERMS_CHARACTERS,
  MAX_DEFAULTS_CHARACTERS,
} from '../model/limits.js'
import { isYamlMap, keyToText, toJson } from './yaml/value.js'
import type { YamlKey, YamlMap, YamlValue } from './yaml/value.js'

/** One entry of `defaults`. */
export interface DefaultRule {
  /** Prefix or glob, from the site's root; empty for everything. */
  readonly path: string
  /** `pages`, `posts` or the label of a collection; null for all. */
  readonly type: string | null
  readonly values: YamlMap
}

/** A file that defaults may apply to. */
interface DefaultsTarget {
  /** From the site's root; for documents, without `collections_dir`. */
  readonly path: string
  readonly type: string | null
  readonly collectionsDir: string
}

/** Most characters of all patterns, with braces expanded. Later patterns are ignored. */
const MAX_GLOB_WEIGHT = 10_000

const ALIASES: Readonly<Record<string, string>> = { page: 'pages', post: 'posts', draft: 'drafts' }

/** The rules of a `defaults` list, in Jekyll's form (with `scope`) or the flat one. Invalid rules are left out. */
export function readDefaults(value: YamlValue | undefined): DefaultRule[] {
  if (!Array.isArray(value)) return []
  let weight = 0
  return value
    .slice(0, MAX_DEFAULT_RULES)
    .flatMap(readRule)
    .filter(({ path }) => {
      if (!path.includes('*')) return true
      // After the limit, patterns are not even measured.
      if (weight <= MAX_GLOB_WEIGHT) weight += globWeight(path)
      return weight <= MAX_GLOB_WEIGHT
    })
}

function readRule(rule: YamlValue): DefaultRule[] {
  if (!isYamlMap(rule)) return []
  const values = rule.get('values')
  const scope = rule.get('scope')
  if (values === undefined || !isYamlMap(values)) return []
  const where = scope !== undefined && isYamlMap(scope) ? scope : rule
  const type = where.get('type')
  const path = where.get('path')
  return [
    {
      path: typeof path === 'string' ? path : '',
      type: typeof type === 'string' ? (ALIASES[type] ?? type) : null,
      values,
    },
  ]
}

/** Merged values by the places of the merged rules. A list of rules has few combinations. */
const merges = new WeakMap<readonly DefaultRule[], Map<string, YamlMap>>()
const MAX_MERGES = 50

/** All defaults of a file, stronger rules over weaker ones. Files share the map, so nobody may change it. */
export function defaultsFor(rules: readonly DefaultRule[], target: DefaultsTarget): YamlMap {
  const applies = applyingTo(target)
  const places = [...rules.keys()].filter((place) => {
    const rule = rules[place]
    return rule !== undefined && applies(rule)
  })
  const known = merges.get(rules) ?? new Map<string, YamlMap>()
  merges.set(rules, known)
  const key = places.join()
  const merged = known.get(key) ?? mergeRules(places.flatMap((place) => rules[place] ?? []))
  if (known.size >= MAX_MERGES) known.clear()
  known.set(key, merged)
  return merged
}

/** Each text of them is a row in the index. */
const TERMS: ReadonlySet<YamlKey> = new Set(['tag', 'tags', 'category', 'categories'])

const kept = new WeakMap<YamlMap, YamlMap>()

/**
 * The defaults that are kept with every file that has them: all; if these are long, the given keys first, then the
 * shortest, up to `MAX_DEFAULTS_CHARACTERS`. A short `_config.yml` may give the same long values to thousands of files.
 *
 * @param defaults a map from `defaultsFor`
 */
export function keptDefaults(defaults: YamlMap, first: readonly string[]): YamlMap {
  const known = kept.get(defaults)
  if (known !== undefined) return known
  const sized = [...defaults].map(([key, value]) => {
    const length = JSON.stringify([keyToText(key), toJson(value)]).length
    return { key, length, rank: first.includes(keyToText(key)) ? 0 : 1 }
  })
  let left = MAX_DEFAULTS_CHARACTERS
  const keys = new Set<YamlKey>()
  for (const { key, length } of sized.sort((a, b) => a.rank - b.rank || a.length - b.length)) {
    if (length > left || (TERMS.has(key) && length > MAX_DEFAULT_TERMS_CHARACTERS)) continue
    left -= length
    keys.add(key)
  }
  const isWhole = keys.size === defaults.size
  const result = isWhole ? defaults : new Map([...defaults].filter(([key]) => keys.has(key)))
  kept.set(defaults, result)
  return result
}

/**
 * For each merged map, the value of each key in the strongest rule that has the key. The merged map can differ: Jekyll
 * merges a rule over all before it only if it is stronger than all of them, whatever their keys, and skips null.
 */
const valuesByKey = new WeakMap<YamlMap, YamlMap>()

/**
 * The default of one key, as Jekyll finds it for layout and permalink of pages: from the strongest rule that has the
 * key. Null if that rule sets null.
 *
 * @param defaults a map from `defaultsFor`
 * @see jekyll/frontmatter_defaults.rb: find
 */
export function defaultOf(defaults: YamlMap, key: string): YamlValue | undefined {
  return (valuesByKey.get(defaults) ?? defaults).get(key)
}

function strongestValues(rules: readonly DefaultRule[]): YamlMap {
  const strongest = new Map<YamlKey, DefaultRule>()
  for (const rule of rules) {
    for (const key of rule.values.keys()) {
      const other = strongest.get(key)
      if (other === undefined || wins(rule, other)) strongest.set(key, rule)
    }
  }
  return new Map([...strongest].map(([key, { values }]) => [key, values.get(key) ?? null]))
}

function mergeRules(rules: readonly DefaultRule[]): YamlMap {
  const merging = createMerging()
  let strongest: DefaultRule | null = null
  for (const rule of rules) {
    if (strongest === null || wins(rule, strongest)) {
      merging.over(rule.values)
      strongest = rule
    } else merging.under(rule.values)
  }
  const merged = merging.result()
  valuesByKey.set(merged, strongestValues(rules))
  return merged
}

/** Says of each rule whether it applies to a file. What only the file decides is worked out once for all rules. */
function applyingTo({
  path,
  type,
  collectionsDir,
}: DefaultsTarget): (rule: DefaultRule) => boolean {
  const isPage = type === null || type === 'pages'
  const above = isPage || collectionsDir === '' ? [] : collectionsDir.split('/')
  const segments = [...above, ...path.split('/')]
  const folders = segments.slice(0, -1)
  const least = above.length === 0 ? 0 : above.length + 1
  const prefix = collectionsDir === '' ? null : `${collectionsDir}/`
  return (rule) => {
    if (rule.type !== null && rule.type !== type) return false
    if (rule.path === '') return true
    if (!rule.path.includes('*')) return path.startsWith(withoutPrefix(rule.path, prefix))
    // Jekyll finds the paths that match the pattern and takes all that start with one of them. So a match of any folder
    // above counts; for documents, only of folders below `collections_dir`.
    const pattern = rule.path.replace(/(?<!\/)\/+$/, '')
    return matchesFolderGlob(pattern, rule.path.endsWith('/') ? folders : segments, least)
  }
}

function withoutPrefix(path: string, prefix: string | null): string {
  const isInside = prefix !== null && path.startsWith(prefix)
  return isInside ? path.slice(prefix.length) : path
}

/** The longer path wins; between equals, one with a type, or the later one. */
function wins(rule: DefaultRule, over: DefaultRule): boolean {
  const [length, other] = [scopeLength(rule.path), scopeLength(over.path)]
  if (length !== other) return length > other
  return rule.type !== null || over.type === null
}

function scopeLength(path: string): number {
  return path.startsWith('/') ? path.replace(/^\//, '').replace(/\/$/, '').length : path.length
}
