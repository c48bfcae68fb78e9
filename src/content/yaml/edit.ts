/**
 * Changes keys of a YAML mapping. Every other byte stays: comments, order, quoting, blank lines and line ends.
 *
 * All changes are made in one pass. Then the result is parsed and compared with the intended values. If they differ,
 * the edit is refused.
 *
 * @see src/content/README.md
 */

import { ContentError } from '../error.js'
import { cutsOfMap } from './cuts.js'
import { outline } from './outline.js'
import { parseYaml } from './parse.js'
import { applyCuts, styleOf } from './splice.js'
import { equalValues, isYamlMap } from './value.js'
import type { YamlMap, YamlValue } from './value.js'
import { withEdits, type YamlEdit } from './with-edits.js'

/**
 * Sets the value at a path of keys. Creates missing maps on the way.
 *
 * @throws ContentError `refused`, with the reason, if the change would damage the file
 */
export function setIn(source: string, path: readonly string[], value: YamlValue): string {
  return editYaml(source, [{ path, value }])
}

/** Removes the key at a path. A missing key changes nothing. Throws as `setIn`. */
export function removeIn(source: string, path: readonly string[]): string {
  return editYaml(source, [{ path }])
}

/**
 * Makes several changes in order, with one check. Throws as `setIn`.
 *
 * @param before the mapping in `source`, if the caller has parsed it
 */
export function editYaml(
  source: string,
  edits: readonly YamlEdit[],
  before: YamlMap = readMap(source),
): string {
  const after = withEdits(before, edits)
  if (equalValues(before, after)) return source
  const root = outline(source)
  const style = styleOf(source, root)
  // If a small change of a list or mapping does not fit, the whole of it is written anew.
  for (const isSmall of [true, false]) {
    const cuts = cutsOfMap(root, { before, after, edits }, { source, style, isSmall })
    const text = applyCuts(source, cuts)
    if (text !== source && isMeant(text, after)) return text
  }
  // A block at the end of a text without a last line break gains one when something follows it.
  if (!source.endsWith('\n')) return editYaml(`${source}\n`, edits)
  throw new ContentError('refused', 'the change cannot be made without touching other keys')
}

function isMeant(text: string, after: YamlMap): boolean {
  const { value, error } = parseYaml(text)
  return error === null && equalValues(value ?? new Map(), after)
}

function readMap(source: string): YamlMap {
  const { value, error } = parseYaml(source)
  if (error !== null)
    throw new ContentError('refused', `line ${error.line} is not valid YAML: ${error.reason}`)
  if (value === null) return new Map()
  if (!isYamlMap(value)) throw new ContentError('refused', 'the YAML is not a mapping of keys')
  return value
}
