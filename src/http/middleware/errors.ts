/**
 * Converts errors to the API's error body. Only the messages of GalleyErrors are shown.
 *
 * @see src/http/README.md (Conventions)
 */

import type { Context, Middleware } from 'koa'
import { GalleyError, type ErrorCode } from '../../errors.js'
import type { TellLimit } from '../../model/reached-limit.js'
import { networkOf } from '../../system/addresses.js'
import { JSON_TYPE } from '../json-stream.js'
import type { Logger } from '../../system/logger.js'
import { inTurns } from '../long-json.js'
import { isForTools } from './cross-origin.js'
import { CSRF_HEADER } from './csrf.js'
import { isFullDisk } from '../../system/errno.js'

/** The type makes sure that every code has a status. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  second_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  in_progress: 409,
  unknown_outcome: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  front_matter_not_allowed: 422,
  rate_limited: 429,
  internal_error: 500,
  not_implemented: 501,
  unavailable: 503,
  insufficient_storage: 507,
}

/** HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return STATUS[code]
}

/** JSON body of an error; `request_id` lets the operator find it in the log. */
export function errorBody(error: GalleyError, requestId: string): Record<string, unknown> {
  return {
    error: error.code,
    message: error.message,
    ...(error.details && { details: error.details }),
    ...(error.currentSha !== undefined && { current_sha: error.currentSha }),
    ...(error.conflict && { conflict: error.conflict }),
    ...(error.passkey && { passkey: error.passkey }),
    ...(error.maxBytes !== undefined && { most_bytes: error.maxBytes }),
    request_id: requestId,
  }
}

/**
 * Answers every error. Logs those that are defects, and limits that were reached. Only the request id middleware is
 * outside of it.
 */
export function errors(logger: Logger, limitReached: TellLimit): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (thrown) {
      const error = toGalleyError(thrown)
      tellOfLimit(ctx, error, limitReached)
      if (error.code === 'internal_error') {
        logger.error({ requestId: ctx.state['requestId'], error: thrown }, 'request failed')
      }
      ctx.status = STATUS[error.code]
      if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter))
      if (error.code === 'unauthorized' && !isOfPage(ctx)) {
        ctx.set('WWW-Authenticate', challengeFor(ctx))
      }
      const isPlain = isOfGit(ctx)
      const body = errorBody(error, String(ctx.state['requestId']))
      ctx.body = isPlain ? error.message : await inTurns(body)
      ctx.type = isPlain ? 'text/plain; charset=utf-8' : JSON_TYPE
    }
  }
}

function tellOfLimit(ctx: Context, error: GalleyError, limitReached: TellLimit): void {
  if (error.limit === null) return
  const { userId, address, operation, siteId, requestId } = ctx.state
  const asker = typeof userId === 'string' ? { userId } : { address: String(address) }
  limitReached(asker.userId ?? networkOf(asker.address), {
    error: error.code,
    limit: error.limit,
    ...asker,
    ...(siteId !== undefined && { siteId: String(siteId) }),
    ...(operation !== undefined && { operation: String(operation) }),
    requestId: String(requestId),
  })
}

/** Clients of the Model Context Protocol have tokens (RFC 6750 §3). */
function challengeFor(ctx: Context): string {
  if (!isForTools(ctx)) return 'Basic realm="galley", charset="UTF-8"'
  const isWrong = ctx.get('Authorization') !== ''
  return `Bearer realm="galley"${isWrong ? ', error="invalid_token"' : ''}`
}

/** git shows the reason for a refusal only if it is plain text. */
function isOfGit(ctx: Context): boolean {
  // Not `path`, which throws where a target is no address.
  return (
    String(ctx.req.url).includes('/repository.git/') && ctx.get('User-Agent').startsWith('git/')
  )
}

/** Pages have a sign-in form: the browser must not show its own password dialog. */
function isOfPage(ctx: Context): boolean {
  const isSigningIn =
    /^\/v2\/(?:session$|setup$|sign-in\/|password\/|invitations\/(?:read|accept|join)$)/.test(
      ctx.path,
    )
  const isBySession = isSigningIn || ctx.get(CSRF_HEADER) !== ''
  return isBySession || /(?:^|;\s*)(?:__Host-)?galley_session[^;=]*=/.test(ctx.get('Cookie'))
}

function toGalleyError(thrown: unknown): GalleyError {
  if (thrown instanceof GalleyError) return thrown
  if (isFullDisk(thrown)) {
    return new GalleyError('insufficient_storage', 'The disk is full; nothing was changed.', {
      cause: thrown,
    })
  }
  return new GalleyError('internal_error', 'Something went wrong on the server.', { cause: thrown })
}
