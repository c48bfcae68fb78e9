/**
 * Converts validation errors to sentences. Each message continues the name of its field ("title" + "must be a text"),
 * and may say what was probably meant.
 */

import type { z } from 'zod'
import { GalleyError, type ErrorDetail } from '../errors.js'
import { MAX_ERROR_DETAILS } from '../model/limits.js'
import { didYouMean } from '../system/nearest.js'
import { misspeltNameFor } from './misspelt-names.js'

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** Validates a value. @throws GalleyError `validation_failed` with a detail for each field */
export function check<Schema extends z.ZodType>(
  schema: Schema | undefined,
  value: unknown,
): z.output<Schema> {
  // Without a schema, nothing is known about the value.
  if (!schema) return value as z.output<Schema>
  const result = schema.safeParse(value, { error: sentenceOf })
  if (result.success) return result.data
  throw validationError(result.error, { value, schema })
}

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const NOT_ALLOWED = 'has a value that is not allowed'

/** The message for an issue without a message of its own. */
function sentenceOf(issue: Issue): string {
  const { code } = issue
  if (code === 'invalid_type') {
    if (issue.input === undefined) return 'is needed'
    return `must be ${KINDS[issue.expected] ?? 'of another kind'}`
  }
  if (code === 'invalid_value') return choiceOf(issue)
  if (code === 'invalid_union') return unionChoiceOf(issue)
  if (code === 'too_small') return `must ${sizeOf(issue.origin, 'least', issue.minimum)}`
  if (code === 'too_big') return `may ${sizeOf(issue.origin, 'most', issue.maximum)}`
  return NOT_ALLOWED
}

/** The message for a value that is not one of the allowed words. */
function choiceOf({ input, values }: Extract<Issue, { code: 'invalid_value' }>): string {
  const words = values.map(String)
  if (input === undefined) return `is needed: ${listed(words)}`
  return `must be ${listed(words)}${typeof input === 'string' ? didYouMean(input, words) : ''}`
}

/** The message for an object that is none of the alternatives, which one of its fields tells apart. */
function unionChoiceOf(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const { discriminator: field } = issue
  if (field === undefined || !Array.isArray(issue['options'])) return NOT_ALLOWED
  const input: unknown = Object(issue.input)[field]
  return choiceOf({ code: 'invalid_value', input, values: issue['options'].map(String) })
}

function sizeOf(origin: string, end: string, size: number | bigint): string {
  const bound = `at ${end} ${size.toLocaleString('en')}`
  if (origin === 'string') return `have ${bound} characters`
  return origin === 'array' ? `have ${bound} entries` : `be ${bound}`
}

/** `a`, `a or b`, `a, b or c`. */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}

interface Checked {
  readonly value: unknown
  readonly schema: z.ZodType
}

/** The error for all issues of a schema. */
function validationError(error: z.ZodError, checked: Checked): GalleyError {
  const details: ErrorDetail[] = error.issues.slice(0, MAX_ERROR_DETAILS).map((issue) => ({
    field: issue.path.map(String).join('.') || 'body',
    message: issue.message + misspellingHint(issue, checked),
  }))
  const first = details[0]
  const message =
    (first ? `${first.field} ${first.message}` : 'The request is not valid.') +
    moreThan(details.length, error.issues.length)
  return new GalleyError('validation_failed', message, { details, cause: error })
}

/** If a field is missing and a misspelt name is probably meant: the end of the message. */
function misspellingHint({ path }: z.core.$ZodIssue, checked: Checked): string {
  const given = misspeltNameFor(path, checked)
  return given === null ? '' : `; ${given} is not known here: did you mean ${String(path.at(-1))}?`
}

/** The end of the message if there are more issues than listed. */
function moreThan(named: number, all: number): string {
  return all > named
    ? ` (the first ${named} of ${all.toLocaleString('en')} such errors are named)`
    : ''
}
