/**
 * Trying what a site is set up with: whether its hosting can be written to, and whether its sync can
 * reach the repository and may push to it. Nothing of the site changes; what is wrong is a sentence
 * without secrets.
 *
 * @see src/http/README.md (Sites)
 */

import { GalleyError } from '../../errors.js'
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
  /** @throws GalleyError `not_found`; `forbidden` for all but admins; `conflict` while one is under way */
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
  /** Sites of which one is tried: a test is a way to make the server knock at doors. */
  const busy = new Set<string>()
  const tested = async (
    { actor, siteId, signal }: Asked,
    test: (signal: AbortSignal) => Promise<string>,
  ): Promise<TestResult> => {
    access.onSite(actor, siteId, 'site.change')
    if (busy.has(siteId)) {
      throw new GalleyError('conflict', 'A test of this site is under way; wait for its answer.')
    }
    busy.add(siteId)
    const late = AbortSignal.timeout(LONGEST_MS)
    try {
      return { ok: true, found: await test(AbortSignal.any([signal, late])) }
    } catch (error) {
      const seconds = LONGEST_MS / 1000
      if (late.aborted) return { ok: false, found: `No answer within ${seconds} seconds.` }
      if (!(error instanceof GalleyError)) throw error
      return { ok: false, found: error.message }
    } finally {
      busy.delete(siteId)
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
