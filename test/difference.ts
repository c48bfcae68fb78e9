/** What is wrong with a test, in few lines: logs are cut where they are read. */

import { inspect } from 'node:util'

/** Characters of a value that are shown. */
const SHOWN = 2000

/** Characters before the first difference that are shown. */
const BEFORE = 120

/**
 * One line each for what was got and what was expected, from shortly before their first difference;
 * empty if the error has no two values.
 */
export function formatDifference(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if (!('actual' in error) || !('expected' in error)) return ''
  if ('showDiff' in error && error.showDiff !== true) return ''
  const [got, expected] = [inLine(error.actual), inLine(error.expected)]
  if (got === expected) return ''
  const from = firstDifference(got, expected) - BEFORE
  return `  got      ${part(got, from)}\n  expected ${part(expected, from)}\n`
}

/** A text of at most so many characters, with a word for what is left out. */
export function shorten(text: string, limit = SHOWN): string {
  return text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text
}

function inLine(value: unknown): string {
  const all = { depth: 12, maxArrayLength: 2000, maxStringLength: 1_000_000 }
  return inspect(value, { ...all, breakLength: Infinity, compact: true, sorted: true })
}

function part(text: string, from: number): string {
  return from > 0 ? `…${shorten(text.slice(from))}` : shorten(text)
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}
