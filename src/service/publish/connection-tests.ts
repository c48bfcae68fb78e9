/**
 * Tests the hosting of a site (can it be written to?) and its sync (can the repository be read, and may it be pushed to?).
 * Changes nothing. A failed test is a sentence without secrets. @see src/http/README.md (Sites)
 */

import { GalleyError, requestAborted } from '../../errors.js'
import type { Actor } from '../../model/user.js'
import type { Access } from '../accounts/access.js'
import type { Syncing } from '../sync/sync.js'
import type { Deploying } from './deploying.js'

interface TestResult {
  readonly ok: boolean
  /** One sentence: what was found, or what is wrong. */
  readonly found: string
}

interface ConnectionTestsDependencies {
  readonly access: Access
  readonly deploying: Pick<Deploying, 'test'>
  readonly syncing: Pick<Syncing, 'test'>
}

export interface ConnectionTests {
  /**
   * @throws GalleyError `not_found`; `forbidden` for all but admins; `conflict` while another test of the site or of
   *   the same user is running
   */
  hosting(actor: Actor, siteId: string, signal: AbortSignal): Promise<TestResult>
  /** @throws GalleyError as `hosting` */
  sync(actor: Actor, siteId: string, signal: AbortSignal): Promise<TestResult>
}

/** Time limit for the other server to answer. */
const TIME_LIMIT_MS = 30_000

export function createConnectionTests({
  access,
  deploying,
  syncing,
}: ConnectionTestsDependencies): ConnectionTests {
  /** Sites and users with a running test: one each at a time, since a test makes the server connect elsewhere. */
  const busy = new Set<string>()
  const tested = async (
    { actor, siteId, signal }: TestRequest,
    test: (signal: AbortSignal) => Promise<string>,
  ): Promise<TestResult> => {
    access.onSite(actor, siteId, 'site.change')
    const places = [siteId, actor.kind === 'server' ? 'server' : actor.user.id]
    if (places.some((place) => busy.has(place))) {
      throw new GalleyError('conflict', 'Another test is under way; wait for its answer.')
    }
    for (const place of places) busy.add(place)
    const late = AbortSignal.timeout(TIME_LIMIT_MS)
    try {
      return { ok: true, found: await test(AbortSignal.any([signal, late])) }
    } catch (error) {
      const seconds = TIME_LIMIT_MS / 1000
      if (late.aborted) return { ok: false, found: `No answer within ${seconds} seconds.` }
      if (signal.aborted) throw requestAborted()
      if (!(error instanceof GalleyError)) throw error
      return { ok: false, found: error.message }
    } finally {
      for (const place of places) busy.delete(place)
    }
  }
  return {
    hosting: (actor, siteId, signal) =>
      tested({ actor, siteId, signal }, (until) => deploying.test(actor, siteId, until)),
    sync: (actor, siteId, signal) =>
      tested({ actor, siteId, signal }, (until) => syncing.test(siteId, until)),
  }
}

interface TestRequest {
  readonly actor: Actor
  readonly siteId: string
  readonly signal: AbortSignal
}
