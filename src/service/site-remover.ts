/** Removes sites; the repository goes to a trash folder, from which it can be restored. @see decisions.md §4 */

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { JobKind } from '../model/job.js'
import type { SiteRecord } from '../model/site.js'
import type { Runner } from '../jobs/runner.js'
import type { SiteIndex } from '../store/index/site-index.js'
import type { Records } from '../store/records/records.js'
import type { DataFolders } from './folders.js'
import type { Locks } from './locks.js'
import type { Repositories } from './repositories.js'

/** A repository in the trash. */
export interface TrashedSite {
  readonly siteId: string
  readonly domain: string
  readonly ownerId: string
  /** Milliseconds since the Unix epoch. */
  readonly deletedAt: number
  /** Folder with `repository.git`. */
  readonly folder: string
}

export interface SiteRemover {
  remove(site: SiteRecord): Promise<void>
  /** Newest first. */
  listTrash(): Promise<TrashedSite[]>
  /** Forgets what is in the trash for longer than it is kept. */
  emptyTrash(): Promise<void>
}

interface Parts {
  readonly folders: DataFolders
  readonly records: Records
  readonly index: SiteIndex
  readonly repositories: Repositories
  readonly runner: Pick<Runner<JobKind>, 'cancelAllOf'>
  readonly locks: Locks
  readonly now: () => number
  readonly trashDays: number
  /** Stops watching the working tree. */
  readonly unwatch: (siteId: string) => Promise<void>
}

const NOTE = 'site.json'
const DAY_MS = 24 * 60 * 60 * 1000

export function createSiteRemover(parts: Parts): SiteRemover {
  return {
    async remove(site) {
      await parts.runner.cancelAllOf(site.id)
      await parts.unwatch(site.id)
      await parts.locks.run(site.id, () => removeLocked(parts, site))
    },
    listTrash: () => listTrash(parts),
    async emptyTrash() {
      const oldest = parts.now() - parts.trashDays * DAY_MS
      for (const { folder, deletedAt } of await listTrash(parts)) {
        if (deletedAt < oldest) await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** The record goes first: from then on nobody sees the site, and what is left over is swept. */
async function removeLocked(parts: Parts, site: SiteRecord): Promise<void> {
  const { folders, now } = parts
  const { root, repository } = folders.site(site.id)
  const trash = path.join(folders.trash, site.id)
  await rm(trash, { recursive: true, force: true })
  await mkdir(trash, { recursive: true })
  const note = { siteId: site.id, domain: site.domain, ownerId: site.userId, deletedAt: now() }
  await writeFile(path.join(trash, NOTE), JSON.stringify(note))
  parts.records.sites.delete(site.id)
  await parts.index.deleteSite(site.id)
  await parts.repositories.forget(site.id)
  await rename(repository, path.join(trash, path.basename(repository)))
  await rm(root, { recursive: true, force: true })
}

/** What can be restored, newest first. */
export async function listTrash({ folders }: Pick<Parts, 'folders'>): Promise<TrashedSite[]> {
  const found: TrashedSite[] = []
  for (const name of await readdir(folders.trash).catch(() => [])) {
    const folder = path.join(folders.trash, name)
    const text = await readFile(path.join(folder, NOTE), 'utf8').catch(() => null)
    if (text === null) continue
    const note: Omit<TrashedSite, 'folder'> = JSON.parse(text)
    found.push({ ...note, folder })
  }
  return found.sort((a, b) => b.deletedAt - a.deletedAt)
}
