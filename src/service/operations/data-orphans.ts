/** Finds what does not belong in a data folder, and removes what is surely rubbish; for `galley doctor`. */

import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { DataFolders } from '../branch/folders.js'

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
  readonly repair: boolean
}

const KNOWN =
  /^(galley\.db|index\.db(\.aside)?|lock)(-wal|-shm|-journal)?$|^(index\.db\.state(\.new)?|server\.key|galley\.yml|server\.json|copies\.json(\.new)?|certificates|sites|themes|thumbnails|trash|reserve|tmp)$/
/** Names of leftovers of killed backups and restores. */
const LEFT_BEHIND = /^backup-\d+-\d+$|^restore\.part$|^restore-\d+_[0-9a-f]+$|^server\.json\.\d+$/

/** The caller must be the only user of the data folder. Repositories and unknown files are never removed. */
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

/** What a name of a site's folder looks like. */
const SITE_ID = /^[A-Za-z0-9_-]{1,64}$/

async function orphanedSites(dependencies: DataOrphansDependencies): Promise<Orphan[]> {
  const { folders, siteIds } = dependencies
  const found: Orphan[] = []
  const entries = await readdir(folders.sites, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name } = entry
    if (siteIds.has(name)) continue
    // `sites` may be a disk of its own with a `lost+found`, and a link may lead anywhere.
    const isOurs = entry.isDirectory() && SITE_ID.test(name)
    if (isOurs) found.push(await orphanedSite(dependencies, name))
    else found.push({ message: `sites/${name} was not made by Galley.`, repaired: false })
  }
  return found
}

/**
 * What is derived can be removed: folders of builds, and the rest of a site whose repository is in the trash. Anything
 * else may be all that is left of a site whose records were lost, so it stays.
 */
async function orphanedSite(
  { folders, repair }: DataOrphansDependencies,
  id: string,
): Promise<Orphan> {
  const site = folders.site(id)
  if (existsSync(site.repository)) {
    const message =
      `sites/${id} belongs to no site, but has a repository. If galley.db was lost, or is an older ` +
      'one, restore it from a backup; if you know that nobody needs the site, remove the folder.'
    return { message, repaired: false }
  }
  const { releases, live, preview, work, cache, treeState, indexing } = site
  const isDeleted = existsSync(path.join(folders.trash, id, path.basename(site.repository)))
  const shown = isDeleted ? [releases, live, preview] : []
  const derived = new Set([work, cache, treeState, indexing, ...shown])
  const names = await readdir(site.root)
  if (!names.every((name) => derived.has(path.join(site.root, name)))) {
    const message = `sites/${id} belongs to no site and has no repository, but other files.`
    return { message, repaired: false }
  }
  if (repair) await rm(site.root, { recursive: true, force: true })
  return { message: `sites/${id} belongs to no site.`, repaired: repair }
}
