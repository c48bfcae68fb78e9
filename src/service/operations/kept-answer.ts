/**
 * An answer as it is kept for a retry: without what the request said itself. A retry says it again, or
 * it is another request; so no text of anybody lies about for a day after it was sent, or deleted.
 */

import { isDeepStrictEqual } from 'node:util'

/** What was answered; `body` is a JSON value. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly etag?: string
}

interface StoredAnswer extends Answer {
  /** Fields of the body that are those of the request. */
  readonly sent: readonly string[]
}

/** Shorter ones are no text. */
const SHORT = 64

/** JSON of an answer to a request with this body. */
export function packAnswer(answer: Answer, sentBody: unknown): string {
  const { body } = answer
  const sent = isObject(body) && isObject(sentBody) ? fieldsIn(body, sentBody) : []
  // Null holds the place, so that the fields of a retry's answer stand in the same order.
  const gaps = Object.fromEntries(sent.map((name) => [name, null]))
  const stored: StoredAnswer = {
    ...answer,
    body: isObject(body) ? { ...body, ...gaps } : body,
    sent,
  }
  return JSON.stringify(stored)
}

/** The answer again, for a request with the same body. */
export function unpackAnswer(json: string, sentBody: unknown): Answer {
  const { sent = [], ...answer }: Partial<StoredAnswer> & Answer = JSON.parse(json)
  if (!isObject(answer.body) || !isObject(sentBody)) return answer
  const filled = Object.fromEntries(sent.map((name) => [name, sentBody[name]]))
  return { ...answer, body: { ...answer.body, ...filled } }
}

function fieldsIn(body: JsonObject, sentBody: JsonObject): string[] {
  return Object.keys(body).filter(
    (name) =>
      Object.hasOwn(sentBody, name) &&
      isLong(body[name]) &&
      isDeepStrictEqual(body[name], sentBody[name]),
  )
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' ? value.length > SHORT : typeof value === 'object'
}

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
