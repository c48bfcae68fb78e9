/** Finds what does not belong in a data folder, and moves it away; for `galley doctor`. */

import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { DataFolders } from '../branch/folders.js'
import { moveToTrash, writeTrashNote } from '../sites/trash.js'

/** A file or folder that does not belong. */
interface Orphan {
  readonly message: string
  readonly repaired: boolean
}

interface DataOrphansDependencies {
  readonly folders: DataFolders
  /** The data folder. */
  readonly data: string
  readonly siteIds: ReadonlySet<string>
  readonly now: number
  readonly repair: boolean
}

const KNOWN =
  /^(galley\.db|index\.db(\.aside)?|lock)(-wal|-shm|-journal)?$|^(index\.db\.state(\.new)?|server\.key|galley\.yml|server\.json|sites|thumbnails|trash|tmp)$/
/** Names of leftovers of killed backups and restores. */
const LEFT_BEHIND = /^backup-\d+-\d+$|^restore\.part$|^server\.json\.\d+$/

/**
 * The caller must be the only user of the data folder. Repositories are moved to the trash; unknown files are never
 * removed.
 */
export async function findOrphans(dependencies: DataOrphansDependencies): Promise<Orphan[]> {
  return [...(await topLevel(dependencies)), ...(await orphanedSites(dependencies))]
}

async function topLevel({ data, repair }: DataOrphansDependencies): Promise<Orphan[]> {
  const found: Orphan[] = []
  for (const name of (await readdir(data)).sort()) {
    if (KNOWN.test(name)) continue
    const isOurs = LEFT_BEHIND.test(name)
    if (isOurs && repair) await rm(path.join(data, name), { recursive: true, force: true })
    const message = isOurs
      ? `${name} was left by a command that was killed.`
      : `${name} was not made by Galley.`
    found.push({ message, repaired: isOurs && repair })
  }
  return found
}

async function orphanedSites(dependencies: DataOrphansDependencies): Promise<Orphan[]> {
  const { folders, siteIds, repair } = dependencies
  const found: Orphan[] = []
  for (const id of (await readdir(folders.sites)).sort()) {
    if (siteIds.has(id)) continue
    const message = `sites/${id} belongs to no site.`
    if (repair) await putAway(dependencies, id)
    found.push({ message, repaired: repair })
  }
  return found
}

/** Content of users is never deleted here: `galley site restore` can restore it. */
async function putAway({ folders, now }: DataOrphansDependencies, id: string): Promise<void> {
  const { root, repository } = folders.site(id)
  const trash = path.join(folders.trash, id)
  if (existsSync(repository) && !existsSync(path.join(trash, path.basename(repository)))) {
    const domain = `${id.toLowerCase()}.localhost`
    await writeTrashNote(folders, { siteId: id, domain, ownerId: '', deletedAt: now })
    await moveToTrash(folders, id)
  }
  if (!existsSync(repository)) await rm(root, { recursive: true, force: true })
}
