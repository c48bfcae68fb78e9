/**
 * Bytes of a request as a JSON value. JSON is UTF-8 (RFC 8259 §8.1): what is not is refused, since
 * whoever reads on writes something else than was sent.
 */

import { GalleyError, invalid } from '../../errors.js'
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../../model/limits.js'
import { scanJson } from './json-scan.js'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * @throws GalleyError `bad_request`, `validation_failed` for what no file can hold, `payload_too_large`
 *   for more values than are taken
 */
export function parseJson(bytes: Uint8Array): unknown {
  requireShape(bytes)
  const text = decode(bytes)
  if (text.trim() === '') return {}
  const value = parse(text)
  if (typeof value !== 'object' || value === null) throw unreadable('it is no JSON object')
  check(value)
  return value
}

/** Of the bytes: a parser would make all of it first. */
function requireShape(bytes: Uint8Array): void {
  const { values, depth } = scanJson(bytes, { values: MAX_JSON_VALUES, depth: MAX_JSON_DEPTH })
  if (depth > MAX_JSON_DEPTH) throw invalid('body', `is nested over ${MAX_JSON_DEPTH} levels deep`)
  if (values <= MAX_JSON_VALUES) return
  const most = MAX_JSON_VALUES.toLocaleString('en')
  throw new GalleyError(
    'payload_too_large',
    `The body holds more than ${most} values: send it in several requests.`,
  )
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw unreadable('it is not UTF-8', cause)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadable(cause instanceof Error ? cause.message : 'it is no JSON', cause)
  }
}

function unreadable(reason: string, cause?: unknown): GalleyError {
  return new GalleyError('bad_request', `The body can't be read: ${reason}`, { cause })
}

/** Whatever walks a body later may do so by recursion, and set what it finds on an object. */
function check(body: object): void {
  let level: (readonly [path: string, value: unknown])[] = [['', body]]
  while (level.length > 0) {
    level = level.flatMap(([path, value]) => {
      if (typeof value === 'string') requireText(path, value)
      if (typeof value !== 'object' || value === null) return []
      return Object.entries(value).map(([key, inner]) => {
        if (key === '__proto__') throw unreadable('it has a key __proto__')
        requireText(path, key)
        return [path === '' ? key : `${path}.${key}`, inner] as const
      })
    })
  }
}

/** Half of a pair of surrogates is no character, and UTF-8 has no bytes for it. */
const HALF = /\p{Surrogate}/u

function requireText(path: string, text: string): void {
  if (HALF.test(text))
    throw invalid(path.slice(0, 200) || 'body', 'holds half of a character (\\ud800 to \\udfff)')
}
