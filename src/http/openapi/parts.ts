/** Small shared parts of the document. */

import { REPLY_HEADERS, type ReplyHeader } from './headers.js'
import type { Json } from './schemas.js'

const EVERYWHERE = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const satisfies readonly ReplyHeader[]

/** References to the headers of every answer, and to the given ones. */
export function headerRefs(names: readonly ReplyHeader[]): Json {
  const all = [...EVERYWHERE, ...names]
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** `components.headers`. */
export function headerComponents(): Json {
  return { ...REPLY_HEADERS }
}
