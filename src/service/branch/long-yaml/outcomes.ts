/**
 * Converts the outcome of a task in the YAML thread. A request gets an error that says what to do. The server's own
 * work continues, because the index must follow every commit.
 */

import type { DataReading } from '../../../content/data/data-file.js'
import { ContentError } from '../../../content/error.js'
import type { MergedDocument } from '../../../content/merge.js'
import { parseYaml, type ParsedYaml, type YamlSource } from '../../../content/yaml/parse.js'
import { GalleyError } from '../../../errors.js'
import { mergedYaml, type YamlMerge, type YamlResult } from './work.js'
import type { YamlOutcome, YamlTurn } from './yaml-thread.js'

/** @throws GalleyError `validation_failed` or `unavailable`, except for the server's own work */
export function parsedFrom(
  outcome: YamlOutcome,
  { source, turn }: { readonly source: YamlSource; readonly turn: YamlTurn },
): ParsedYaml {
  if (turn.isOwnWork === true) {
    if (outcome.kind === 'died') return parseYaml(source.source, source.limits)
    if (outcome.kind === 'over budget') return unreadable(outcome.budget)
  }
  const result = resultOf(outcome)
  if (typeof result === 'object' && 'error' in result) return result
  throw new TypeError('reading gives a value')
}

function unreadable(budget: string): ParsedYaml {
  return { value: null, error: { line: 1, column: 1, reason: `it takes ${budget} to read` } }
}

/** Throws as {@link parsedFrom}. */
export function mergeFrom(
  outcome: YamlOutcome,
  { merge, turn }: { readonly merge: YamlMerge; readonly turn: YamlTurn },
): MergedDocument {
  if (turn.isOwnWork === true) {
    if (outcome.kind === 'died') return mergedYaml(merge)
    // Treated as a conflict, so that both versions are kept.
    if (outcome.kind === 'over budget') return { text: null, conflicts: ['body'] }
  }
  const result = resultOf(outcome)
  if (typeof result === 'object' && 'conflicts' in result) return result
  throw new TypeError('merging gives a text or conflicts')
}

/** The text after a change. Throws like {@link parsedFrom}, and ContentError for a refused change. */
export function textFrom(outcome: YamlOutcome): string {
  const result = resultOf(outcome)
  if (typeof result === 'string') return result
  throw new TypeError('a change gives a text')
}

/** What a data file holds. Throws like {@link parsedFrom}. */
export function dataFrom(outcome: YamlOutcome): DataReading {
  const result = resultOf(outcome)
  if (typeof result === 'object' && 'kind' in result) return result
  throw new TypeError('reading a data file gives a form or a reason')
}

function resultOf(outcome: YamlOutcome): YamlResult {
  switch (outcome.kind) {
    case 'done':
      return outcome.result
    case 'refused':
      throw new ContentError(outcome.code, outcome.reason)
    case 'failed':
      throw new Error(`long YAML: ${outcome.stack}`)
    case 'over budget': {
      const message = `Reading or changing this YAML takes ${outcome.budget}: make it shorter.`
      throw new GalleyError('validation_failed', message, { limit: message })
    }
    case 'died': {
      const message = 'The thread that reads long YAML ended before it answered; try again.'
      throw new GalleyError('unavailable', message, { retryAfter: 1 })
    }
  }
}
