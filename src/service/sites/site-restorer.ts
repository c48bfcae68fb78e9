/** Restores a deleted site from the trash. @see src/http/README.md (Sites), trash.ts */

import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { GalleyError } from '../../errors.js'
import { makeFolder, syncPath } from '../../system/durable.js'
import type { NewId } from '../../model/ids.js'
import type { SiteRecord } from '../../model/site.js'
import { newPreviewToken } from '../../store/records/preview-tokens.js'
import type { Records } from '../../store/records/records.js'
import type { Advance } from '../branch/advance.js'
import type { DataFolders } from '../branch/folders.js'
import { checkDomain } from './site-input.js'
import type { TrashedSite } from './trash.js'

interface SiteRestorerDependencies {
  readonly folders: DataFolders
  readonly records: Pick<Records, 'sites' | 'users'>
  readonly advance: Pick<Advance, 'catchUp'>
  readonly now: () => number
  readonly newId: NewId
}

interface RestoreInput {
  readonly trashed: TrashedSite
  /** New domain, instead of the old one. */
  readonly domain?: string | undefined
  /** Owner, if the old one does not exist any more. */
  readonly heir: string
}

/**
 * Restores the site without roles, hosting and releases, which were deleted with the record.
 *
 * @throws GalleyError `conflict` if the domain is taken by now, or the site was brought back from a backup
 */
export async function restoreSite(
  dependencies: SiteRestorerDependencies,
  { trashed, domain, heir }: RestoreInput,
): Promise<SiteRecord> {
  const { records, folders, now, newId } = dependencies
  const site = newRecord(dependencies, { trashed, domain, heir })
  if (records.sites.find(site.id)) {
    const message = `The site ${site.id} is there again; what it was before is in ${trashed.folder}.`
    throw new GalleyError('conflict', message)
  }
  if (records.sites.findByDomain(site.domain)) {
    throw new GalleyError('conflict', `The domain ${site.domain} is taken; give another one.`)
  }
  const { root, repository } = folders.site(site.id)
  // After a crash between rename and record, the next start moves the repository back into the trash.
  await rm(root, { recursive: true, force: true })
  await makeFolder(root)
  await rename(path.join(trashed.folder, path.basename(repository)), repository)
  await syncPath(root)
  const role = { id: newId(), siteId: site.id, userId: site.userId, kind: 'admin' as const }
  records.sites.create(site, { ...role, createdAt: now(), updatedAt: now() })
  await dependencies.advance.catchUp(site.id)
  await rm(trashed.folder, { recursive: true, force: true })
  return site
}

function newRecord(
  { records, now }: SiteRestorerDependencies,
  { trashed, domain, heir }: RestoreInput,
): SiteRecord {
  return {
    id: trashed.siteId,
    domain: checkDomain(domain ?? trashed.domain),
    userId: records.users.find(trashed.ownerId)?.id ?? heir,
    hosting: 'disabled',
    hostingOptions: {},
    sync: 'disabled',
    syncOptions: {},
    generator: 'galley',
    previewToken: newPreviewToken(),
    createdAt: now(),
    updatedAt: now(),
  }
}
