/**
 * Tests the hosting of a site (can it be written to?) and its sync (can the repository be read, and may it be pushed to?),
 * as saved, or as a client would save them.
 * Changes nothing. A failed test is a sentence without secrets. @see src/http/README.md (Sites)
 */

import { GalleyError, requestAborted } from '../../errors.js'
import type { SiteRecord } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import type { Access } from '../accounts/access.js'
import { changedPlaces, type CheckOptions, type PlaceInput } from '../sites/place-options.js'
import type { SiteOptions } from '../sites/site-options.js'
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
  readonly options: SiteOptions
  readonly checkOptions: CheckOptions
}

interface TestOptions {
  /** What to try instead of the saved settings. */
  readonly input?: PlaceInput
  readonly signal: AbortSignal
}

export interface ConnectionTests {
  /**
   * @throws GalleyError `not_found`; `validation_failed` for options that are malformed; `forbidden` for all but admins; `conflict` while another test of the site or of
   *   the same user is running
   */
  hosting(actor: Actor, siteId: string, options: TestOptions): Promise<TestResult>
  /** @throws GalleyError as `hosting` */
  sync(actor: Actor, siteId: string, options: TestOptions): Promise<TestResult>
}

/** Time limit for the other server to answer. */
const TIME_LIMIT_MS = 30_000

export function createConnectionTests({
  access,
  deploying,
  syncing,
  ...parts
}: ConnectionTestsDependencies): ConnectionTests {
  /** Sites and users with a running test: one each at a time, since a test makes the server connect elsewhere. */
  const busy = new Set<string>()
  const tested = async (
    { actor, siteId, signal, input = {} }: TestRequest,
    test: (site: SiteRecord, signal: AbortSignal) => Promise<string>,
  ): Promise<TestResult> => {
    const { site } = access.onSite(actor, siteId, 'site.change')
    const tried = { ...site, ...(await changedPlaces(parts, site, input)) }
    const places = [siteId, actor.kind === 'server' ? 'server' : actor.user.id]
    if (places.some((place) => busy.has(place))) {
      throw new GalleyError('conflict', 'Another test is under way; wait for its answer.')
    }
    for (const place of places) busy.add(place)
    const late = AbortSignal.timeout(TIME_LIMIT_MS)
    try {
      return { ok: true, found: await test(tried, AbortSignal.any([signal, late])) }
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
    hosting: (actor, siteId, options) =>
      tested({ actor, siteId, ...options }, (site, until) => deploying.test(site, until)),
    sync: (actor, siteId, options) =>
      tested({ actor, siteId, ...options }, (site, until) => syncing.test(site, until)),
  }
}

interface TestRequest extends TestOptions {
  readonly actor: Actor
  readonly siteId: string
}
