/**
 * Packs an answer for a retry, without the parts that are in the request itself. A retry sends these again, else it
 * is another request. So no texts of users are stored for a day after they were sent or deleted.
 */

import { isDeepStrictEqual } from 'node:util'

/** An answer; `body` is a JSON value. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly etag?: string
}

interface StoredAnswer extends Answer {
  /** Fields of the body that equal those of the request. */
  readonly sent: readonly string[]
}

/** Shorter values are stored. */
const SHORT = 64

/** Packs an answer to a request with this body as JSON. */
export function packAnswer(answer: Answer, sentBody: unknown): string {
  const { body } = answer
  const sent = isObject(body) && isObject(sentBody) ? fieldsIn(body, sentBody) : []
  // Null keeps the place, so that the fields have the same order again.
  const gaps = Object.fromEntries(sent.map((name) => [name, null]))
  const stored: StoredAnswer = {
    ...answer,
    body: isObject(body) ? { ...body, ...gaps } : body,
    sent,
  }
  return JSON.stringify(stored)
}

/** Unpacks the answer for a request with the same body. */
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
