/**
 * Limits of what `_config.yml` multiplies: what it says once is worked out or repeated for each collection, rule or file
 * of the site.
 */

import {
  MAX_COLLECTIONS,
  MAX_COLLECTIONS_DIR_CHARACTERS,
  MAX_DEFAULT_RULES,
  MAX_DEFAULT_VALUES,
  MAX_LABEL_CHARACTERS,
  MAX_MARKDOWN_EXTENSIONS,
} from '../model/limits.js'
import { isYamlMap, type YamlMap, type YamlValue } from './yaml/value.js'

/** A sentence for the first limit that a configuration exceeds, or null. */
export function exceededLimit(raw: YamlMap): string | null {
  return (
    collectionsProblem(raw.get('collections')) ??
    defaultsProblem(raw.get('defaults')) ??
    textProblem(raw)
  )
}

function collectionsProblem(value: YamlValue | undefined): string | null {
  const labels = Array.isArray(value) ? value : isYamlMap(value) ? [...value.keys()] : []
  if (labels.length > MAX_COLLECTIONS)
    return `collections may have at most ${n(MAX_COLLECTIONS)} entries, but has ${n(labels.length)}`
  const isLong = labels.some(
    (label) => typeof label === 'string' && label.length > MAX_LABEL_CHARACTERS,
  )
  return isLong
    ? `the name of a collection may have at most ${n(MAX_LABEL_CHARACTERS)} characters`
    : null
}

function defaultsProblem(value: YamlValue | undefined): string | null {
  if (!Array.isArray(value)) return null
  if (value.length > MAX_DEFAULT_RULES)
    return `defaults may have at most ${n(MAX_DEFAULT_RULES)} rules, but has ${n(value.length)}`
  const values = value.flatMap((rule) => (isYamlMap(rule) ? (rule.get('values') ?? []) : []))
  return hasMoreValues(values, MAX_DEFAULT_VALUES)
    ? `the rules of defaults may have at most ${n(MAX_DEFAULT_VALUES)} keys and values together`
    : null
}

function textProblem(raw: YamlMap): string | null {
  const folder = raw.get('collections_dir')
  if (typeof folder === 'string' && folder.length > MAX_COLLECTIONS_DIR_CHARACTERS)
    return `collections_dir may have at most ${n(MAX_COLLECTIONS_DIR_CHARACTERS)} characters`
  const names = raw.get('markdown_ext')
  return typeof names === 'string' && names.split(',').length > MAX_MARKDOWN_EXTENSIONS
    ? `markdown_ext may name at most ${n(MAX_MARKDOWN_EXTENSIONS)} extensions`
    : null
}

/** Counts each entry of maps and lists, at any depth; what aliases repeat counts each time. */
function hasMoreValues(values: readonly YamlValue[], most: number): boolean {
  const left: YamlValue[] = [...values]
  let count = 0
  for (let value = left.pop(); value !== undefined && count <= most; value = left.pop()) {
    const inside = isYamlMap(value) ? [...value.values()] : Array.isArray(value) ? value : []
    count += inside.length
    if (count <= most) for (const one of inside) left.push(one)
  }
  return count > most
}

function n(value: number): string {
  return value.toLocaleString('en')
}
