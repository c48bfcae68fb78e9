/**
 * Carries a request out once, however often it comes: a client that did not get its answer asks again
 * by the same key, and gets the answer of the first time.
 *
 * What is known is in the records before the request begins and before its answer goes out. When the
 * server falls in between, nobody can say from here whether the request was carried out: a retry is
 * then told so, and nothing is done a second time. A refused request is forgotten, for it changed nothing.
 *
 * @see draft-ietf-httpapi-idempotency-key-header
 */

import { GalleyError, invalid, notFound, type ErrorCode } from '../../errors.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { Access } from '../accounts/access.js'
import { packAnswer, unpackAnswer, type Answer } from './kept-answer.js'

/** One try of a request. */
interface KeyedRequest {
  readonly userId: string
  /** What the client calls the request; its own for each user. */
  readonly key: string
  /** Equal for requests that ask for the same. */
  readonly fingerprint: string
  readonly requestId: string
  readonly actor: Actor
  /** The site that it is about; undefined for none. */
  readonly siteId: string | undefined
  /** Body of the request, a JSON value; what of it the answer says again is not kept. */
  readonly body: unknown
}

export interface Idempotency {
  /**
   * Runs the work, or gives the answer that it had before.
   *
   * @throws GalleyError `validation_failed` for a key that named another request, `conflict` while the
   * first one runs, for one that was broken off and one whose answer is not kept, `not_found` to whom
   * the site is no longer open, `rate_limited` after very many in a day
   */
  run(
    attempt: KeyedRequest,
    work: () => Promise<Answer>,
  ): Promise<{ readonly answer: Answer; readonly isRepeated: boolean }>
  /** Forgets what is too old. */
  sweep(): void
}

interface IdempotencyDependencies {
  readonly records: Pick<Records, 'requests'>
  readonly access: Pick<Access, 'roleOn'>
  readonly now: () => number
  readonly onError: (error: unknown, context: Readonly<Record<string, unknown>>) => void
}

/** Answers are kept so long. */
const KEEP_MS = 24 * 60 * 60_000

/** Each is some hundred bytes; the store bounds those that are larger. */
const MAX_KEYS_PER_USER = 20_000

/** After these the request may have been carried out all the same. */
const UNCERTAIN: ReadonlySet<ErrorCode> = new Set(['internal_error', 'insufficient_storage'])

export function createIdempotency({
  records: { requests },
  access,
  now,
  onError,
}: IdempotencyDependencies): Idempotency {
  const running = new Set<string>()
  const known = (attempt: KeyedRequest): Answer | null => {
    const stored = requests.find(attempt)
    if (stored === null || stored.at < now() - KEEP_MS) return null
    const { actor, siteId } = attempt
    // What somebody was answered while he had a role is not told him later.
    if (siteId !== undefined && access.roleOn(actor, siteId) === null) throw notFound('site')
    if (stored.fingerprint !== attempt.fingerprint) {
      throw invalid('Idempotency-Key', 'was already used for another request')
    }
    if (stored.answer === null) throw outcomeUnknown(stored.requestId)
    if (stored.answer === '') throw answerDropped(stored.requestId)
    return unpackAnswer(stored.answer, attempt.body)
  }
  const keep = (attempt: KeyedRequest, answer: Answer): void => {
    try {
      requests.finish(attempt, packAnswer(answer, attempt.body))
    } catch (error) {
      // It is done, and says so; only a retry will not learn of it.
      onError(error, { requestId: attempt.requestId, doing: 'keeping an answer' })
    }
  }
  const carryOut = async (attempt: KeyedRequest, work: () => Promise<Answer>): Promise<Answer> => {
    const { userId, key, fingerprint, requestId } = attempt
    const at = now()
    if (requests.countOf(userId, MAX_KEYS_PER_USER) >= MAX_KEYS_PER_USER) throw tooMany()
    requests.begin({ userId, key, fingerprint, requestId, at })
    try {
      const answer = await work()
      keep(attempt, answer)
      return answer
    } catch (error) {
      if (error instanceof GalleyError && !UNCERTAIN.has(error.code)) requests.forget(attempt)
      throw error
    }
  }
  return {
    run: async (attempt, work) => {
      const name = JSON.stringify([attempt.userId, attempt.key])
      if (running.has(name)) throw stillRunning()
      const answer = known(attempt)
      if (answer !== null) return { answer, isRepeated: true }
      running.add(name)
      try {
        return { answer: await carryOut(attempt, work), isRepeated: false }
      } finally {
        running.delete(name)
      }
    },
    sweep: () => {
      requests.deleteOlder(now() - KEEP_MS)
    },
  }
}

function tooMany(): GalleyError {
  const most = MAX_KEYS_PER_USER.toLocaleString('en')
  const message = `More than ${most} requests with an Idempotency-Key in 24 hours; send this one without a key.`
  return new GalleyError('rate_limited', message, { retryAfter: 3600 })
}

function stillRunning(): GalleyError {
  const message = 'A request with this Idempotency-Key is being carried out; try again in a moment.'
  return new GalleyError('conflict', message, { retryAfter: 1 })
}

function outcomeUnknown(requestId: string): GalleyError {
  return new GalleyError(
    'conflict',
    'A request with this Idempotency-Key was broken off and may have been carried out. Look for a ' +
      `commit with Galley-Request-Id: ${requestId}; if there is none, send the request with another key.`,
  )
}

function answerDropped(requestId: string): GalleyError {
  return new GalleyError(
    'conflict',
    'This request was carried out. Its answer was too large to be kept; what it changed is in the ' +
      `commit with Galley-Request-Id: ${requestId}.`,
  )
}
