/**
 * Previews of change sets: made by the jobs of other previews, at the branch of the set, with releases, an address and a
 * source of their own. They go when the set lands or is dropped; of each site, those that were built last are kept.
 *
 * @see src/http/README.md (Change sets)
 */

import path from 'node:path'
import { notFound } from '../../errors.js'
import type { JobHandler } from '../../jobs/job.js'
import type { Runner } from '../../jobs/runner.js'
import { inSet, MAX_SET_PREVIEWS, setOf, siteInSet, withoutSet } from '../../model/change-set.js'
import type { JobKind } from '../../model/job.js'
import type { SiteRecord } from '../../model/site.js'
import type { Records } from '../../store/records/records.js'
import { removeTree } from '../../system/remove-tree.js'
import type { Advance } from '../branch/advance.js'
import type { DataFolders } from '../branch/folders.js'
import type { Locks } from '../branch/locks.js'
import type { Building } from './building.js'
import type { PreviewRefresh } from './preview-refresh.js'
import type { Releases } from './releases.js'

interface SetPreviewsDependencies {
  readonly records: Pick<Records, 'changeSets' | 'releases'>
  readonly releases: Pick<Releases, 'clear'>
  readonly advance: Pick<Advance, 'catchUp'>
  readonly locks: Locks
  readonly folders: DataFolders
  readonly building: Pick<Building, 'forget'>
  readonly refresh: Pick<PreviewRefresh, 'forget'>
  readonly runner: () => Pick<Runner<JobKind>, 'cancelAllOf' | 'takeUp'>
  /** Makes the secret part of an address. */
  readonly newToken: () => string
}

export interface SetPreviews {
  /** Wraps the handler of preview jobs. */
  around(handler: JobHandler<JobKind>): JobHandler<JobKind>
  /** Removes the preview of a set that is closed, with the job that makes it. @param key of the set */
  end(key: string): Promise<void>
}

export function createSetPreviews(dependencies: SetPreviewsDependencies): SetPreviews {
  const { records, runner } = dependencies
  const remove = (key: string) => removePreview(dependencies, key)
  return {
    around: (handler) => async (job, context) => {
      const { siteId: key } = job
      const setId = setOf(key)
      if (setId === null) return handler(job, context)
      await prepare(dependencies, key, setId)
      try {
        await handler(job, context)
      } finally {
        const set = records.changeSets.find(withoutSet(key), setId)
        if (set?.state !== 'open') await remove(key)
      }
    },
    async end(key) {
      await runner().cancelAllOf(key)
      runner().takeUp(key)
      await remove(key)
    },
  }
}

/** The site of an id, or as a change set has it for the key of one. @throws GalleyError `not_found` */
export function findSite(
  { sites, changeSets }: Pick<Records, 'sites' | 'changeSets'>,
  key: string,
): SiteRecord {
  const site = sites.get(withoutSet(key))
  const setId = setOf(key)
  if (setId === null) return site
  const set = changeSets.find(site.id, setId)
  if (set?.state !== 'open') throw notFound('open change set')
  return siteInSet(site, set)
}

/** Gives a set an address, and makes room among the previews of the site. */
async function prepare(
  dependencies: SetPreviewsDependencies,
  key: string,
  setId: string,
): Promise<void> {
  const { records, locks, newToken } = dependencies
  const { changeSets } = records
  const siteId = withoutSet(key)
  // What is hidden is known from the index.
  await dependencies.advance.catchUp(key)
  await locks.run(key, () => {
    const set = changeSets.find(siteId, setId)
    if (set?.state !== 'open') throw notFound('open change set')
    if (set.previewToken === null) changeSets.put({ ...set, previewToken: newToken() })
    return Promise.resolve()
  })
  const built = changeSets
    .list(siteId)
    .map(({ id }) => inSet(siteId, id))
    .map((one) => ({ one, at: records.releases.list(one, 'preview')[0]?.createdAt ?? null }))
    .filter(({ one, at }) => one !== key && at !== null)
    .sort((a, b) => Number(b.at) - Number(a.at))
  for (const { one } of built.slice(MAX_SET_PREVIEWS - 1)) await removePreview(dependencies, one)
}

async function removePreview(
  { releases, folders, building, refresh }: SetPreviewsDependencies,
  key: string,
): Promise<void> {
  refresh.forget(key)
  building.forget(key)
  await releases.clear(key, 'preview')
  const { cache } = folders.site(key)
  await removeTree(path.join(cache, 'preview'))
  await removeTree(path.join(cache, 'builder'))
}
