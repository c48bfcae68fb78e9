/**
 * Handles `Idempotency-Key`: a request that creates something can be repeated if its answer was lost.
 *
 * @see draft-ietf-httpapi-idempotency-key-header; README.md (The API)
 */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { GalleyError } from '../../errors.js'
import type { Idempotency } from '../../service/operations/idempotency.js'
import { createYielder } from '../../system/yielding.js'
import { jsonPieces } from '../long-json.js'
import type { RawRequest, Reply, Route } from '../route.js'

const HEADER = 'Idempotency-Key'

/** Answers a request; from the stored answer if it was answered before. */
export async function answerOnce(
  route: Route,
  request: RawRequest,
  once: Idempotency,
): Promise<Reply> {
  const { actor, requestId } = request
  const header = request.header(HEADER)
  if (route.creates !== true || header === '' || actor.kind !== 'user') return route.handle(request)
  const key = parseKey(header)
  const fingerprint = await fingerprintOf(route, request)
  const attempt = {
    userId: actor.user.id,
    key,
    fingerprint,
    requestId,
    actor,
    siteId: request.params['site_id'],
    body: request.body,
  }
  const { answer, isRepeated } = await once.run(attempt, async () => {
    const { status, body, etag } = await route.handle(request)
    return { status, body, ...(etag !== undefined && { etag }) }
  })
  return isRepeated ? { ...answer, headers: { 'Idempotent-Replayed': 'true' } } : answer
}

/** A string in the form of RFC 8941, or without quotes. */
const QUOTED = /^"([\x20-\x21\x23-\x5b\x5d-\x7e]{1,255})"$/
const BARE = /^([\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]{1,255})$/

/** @throws GalleyError `bad_request` */
function parseKey(header: string): string {
  const key = (QUOTED.exec(header) ?? BARE.exec(header))?.[1]
  if (key !== undefined) return key
  throw new GalleyError(
    'bad_request',
    `${HEADER} must be 1 to 255 characters of ASCII, in quotes or without blanks and commas.`,
  )
}

/** Hash of everything in the request. */
async function fingerprintOf(route: Route, request: RawRequest): Promise<string> {
  const { path, querystring, body, upload } = request
  const hash = createHash('sha256')
  hash.update(JSON.stringify([route.operation, path, querystring]))
  // A body of megabytes in one piece would let all others wait.
  const yieldIfDue = createYielder()
  for (const piece of jsonPieces(body ?? null)) {
    hash.update(piece)
    await yieldIfDue()
  }
  if (upload !== null) {
    hash.update(JSON.stringify([upload.filename, upload.size]))
    await pipeline(createReadStream(upload.path), hash, { end: false })
  }
  return hash.digest('hex')
}
