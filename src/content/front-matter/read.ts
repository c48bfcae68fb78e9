/** Reads the front matter of a text; errors are returned, never thrown. @see src/http/README.md (Source) */

import {
  MAX_FRONT_MATTER_BYTES,
  MAX_FRONT_MATTER_LINES,
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
  /** There is a front matter, readable or not. */
  readonly has: boolean
  /** Empty where there is none or where it cannot be read. */
  readonly data: YamlMap
  readonly body: string
  /** Offset of the body in the text (UTF-16 units). */
  readonly bodyStart: number
  /** Line and column in the whole text, from 1. */
  readonly error: YamlError | null
  readonly span: FrontMatterSpan | null
}

/** A longer front matter is read by the builder only, which works in a process of its own. */
const FRONT_MATTER_LIMITS: YamlLimits = {
  maxBytes: MAX_FRONT_MATTER_BYTES,
  maxLines: MAX_FRONT_MATTER_LINES,
  maxNodes: MAX_FRONT_MATTER_VALUES,
}

export function readFrontMatter(
  text: string,
  limits: YamlLimits = FRONT_MATTER_LIMITS,
): FrontMatter {
  return frontMatterBy((source) => parseYaml(source, limits), text)
}

/** As {@link readFrontMatter}, where the YAML that `longFrontMatter` gave was parsed elsewhere. */
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

/** The front matter of a text, where a thread should parse it. */
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
