/**
 * Parses YAML as Jekyll does (with Ruby's Psych), within limits. Never throws: returns errors with line and column.
 *
 * js-yaml gives the events; `compose.ts` builds values from them, `scalar.ts` reads plain scalars.
 *
 * @see src/content/README.md
 */

import { Buffer } from 'node:buffer'
import { YAMLException } from 'js-yaml'
import { hasMoreLines } from '../text-length.js'
import { compose, ComposeError } from './compose.js'
import { readEvents } from './events.js'
import { readSimpleMapping } from './simple.js'
import { NODE_BUDGET, type YamlValue } from './value.js'

/** Where and why a text is not valid YAML; line and column from 1. */
export interface YamlError {
  readonly line: number
  readonly column: number
  readonly reason: string
}

export interface YamlLimits {
  /** Bytes of UTF-8. */
  readonly maxBytes?: number
  readonly maxLines?: number
  /** Number of values, with aliases expanded. */
  readonly maxNodes?: number
  /** Characters of keys and texts, with aliases expanded. */
  readonly maxCharacters?: number
  /** Characters that aliases add to those of the source. */
  readonly maxRepeated?: number
  readonly maxAliases?: number
  /** Levels of nested collections. */
  readonly maxDepth?: number
  readonly maxMergeKeys?: number
}

/** A YAML text with the limits for parsing it. */
export interface YamlSource {
  readonly source: string
  readonly limits: YamlLimits
}

export interface ParsedYaml {
  /** Null if there is an error or the document is empty. */
  readonly value: YamlValue
  readonly error: YamlError | null
}

/** Default limits, enough for any `_config.yml` or front matter; data files may get more. */
export const YAML_LIMITS: Required<YamlLimits> = {
  maxBytes: 1024 * 1024,
  maxLines: Infinity,
  maxNodes: NODE_BUDGET,
  maxCharacters: Infinity,
  maxRepeated: Infinity,
  maxAliases: 100,
  maxDepth: 100,
  maxMergeKeys: 10_000,
}

/** Parses the first document of `source`. */
export function parseYaml(source: string, limits: YamlLimits = {}): ParsedYaml {
  const all = { ...YAML_LIMITS, ...limits }
  if (source.length > all.maxBytes || Buffer.byteLength(source) > all.maxBytes)
    return failed({ line: 1, column: 1, reason: `more than ${all.maxBytes} bytes` })
  if (hasMoreLines(source, all.maxLines))
    return failed({ line: 1, column: 1, reason: `more than ${all.maxLines} lines` })
  const simple = readSimpleMapping(source)
  if (simple !== null) return { value: simple, error: null }
  const maxCharacters = Math.min(all.maxCharacters, source.length + all.maxRepeated)
  try {
    const value = compose(readEvents(source, all.maxDepth), { ...all, maxCharacters })
    return { value, error: null }
  } catch (error) {
    return failed(describeError(source, error))
  }
}

function failed(error: YamlError): ParsedYaml {
  return { value: null, error }
}

function describeError(source: string, error: unknown): YamlError {
  if (error instanceof ComposeError) return { ...place(source, error.offset), reason: error.reason }
  if (error instanceof YAMLException)
    return { ...place(source, error.mark?.position ?? 0), reason: error.reason }
  // js-yaml asks its users to catch all errors, not only its own (its docs/safety.md).
  return { line: 1, column: 1, reason: error instanceof Error ? error.message : 'unreadable' }
}

function place(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1 }
}
