/**
 * Carries out a request only once, however often it is sent: a client without an answer repeats it with the same key,
 * and gets the stored answer.
 *
 * The request is recorded before it begins, and its answer before it is sent. If the server crashes in between,
 * nobody knows whether the request was carried out: a repetition then gets an error that says so, and nothing is
 * done. A refused request is forgotten, because it changed nothing.
 *
 * @see draft-ietf-httpapi-idempotency-key-header
 */

import { GalleyError, invalid, notFound, type ErrorCode } from '../../errors.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { Access } from '../accounts/access.js'
import type { Vault } from '../accounts/vault.js'
import { packAnswer, unpackAnswer, type Answer } from './kept-answer.js'

/** A request with a key. */
interface KeyedRequest {
  readonly userId: string
  /** The client's key; separate for each user. */
  readonly key: string
  /** Equal for equal requests. */
  readonly fingerprint: string
  readonly requestId: string
  readonly actor: Actor
  /** The site of the request; undefined for none. */
  readonly siteId: string | undefined
  /** The JSON body. Parts that the answer repeats are not stored. */
  readonly body: unknown
}

export interface Idempotency {
  /**
   * Runs the work, or returns the stored answer.
   *
   * @throws GalleyError `validation_failed` if the key was used for another request; `in_progress` while the first one
   *   runs; `unknown_outcome` if it was interrupted, or if its answer was not stored; `not_found` if the user may no
   *   longer see the site; `rate_limited` after too many in a day
   */
  run(
    attempt: KeyedRequest,
    work: () => Promise<Answer>,
  ): Promise<{ readonly answer: Answer; readonly isRepeated: boolean }>
  /** Deletes old entries. */
  sweep(): void
}

interface IdempotencyDependencies {
  readonly records: Pick<Records, 'requests'>
  readonly access: Pick<Access, 'roleOn'>
  readonly vault: Pick<Vault, 'digest'>
  readonly now: () => number
  readonly onError: (error: unknown, context: Readonly<Record<string, unknown>>) => void
}

/** How long answers are stored. */
const KEEP_MS = 24 * 60 * 60_000

/** Keys per user. Each takes a few hundred bytes; the store limits longer ones. */
const MAX_KEYS_PER_USER = 20_000

/** After these errors, the request may still have been carried out. */
const UNCERTAIN: ReadonlySet<ErrorCode> = new Set(['internal_error', 'insufficient_storage'])

export function createIdempotency({
  records: { requests },
  access,
  vault,
  now,
  onError,
}: IdempotencyDependencies): Idempotency {
  const running = new Set<string>()
  const known = (attempt: KeyedRequest): Answer | null => {
    const stored = requests.find(attempt)
    if (stored === null || stored.at < now() - KEEP_MS) return null
    const { actor, siteId } = attempt
    // An answer is only for users who still have a role on the site.
    if (siteId !== undefined && access.roleOn(actor, siteId) === null) throw notFound('site')
    if (stored.fingerprint !== keyed(attempt, vault)) {
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
      // The request succeeded; only a repetition will not get the answer.
      onError(error, { requestId: attempt.requestId, doing: 'keeping an answer' })
    }
  }
  const carryOut = async (attempt: KeyedRequest, work: () => Promise<Answer>): Promise<Answer> => {
    const { userId, key, requestId } = attempt
    const fingerprint = keyed(attempt, vault)
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

/** A request may hold a password: without the server's key, nobody can try passwords on a copy of the database. */
function keyed({ fingerprint }: KeyedRequest, vault: Pick<Vault, 'digest'>): string {
  return vault.digest(fingerprint).toString('hex')
}

function tooMany(): GalleyError {
  const most = MAX_KEYS_PER_USER.toLocaleString('en')
  const message = `More than ${most} requests with an Idempotency-Key in 24 hours; send this one without a key.`
  return new GalleyError('rate_limited', message, { retryAfter: 3600 })
}

function stillRunning(): GalleyError {
  const message = 'A request with this Idempotency-Key is being carried out; try again in a moment.'
  return new GalleyError('in_progress', message, { retryAfter: 1 })
}

function outcomeUnknown(requestId: string): GalleyError {
  return new GalleyError(
    'unknown_outcome',
    'A request with this Idempotency-Key was broken off and may have been carried out. Look for what it ' +
      `makes, or for a commit with Galley-Request-Id: ${requestId}; if it is not there, send the request ` +
      'with another key.',
  )
}

function answerDropped(requestId: string): GalleyError {
  return new GalleyError(
    'unknown_outcome',
    'This request was carried out. Its answer was too large to be kept; what it changed is in the ' +
      `commit with Galley-Request-Id: ${requestId}.`,
  )
}
