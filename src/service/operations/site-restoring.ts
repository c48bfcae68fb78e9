/**
 * Brings one site of a backup into the data folder of a server, which may run: it notices the new site by itself.
 *
 * The site is unpacked and checked aside, as a whole backup is. If it is still there, it is backed up as it is now and
 * deleted, and so is in the trash, too. Then come its ids, its folder by one rename, and all its rows in one transaction; only
 * they make it a site. Whatever cuts this off, the same command can be given again.
 *
 * @see restoring.ts, site-records.ts
 */

import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { GalleyError } from '../../errors.js'
import { toHostName } from '../../model/host-name.js'
import type { NewId } from '../../model/ids.js'
import type { SiteRecord } from '../../model/site.js'
import { openRecordsFile } from '../../store/database.js'
import { syncPath, syncTree, temporaryName } from '../../system/durable.js'
import type { Accounts } from '../accounts/accounts.js'
import { dataFolders } from '../branch/folders.js'
import { requireFreeDomain } from '../sites/free-domain.js'
import { makeBackup, type BackupNote } from './backup.js'
import { fillChecked, unpackBackup, type ChooseSite } from './restoring.js'
import { takeRecords } from './site-records.js'

export interface SiteRequest {
  readonly accounts: Accounts
  /** The data folder. */
  readonly data: string
  /** Id of the site, or the domain that it had then. */
  readonly site: string
  /** Instead of the domain that it had then; a host name in ASCII. */
  readonly domain?: string | undefined
  /** Host name of the API. */
  readonly apiHost: string
  /** Id of the owner, if the one of then has no account any more. */
  readonly heir: string
  /** File for the site as it is now; needed if it exists. */
  readonly keep?: string | undefined
  /** Deletes the site. */
  readonly remove: (siteId: string) => Promise<void>
  readonly version: string
  readonly now: () => number
  readonly newId: NewId
  readonly report: (message: string) => void
}

export interface RestoredSite {
  readonly id: string
  readonly domain: string
  /** When the backup was made. */
  readonly at: string
  /** Sentences about what could not be brought back. */
  readonly notes: readonly string[]
}

/** @param request.file the ZIP */
export function restoreSiteOfBackup(
  request: SiteRequest & { readonly file: string },
): Promise<RestoredSite> {
  return restoreSiteFrom(request, (folder, choose) => unpackBackup(request, folder, choose))
}

/**
 * @param fill writes the files of a backup into a folder, those in `sites` of the chosen site only
 * @throws GalleyError `not_found` if the site is not in it; `conflict` if it exists and is not to be kept, or its domain is
 *   another's; `validation_failed` if the backup is damaged. Nothing has changed then
 */
export async function restoreSiteFrom(
  request: SiteRequest,
  fill: (folder: string, choose: ChooseSite) => Promise<BackupNote>,
): Promise<RestoredSite> {
  // Not among the temporary files, which a server empties when it starts: also the one that deletes the present site.
  const aside = path.join(request.data, temporaryName('restore-'))
  await mkdir(aside, { recursive: true, mode: 0o700 })
  try {
    const chosen: { site?: SiteRecord } = {}
    const choose = (folder: string) => (chosen.site = chooseSite(request, folder)).id
    const { note } = await fillChecked(aside, request, async (folder) =>
      onlyOf(await fill(folder, choose), chosen.site),
    )
    if (chosen.site === undefined) throw new Error('no site was chosen')
    const { id, domain } = chosen.site
    const { deployments } = request.accounts.records
    const deployed = deployments.listForSite(id)
    await removePresent(request, id)
    const notes = await moveIntoPlace(request, aside, { id, domain })
    // A target has what was sent there last, not what the backup knew of.
    for (const one of deployed) deployments.put(one)
    return { id, domain, at: note.at, notes }
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** Chooses the site by the records in a folder, which lose all others. Returns it with the domain that it will have. */
function chooseSite(request: SiteRequest, folder: string): SiteRecord {
  const { site: name, domain, newId } = request
  const file = openRecordsFile(dataFolders(folder).records, newId)
  try {
    const { records } = file
    const found = records.sites.find(name) ?? records.sites.findByDomain(toHostName(name))
    if (found === null) throw new GalleyError('not_found', `There was no site ${name} then.`)
    records.together(() => {
      for (const id of records.sites.listIds()) if (id !== found.id) records.sites.delete(id)
    })
    const site = domain === undefined ? found : { ...found, domain }
    requireRoom(request, site)
    return site
  } finally {
    file.close()
  }
}

function requireRoom({ accounts, apiHost, keep }: SiteRequest, { id, domain }: SiteRecord): void {
  const { records, folders } = accounts
  const present = records.sites.find(id)
  if (present?.domain !== domain) requireFreeDomain({ records, apiHost }, domain)
  if (present !== null && keep === undefined) {
    const message = `${present.domain} is still there: name a file with --keep, in which it is kept as it is now.`
    throw new GalleyError('conflict', message)
  }
  const { root } = folders.site(id)
  if (present !== null || !existsSync(root)) return
  const message = `${root} exists, though no site has it: move it away first.`
  throw new GalleyError('conflict', message)
}

function onlyOf(note: BackupNote, site: SiteRecord | undefined): BackupNote {
  const pointers = site && note.sites[site.id]
  if (pointers) return { ...note, sites: { [site.id]: pointers } }
  throw new GalleyError('not_found', 'The site was being deleted when the backup was made.')
}

async function removePresent(request: SiteRequest, id: string): Promise<void> {
  const { accounts, keep, remove, now, report } = request
  if (accounts.records.sites.find(id) === null || keep === undefined) return
  await makeBackup({ ...request, file: keep, site: id, now: now() })
  report('Deleting the site as it is now')
  await remove(id)
}

async function moveIntoPlace(
  { accounts, heir, newId, now, report }: SiteRequest,
  aside: string,
  { id, domain }: Pick<SiteRecord, 'id' | 'domain'>,
): Promise<string[]> {
  const { folders } = accounts
  const from = dataFolders(aside)
  const { root } = folders.site(id)
  let isPlaced = false
  report('Writing everything to disk')
  try {
    return await takeRecords({
      from,
      to: { file: accounts, folders },
      siteId: id,
      domain,
      heir,
      roleId: newId(),
      at: now(),
      ready: async () => {
        await syncTree(from.site(id).root)
        await mkdir(folders.sites, { recursive: true })
        await rename(from.site(id).root, root)
        isPlaced = true
        await syncPath(folders.sites)
      },
    })
  } catch (error) {
    if (isPlaced) await rm(root, { recursive: true, force: true })
    throw error
  }
}
