/**
 * Deletes sites. The repository goes to the trash, from which it can be restored. @see trash.ts, src/http/README.md
 * (Sites)
 */

import path from 'node:path'
import type { JobKind } from '../../model/job.js'
import { inSet, withoutSet } from '../../model/change-set.js'
import type { SiteRecord } from '../../model/site.js'
import type { Runner } from '../../jobs/runner.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import type { DeletionReserve } from '../branch/deletion-reserve.js'
import type { DataFolders } from '../branch/folders.js'
import type { Locks } from '../branch/locks.js'
import type { Repositories } from '../branch/repositories.js'
import {
  finishTrash,
  listTrash,
  moveToTrash,
  removeFolder,
  type TrashedSite,
  writeTrashNote,
} from './trash.js'
import { removeTree } from '../../system/remove-tree.js'
import { nextTurn } from '../../system/yielding.js'
import { existsSync } from 'node:fs'

export interface SiteRemover {
  /** @param check called with the site's lock held, before anything is removed; what it throws ends the removal */
  remove(site: SiteRecord, check: () => void): Promise<void>
  /**
   * Removes a site whose import has failed. Only what somebody has written to it meanwhile goes to the trash.
   *
   * @param jobId the import, if it is running
   */
  discard(siteId: string, jobId?: string): Promise<void>
  /** Newest first. */
  listTrash(): Promise<TrashedSite[]>
  /** Deletes what is in the trash for too long, and takes the room for deletions again. */
  emptyTrash(): Promise<void>
  /** Completes deletions that a crash has interrupted, and removes sites whose imports it has interrupted; must run before other work on sites. */
  finish(): Promise<void>
}

interface SiteRemoverDependencies {
  readonly folders: DataFolders
  readonly records: Records
  readonly index: SiteIndex
  readonly repositories: Repositories
  readonly runner: Pick<Runner<JobKind>, 'cancelAllOf'>
  readonly locks: Locks
  readonly reserve: Pick<DeletionReserve, 'keep' | 'release'>
  readonly now: () => number
  readonly trashDays: () => number
  readonly warn: (fields: object, message: string) => void
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
  /** Stops other work on the site, and prevents it until `takeUp`. */
  readonly unwatch: (siteId: string) => Promise<void>
  /** Ends what `cancelAllOf` and `unwatch` prevent. */
  readonly takeUp: (siteId: string) => void
}

const DAY_MS = 24 * 60 * 60 * 1000

export function createSiteRemover(dependencies: SiteRemoverDependencies): SiteRemover {
  return {
    async remove(site, check) {
      const isImporting = dependencies.records.sites.listImporting().includes(site.id)
      const sets = dependencies.records.changeSets.list(site.id)
      const keys = sets.map(({ id }) => inSet(site.id, id))
      try {
        await dependencies.runner.cancelAllOf(site.id)
        await dependencies.reserve.release()
        await dependencies.unwatch(site.id)
        await dependencies.locks.run(site.id, async () => {
          // The end of its import may have removed it.
          if (isImporting && dependencies.records.sites.find(site.id) === null) return
          check()
          await removeLocked(dependencies, site)
        })
        // Not with the lock of the site: a landing has that of its set, and waits for this one.
        for (const key of keys) {
          await dependencies.locks.run(key, () => dependencies.index.deleteSite(key))
        }
      } finally {
        // The folder may still exist.
        dependencies.takeUp(site.id)
      }
    },
    async discard(siteId, jobId) {
      try {
        await dependencies.runner.cancelAllOf(siteId, jobId)
        await dependencies.unwatch(siteId)
        await dependencies.locks.run(siteId, () => discardLocked(dependencies, siteId))
      } finally {
        dependencies.takeUp(siteId)
      }
    },
    listTrash: () => listTrash(dependencies),
    async emptyTrash() {
      const oldest = dependencies.now() - dependencies.trashDays() * DAY_MS
      for (const { siteId, domain, folder, deletedAt } of await listTrash(dependencies)) {
        if (deletedAt >= oldest) continue
        await removeTree(folder)
        dependencies.note({ siteId, domain }, 'a deleted site was removed from the trash')
      }
      await dependencies.reserve.keep()
    },
    async finish() {
      for (const siteId of findInterrupted(dependencies)) await discardLocked(dependencies, siteId)
      const siteIds = new Set(dependencies.records.sites.listIds())
      await finishTrash(dependencies.folders, siteIds)
      const known = dependencies.records.entryIds.listSites()
      for (const id of known.filter((one) => !siteIds.has(withoutSet(one))))
        await forgetIds(dependencies, id)
    },
  }
}

/**
 * The record is deleted first: nobody sees the site from then on, and a crash leaves nothing half deleted. So the site
 * is deleted whatever fails after that, on a full disk for one.
 */
async function removeLocked(
  dependencies: SiteRemoverDependencies,
  site: SiteRecord,
): Promise<void> {
  const { folders, now } = dependencies
  await removeTree(path.join(folders.trash, site.id))
  const owner = { domain: site.domain, ownerId: site.userId }
  await writeTrashNote(folders, { siteId: site.id, ...owner, deletedAt: now() })
  dependencies.records.sites.delete(site.id)
  await clearUp(dependencies, site.id)
}

/** Does nothing if the site is gone, or its import is complete. */
async function discardLocked(dependencies: SiteRemoverDependencies, siteId: string): Promise<void> {
  if (!dependencies.records.sites.listImporting().includes(siteId)) return
  const { domain } = dependencies.records.sites.get(siteId)
  if (await isWritten(dependencies, siteId)) {
    await removeLocked(dependencies, dependencies.records.sites.get(siteId))
  } else {
    await discardFolder(dependencies, siteId)
    await forgetIds(dependencies, siteId)
  }
  dependencies.note({ siteId, domain }, 'a site was removed because its import failed')
}

/** What fails is tried again, since the rest may have made room. */
async function clearUp(dependencies: SiteRemoverDependencies, siteId: string): Promise<void> {
  let steps = [
    async () => dependencies.index.deleteSite(siteId),
    async () => {
      await dependencies.repositories.forget(siteId)
      await moveToTrash(dependencies.folders, siteId)
    },
    async () => forgetIds(dependencies, siteId),
  ]
  let error: unknown
  for (let tries = 0; tries < 2; tries += 1) {
    const failed: typeof steps = []
    for (const step of steps) {
      await step().catch((reason: unknown) => {
        failed.push(step)
        error = reason
      })
    }
    if (failed.length === 0) return
    steps = failed
  }
  const message = 'not all of a deleted site could be removed; the next start removes the rest'
  dependencies.warn({ siteId, error }, message)
}

const IDS_AT_ONCE = 250

/** Deletes ids with yields to the event loop: there may be very many. */
async function forgetIds({ records }: SiteRemoverDependencies, siteId: string): Promise<void> {
  while (records.entryIds.forget(siteId, IDS_AT_ONCE)) await nextTurn()
}

interface DiscardingDependencies {
  readonly folders: DataFolders
  readonly records: Records
  readonly index: SiteIndex
  readonly repositories: Repositories
}

/** Sites with an import that was interrupted, or never queued: the job stays, and says why there is no site. For the start, before jobs run. */
function findInterrupted({ records }: Pick<DiscardingDependencies, 'records'>): string[] {
  const isWaiting = (siteId: string) =>
    records.jobs.findUnfinished({ siteId, kind: 'import', state: 'queued' }) !== null
  return records.sites.listImporting().filter((siteId) => !isWaiting(siteId))
}

/** False if the site has only the first commit, which is Galley's. What can't be read counts as written. */
async function isWritten(
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
async function discardFolder(
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
