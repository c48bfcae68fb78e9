/** Makes the request of an operation from its input: path, query, body. */

import { randomKey } from './random-key.js'
import { OPERATIONS, type OperationId } from './api.js'
import type { FetchInit, Sending } from './send.js'

/** The part of the input that every operation has. */
export interface Common {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** The input of any operation, without its types. */
export interface AnyInput extends Common {
  readonly path?: Readonly<Record<string, string>> | undefined
  readonly query?: object | undefined
  readonly body?: unknown
}

/** An operation in the table: `POST /v2/sites/{site_id}/pages once sets`. */
interface Shape {
  readonly method: string
  readonly template: string
  /** Its body is a multipart form. */
  readonly isForm: boolean
  /** It takes an `Idempotency-Key`. */
  readonly isOnce: boolean
  /** It takes `change_set`. */
  readonly isInSets: boolean
}

function shapeOf(operation: OperationId): Shape {
  if (!Object.hasOwn(OPERATIONS, operation)) {
    throw new TypeError(`There is no operation "${operation}".`)
  }
  const [method = '', template = '', ...words] = OPERATIONS[operation].split(' ')
  const [isForm = false, isOnce = false, isInSets = false] = ['form', 'once', 'sets'].map((word) =>
    words.includes(word),
  )
  return { method, template, isForm, isOnce, isInSets }
}

/** Whether it is for the set of the client. A change that no set can hold is, too: the server refuses it there. */
function isForSet({ method, template, isInSets }: Shape): boolean {
  return (
    isInSets || (method !== 'GET' && /\{(site|document|page)_id\}(?!\/change_sets)/.test(template))
  )
}

/**
 * @param changeSet where to read and write; the query of the input may name another one, or undefined for the site
 * @throws TypeError for an operation that does not exist; for a path parameter that is missing, or has a segment `.`
 *   or `..`
 */
export function requestOf(
  operation: OperationId,
  input: AnyInput,
  changeSet: string | null,
): Sending {
  const shape = shapeOf(operation)
  const { method, template, isForm, isOnce } = shape
  const { signal, body } = input
  const isJson = body !== undefined && !isForm && !(body instanceof Blob)
  const headers = {
    ...(isJson && { 'content-type': 'application/json' }),
    ...(isOnce && { 'idempotency-key': randomKey() }),
    ...input.headers,
  }
  const inSet = changeSet !== null && isForSet(shape) && { change_set: changeSet }
  const path = pathOf(template, { ...input, query: { ...inSet, ...input.query } })
  const content = body === undefined ? undefined : contentOf(body, isForm)
  return { method, path, headers, signal, ...(content !== undefined && { body: () => content }) }
}

function contentOf(body: unknown, isForm: boolean): FetchInit['body'] {
  if (body instanceof FormData || body instanceof Blob) return body
  if (!isForm) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(body))) {
    if (value instanceof Blob) form.append(name, value)
    else if (typeof value === 'string') form.append(name, value)
  }
  return form
}

/** Path and query of an operation. */
export function pathOf(template: string, { path = {}, query = {} }: AnyInput): string {
  const filled = template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = path[name]
    if (value === undefined) throw new TypeError(`path.${name} is missing.`)
    return encodePath(value, name)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** Slashes stay, because file names have them. `.` and `..` would change the path. */
function encodePath(text: string, name: string): string {
  const segments = text.split('/')
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    throw new TypeError(`${name} must not hold "." or ".." between slashes: ${text}`)
  }
  return segments.map(encodeURIComponent).join('/')
}
