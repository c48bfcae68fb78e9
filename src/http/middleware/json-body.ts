/**
 * Parses a request body as JSON. JSON is UTF-8 (RFC 8259 §8.1); other bytes are rejected, because converting them
 * would store something else than was sent.
 */

import { GalleyError, invalid } from '../../errors.js'
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../../model/limits.js'
import { decodeYielding } from '../../system/long-text.js'
import { createYielder } from '../../system/yielding.js'
import type { HeldBody } from './held-bodies.js'
import { createJsonScanner, type JsonShape } from './json-scan.js'

const MAX_SHAPE: JsonShape = { values: MAX_JSON_VALUES, depth: MAX_JSON_DEPTH }

/**
 * Parses JSON as its bytes arrive, with yields to the event loop.
 *
 * @param maxBytes limit of the body
 * @throws GalleyError `bad_request`; `validation_failed` for values that cannot be stored; `payload_too_large` as
 *   soon as there are more bytes or values than allowed
 */
export async function readJson(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  held?: HeldBody,
): Promise<unknown> {
  const scanner = createJsonScanner(MAX_SHAPE)
  const bytes = new Bytes()
  const yieldIfDue = createYielder()
  for await (const chunk of chunks) {
    await yieldIfDue()
    if (bytes.length + chunk.length > maxBytes) throw tooLarge(maxBytes)
    held?.add(chunk.length)
    // Checked before parsing, because the parser would create all values first.
    requireShape(scanner.add(chunk))
    bytes.add(chunk)
  }
  return valueOf(await decode(bytes.all()))
}

/** Bytes in one piece: very small chunks, each kept as it came, would take a hundred times as much. */
class Bytes {
  #buffer: Buffer = Buffer.alloc(0)
  length = 0

  add(chunk: Uint8Array): void {
    const needed = this.length + chunk.length
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length))
      larger.set(this.all())
      this.#buffer = larger
    }
    this.#buffer.set(chunk, this.length)
    this.length = needed
  }

  all(): Uint8Array {
    return this.#buffer.subarray(0, this.length)
  }
}

export function tooLarge(maxBytes: number): GalleyError {
  const most = maxBytes.toLocaleString('en-US')
  return new GalleyError(
    'payload_too_large',
    `The body is larger than the limit of ${most} bytes.`,
    { maxBytes },
  )
}

async function valueOf(text: string): Promise<unknown> {
  if (!/\S/.test(text)) return {}
  const yieldIfDue = createYielder()
  const value = parse(text)
  if (typeof value !== 'object' || value === null) throw unreadable('it is not a JSON object')
  await check(value, yieldIfDue)
  return value
}

function requireShape({ values, depth }: JsonShape): void {
  if (depth > MAX_JSON_DEPTH)
    throw invalid('body', `is nested more than ${MAX_JSON_DEPTH} levels deep`)
  if (values <= MAX_JSON_VALUES) return
  const most = MAX_JSON_VALUES.toLocaleString('en')
  throw new GalleyError(
    'payload_too_large',
    `The body has more than ${most} values: split it into several requests.`,
  )
}

async function decode(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    const text = await decodeYielding(bytes, (piece) => decoder.decode(piece))
    return text.startsWith('\ufeff') ? text.slice(1) : text
  } catch (cause) {
    throw unreadable('it is not UTF-8', cause)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** @param reason a sentence, or the thrown error */
export function unreadable(reason: unknown, cause = reason): GalleyError {
  const text = reason instanceof Error ? reason.message : String(reason)
  return new GalleyError('bad_request', `The body can't be read: ${text}`, { cause })
}

/** Values between two checks whether to yield to the event loop. */
const VALUES_A_LOOK = 100

/** Checks depth and keys: later code may use recursion, and set the keys on objects. */
async function check(body: object, yieldIfDue: () => Promise<void>): Promise<void> {
  const found: [path: string, value: object][] = [['', body]]
  let looked = 0
  for (const [path, value] of found) {
    for (const key of Object.keys(value)) {
      if (looked++ % VALUES_A_LOOK === 0) await yieldIfDue()
      if (key === '__proto__') throw unreadable('it has a key __proto__')
      requireText(path, key)
      const inner: unknown = Reflect.get(value, key)
      const place = path === '' ? key : `${path}.${key}`
      if (typeof inner === 'string') requireText(place, inner)
      if (typeof inner === 'object' && inner !== null) found.push([place, inner])
    }
  }
}

/** Lone surrogates are not characters, and UTF-8 cannot encode them. */
function requireText(path: string, text: string): void {
  if (!text.isWellFormed())
    throw invalid(
      path.slice(0, 200) || 'body',
      'contains a lone surrogate (\\ud800 to \\udfff), which is not a character',
    )
}
