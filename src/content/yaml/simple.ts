/**
 * A fast path for the YAML of most files: one key per line, with a word, a number, a quoted text, or a list of words in
 * brackets. Everything else is left to the parser.
 */

import { readPlainScalar } from './scalar.js'
import type { YamlMap, YamlValue } from './value.js'

const MAX_LINES = 100

const KEY = '([a-z_][a-z0-9_-]*)'
// No escapes, no control characters, nothing that YAML takes for the end of a line.
const TEXT = String.raw`[^"'\\\p{C}\u2028\u2029]*`
const WORD = '[a-z0-9](?:[a-z0-9 ,._/()!?+;-]*[a-z0-9_/()!?+;-])?'
const ITEM = '[a-z0-9](?:[a-z0-9 _.-]*[a-z0-9_.-])?'
const LIST = String.raw`\[ *(${ITEM}(?: *, *${ITEM})*)? *\]`
const VALUE = `(?:"(${TEXT})"|'(${TEXT})'|(${WORD})|(${LIST}))`
const LINE = new RegExp(`^${KEY}: +${VALUE} *$`, 'iu')

/** The mapping of a text of only such lines; null for any other text. */
export function readSimpleMapping(source: string): YamlMap | null {
  if (source === '' || !/^[a-z_]/i.test(source)) return null
  const lines = source.split('\n', MAX_LINES + 1)
  if (lines.length > MAX_LINES) return null
  const map: YamlMap = new Map()
  for (const line of lines) {
    if (line === '') continue
    const found = LINE.exec(line)
    const key = found?.[1]
    if (found === null || key === undefined) return null
    // Left to the parser: keys such as `yes` and `null`, which are not texts, and repeated keys.
    if (map.has(key) || readPlainScalar(key) !== key) return null
    map.set(key, valueOf(found))
  }
  return map
}

function valueOf([, , double, single, word, , items]: RegExpExecArray): YamlValue {
  if (word !== undefined) return readPlainScalar(word)
  if (double !== undefined || single !== undefined) return double ?? single ?? ''
  if (items === undefined) return []
  return items.split(',').map((item) => readPlainScalar(item.trim()))
}
