/** Reads the front matter of a text. Errors are returned, not thrown. @see src/http/README.md (Source) */

import {
  MAX_FRONT_MATTER_BYTES,
  MAX_FRONT_MATTER_LINES,
  MAX_FRONT_MATTER_REPEATED,
  MAX_FRONT_MATTER_VALUES,
} from '../../model/limits.js'
import { isLongYaml } from '../text-length.js'
import {
  parseYaml,
  type ParsedYaml,
  type YamlError,
  type YamlLimits,
  type YamlSource,
} from '../yaml/parse.js'
import { isYamlMap, type YamlMap } from '../yaml/value.js'
import { hasByteOrderMark, splitFrontMatter, type FrontMatterSpan } from './split.js'

export interface FrontMatter {
  /** True if there is front matter, valid or not. */
  readonly has: boolean
  /** Empty if there is none or it is invalid. */
  readonly data: YamlMap
  readonly body: string
  /** Offset of the body in the text (UTF-16 units). */
  readonly bodyStart: number
  /** Line and column in the whole text, from 1. */
  readonly error: YamlError | null
  readonly span: FrontMatterSpan | null
}

/** The limits of the server. Only the builder, in its own process, reads longer front matter. */
const FRONT_MATTER_LIMITS: YamlLimits = {
  maxBytes: MAX_FRONT_MATTER_BYTES,
  maxLines: MAX_FRONT_MATTER_LINES,
  maxNodes: MAX_FRONT_MATTER_VALUES,
  // Thousands of short files may have long values by aliases.
  maxRepeated: MAX_FRONT_MATTER_REPEATED,
}

/** Splits a text into front matter and body, and parses the front matter. Never throws. */
export function readFrontMatter(
  text: string,
  limits: YamlLimits = FRONT_MATTER_LIMITS,
): FrontMatter {
  return frontMatterBy((source) => parseYaml(source, limits), text)
}

/** As {@link readFrontMatter}, for YAML from `longFrontMatter` that was parsed elsewhere. */
export function frontMatterOf(text: string, parsed: ParsedYaml): FrontMatter {
  return frontMatterBy(() => parsed, text)
}

function frontMatterBy(parse: (source: string) => ParsedYaml, text: string): FrontMatter {
  const span = splitFrontMatter(text)
  if (span === null) {
    const bodyStart = hasByteOrderMark(text) ? 1 : 0
    const body = text.slice(bodyStart)
    return { has: false, data: new Map(), body, bodyStart, error: null, span }
  }
  const { yamlStart, yamlEnd, bodyStart } = span
  const yaml = mappingOf(parse(text.slice(yamlStart, yamlEnd)))
  const error = yaml.error && inText(yaml.error, text.slice(0, yamlStart))
  return { has: true, data: yaml.data, body: text.slice(bodyStart), bodyStart, error, span }
}

/** The YAML of front matter that is long enough for parsing in a thread; null for short or no front matter. */
export function longFrontMatter(text: string): YamlSource | null {
  const span = isLongYaml(text) ? splitFrontMatter(text) : null
  const source = span === null ? '' : text.slice(span.yamlStart, span.yamlEnd)
  return isLongYaml(source) ? { source, limits: FRONT_MATTER_LIMITS } : null
}

function mappingOf({ value, error }: ParsedYaml): { data: YamlMap; error: YamlError | null } {
  if (error !== null) return { data: new Map(), error }
  if (value === null || isYamlMap(value)) return { data: value ?? new Map(), error: null }
  const reason = 'front matter must be a mapping of keys'
  return { data: new Map(), error: { line: 1, column: 1, reason } }
}

function inText(error: YamlError, before: string): YamlError {
  return { ...error, line: error.line + before.split('\n').length - 1 }
}
