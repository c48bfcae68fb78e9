/** What a server does first: whatever moved `main` while none ran is read in, site by site. */

import { forEachParallel } from '../../system/parallel.js'
import type { Advance } from '../branch/advance.js'
import type { Readiness } from '../branch/readiness.js'
import type { Maintenance } from './maintenance.js'

interface CatchUpDependencies {
  readonly maintenance: Pick<Maintenance, 'clean'>
  readonly advance: Pick<Advance, 'catchUp'>
  readonly readiness: Readiness
  readonly siteIds: () => readonly string[]
  /** False once the server stops: what is left is left to the next one. */
  readonly goesOn: () => boolean
  readonly onError: (error: unknown, siteId: string) => void
}

const AT_ONCE = 4

/** Reads every site in; those that wait are not ready before this is called, each ready when it is read in. */
export async function catchUpAll(dependencies: CatchUpDependencies): Promise<void> {
  const { maintenance, advance, readiness, siteIds, goesOn, onError } = dependencies
  const ids = siteIds()
  readiness.expect(ids)
  await forEachParallel(ids, AT_ONCE, async (siteId) => {
    try {
      if (!goesOn()) return
      await maintenance.clean(siteId)
      await advance.catchUp(siteId)
    } catch (error) {
      // One that was deleted meanwhile is missed by nobody.
      if (siteIds().includes(siteId)) onError(error, siteId)
    } finally {
      readiness.settle(siteId)
    }
  })
}
