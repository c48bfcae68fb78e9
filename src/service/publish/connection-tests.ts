/**
 * Trying what a site is set up with: whether its hosting can be written to, and whether its sync can
 * reach the repository and may push to it. Nothing of the site changes; what is wrong is a sentence
 * without secrets.
 *
 * @see src/http/README.md (Sites)
 */

import { GalleyError, givenUp } from '../../errors.js'
import type { Actor } from '../../model/user.js'
import type { Access } from '../accounts/access.js'
import type { Syncing } from '../sync/sync.js'
import type { Deploying } from './deploying.js'

/** How a test went. */
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
   * @throws GalleyError `not_found`; `forbidden` for all but admins; `conflict` while one of the site, or
   *   of the same person, is under way
   */
  hosting(actor: Actor, siteId: string, signal: AbortSignal): Promise<TestResult>
  /** @throws GalleyError as `hosting` */
  sync(actor: Actor, siteId: string, signal: AbortSignal): Promise<TestResult>
}

/** How long a place has to answer. */
const LONGEST_MS = 30_000

export function createConnectionTests({
  access,
  deploying,
  syncing,
}: ConnectionTestsDependencies): ConnectionTests {
  /** Sites and people of whom one is under way: a test is a way to make the server knock at doors. */
  const busy = new Set<string>()
  const tested = async (
    { actor, siteId, signal }: Asked,
    test: (signal: AbortSignal) => Promise<string>,
  ): Promise<TestResult> => {
    access.onSite(actor, siteId, 'site.change')
    const places = [siteId, actor.kind === 'server' ? 'server' : actor.user.id]
    if (places.some((place) => busy.has(place))) {
      throw new GalleyError('conflict', 'Another test is under way; wait for its answer.')
    }
    for (const place of places) busy.add(place)
    const late = AbortSignal.timeout(LONGEST_MS)
    try {
      return { ok: true, found: await test(AbortSignal.any([signal, late])) }
    } catch (error) {
      const seconds = LONGEST_MS / 1000
      if (late.aborted) return { ok: false, found: `No answer within ${seconds} seconds.` }
      if (signal.aborted) throw givenUp()
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

interface Asked {
  readonly actor: Actor
  readonly siteId: string
  readonly signal: AbortSignal
}
