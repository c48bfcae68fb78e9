/** Decides which errors a route can answer with, and describes them. */

import type { ErrorCode } from '../../errors.js'
import { statusOf } from '../middleware/errors.js'
import type { Route } from '../route.js'
import type { ReplyHeader } from './headers.js'
import { headerRefs } from './parts.js'
import { refTo, type Json } from './schemas.js'

const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'The request can’t be read: malformed JSON, multipart or percent-encoding.',
  unauthorized: 'Credentials are missing or wrong.',
  forbidden: 'Your role or token does not allow this, or the request comes from another website.',
  second_factor_required:
    'The password is right, but a code of the second factor is needed too; or the server wants you to set one up first.',
  not_found: 'The resource does not exist, or you may not see it.',
  method_not_allowed: 'The path supports other methods only (`Allow`).',
  not_acceptable: '`Accept` asks for a media type that this endpoint does not return.',
  conflict: 'The request conflicts with the current state; nothing was changed.',
  in_progress: 'A request with this `Idempotency-Key` is being carried out (`Retry-After`).',
  unknown_outcome:
    'A request with this `Idempotency-Key` has been or may have been carried out, and its answer is gone; ' +
    'nothing was done this time.',
  precondition_failed: 'The version has changed in the meantime; nothing was changed.',
  payload_too_large: 'The body is larger than allowed.',
  unsupported_media_type: 'The endpoint does not accept this media type.',
  validation_failed: 'A field or parameter is missing or has an invalid value (`details`).',
  front_matter_not_allowed: 'The file has front matter; upload it through the source.',
  rate_limited: 'Too many requests, or too many failed logins.',
  internal_error: 'Something went wrong on the server.',
  not_implemented: 'This server has no git.',
  unavailable:
    'The server is starting or stopping, a queue is full, or too many large answers are still being read ' +
    '(`Retry-After`).',
  insufficient_storage:
    'The disk is full, or the site is at its limit of disk space (`most_bytes`); nothing was changed.',
}

const HEADERS: Readonly<Record<number, readonly ReplyHeader[]>> = {
  401: ['WWW-Authenticate'],
  // For a repeated `Idempotency-Key` while the first request runs.
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** All error codes of a route, including those of its `errors`. */
function errorCodesOf(route: Route, path: string): ErrorCode[] {
  const isRead = route.method === 'get'
  const hasParams = path.includes('{')
  const takesBody = route.input.kind !== 'none'
  const rules: readonly (readonly [ErrorCode, boolean])[] = [
    ['bad_request', hasParams || takesBody || !isRead],
    ['unauthorized', route.access !== 'public'],
    // A token may lack a scope.
    ['forbidden', !isRead || ['key', 'operator'].includes(route.access)],
    // A session may lack the second factor that the server wants.
    ['second_factor_required', ['key', 'operator'].includes(route.access)],
    // Public changes do not reveal what exists.
    ['not_found', hasParams && (isRead || route.access !== 'public')],
    ['not_acceptable', Object.values(route.replies).every(({ schema, type }) => schema && !type)],
    ['conflict', route.creates === true],
    ['in_progress', route.creates === true],
    ['unknown_outcome', route.creates === true],
    ['precondition_failed', route.headers?.includes('If-Match') === true],
    // Routes that read the body themselves list these errors themselves.
    ['payload_too_large', takesBody && route.input.kind !== 'raw'],
    ['unsupported_media_type', !isRead],
    ['validation_failed', hasParams || route.query !== null || takesBody],
    ['rate_limited', true],
    ['internal_error', true],
    ['unavailable', true],
    ['insufficient_storage', !isRead],
  ]
  const own = rules.filter(([, applies]) => applies).map(([code]) => code)
  return [...new Set([...own, ...(route.errors ?? [])])]
}

/**
 * Error responses by status, as references to components.
 *
 * @param path the path of the route to describe, in OpenAPI form
 */
export function errorResponses(
  route: Route,
  path: string,
  components: Map<string, Json>,
): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorCodesOf(route, path)) {
    byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code])
  }
  const responses: Record<string, Json> = {}
  for (const [status, codes] of byStatus) {
    const name = codes.map(pascal).join('Or') + (route.tag === 'Git' ? 'ForGit' : '')
    if (!components.has(name)) components.set(name, errorResponse(status, codes, route.tag))
    responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return responses
}

function pascal(code: string): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function errorResponse(status: number, codes: readonly ErrorCode[], tag: string): Json {
  const code = { enum: codes }
  const schema = { allOf: [refTo('ErrorBody'), { type: 'object', properties: { error: code } }] }
  return {
    description: codes.map((one) => MEANINGS[one]).join(' Or: '),
    headers: headerRefs(HEADERS[status] ?? []),
    content: {
      'application/json': { schema, example: errorExample(codes[0] ?? 'internal_error') },
      // git shows the reason only if it is plain text.
      ...(tag === 'Git' && {
        'text/plain': { schema: { type: 'string' }, example: MEANINGS[codes[0] ?? 'not_found'] },
      }),
    },
  }
}

function errorExample(code: ErrorCode): Json {
  const isInput = code === 'validation_failed'
  return {
    error: code,
    message: isInput ? 'title must not be empty' : MEANINGS[code].replaceAll('`', ''),
    ...(isInput && { details: [{ field: 'title', message: 'must not be empty' }] }),
    request_id: '66f1c2a0d4b9e83f5a7c1e20',
  }
}
