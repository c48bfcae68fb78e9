/** Removes sites whose imports have failed. The import's job stays, and says why there is no site. */

import { existsSync } from 'node:fs'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import type { DataFolders } from '../branch/folders.js'
import type { Repositories } from '../branch/repositories.js'
import { removeFolder } from './trash.js'

interface DiscardingDependencies {
  readonly folders: DataFolders
  readonly records: Records
  readonly index: SiteIndex
  readonly repositories: Repositories
}

/** Sites with an import that was interrupted, or never queued. For the start, before jobs run. */
export function findInterrupted({ records }: Pick<DiscardingDependencies, 'records'>): string[] {
  const isWaiting = (siteId: string) =>
    records.jobs.findUnfinished({ siteId, kind: 'import', state: 'queued' }) !== null
  return records.sites.listImporting().filter((siteId) => !isWaiting(siteId))
}

/** False if the site has only the first commit, which is Galley's. What can't be read counts as written. */
export async function isWritten(
  { folders, repositories }: Pick<DiscardingDependencies, 'folders' | 'repositories'>,
  siteId: string,
): Promise<boolean> {
  if (!existsSync(folders.site(siteId).repository)) return false
  try {
    const repository = await repositories.get(siteId)
    const refs = await repository.listRefs('refs/')
    const [first] = refs
    if (refs.length !== 1 || first === undefined) return refs.length > 1
    return (await repository.readCommit(first.oid)).parents.length > 0
  } catch {
    return true
  }
}

/**
 * Removes the folder, then the record: after a crash in between, the record says that the rest is to be removed. To be
 * called with the site's lock held.
 */
export async function discardFolder(
  { folders, records, index, repositories }: DiscardingDependencies,
  siteId: string,
): Promise<void> {
  await repositories.forget(siteId)
  await removeFolder(folders, folders.site(siteId).root)
  records.sites.delete(siteId)
  await index.deleteSite(siteId)
  // Somebody may have opened it meanwhile.
  await repositories.forget(siteId)
}
