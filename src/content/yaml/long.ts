/** Which YAML takes so long to parse (tens of milliseconds) that a thread should, for the others' sake. */

import { hasMoreLines } from '../line-count.js'

const LONG_CHARACTERS = 16 * 1024
/** A line costs as much as twenty characters. */
const LONG_LINES = 1000

export function isLongYaml(source: string): boolean {
  return source.length > LONG_CHARACTERS || hasMoreLines(source, LONG_LINES)
}
