/** Checks unpacked records against the repositories and releases of the backup. */

import { readdir } from 'node:fs/promises'
import { GalleyError } from '../../errors.js'
import { checkObjects } from '../../git/lfs/objects.js'
import { fsck } from '../../git/maintenance.js'
import { createShared, openRepository, type Repository } from '../../git/repository.js'
import { inSet } from '../../model/change-set.js'
import { RELEASE_KINDS } from '../../model/release.js'
import type { RecordsFile } from '../../store/database.js'
import type { Pointers } from './backup-staging.js'
import type { DataFolders } from '../branch/folders.js'

const MAX_SHOWN = 20

interface Checking {
  readonly file: RecordsFile
  readonly folders: DataFolders
  readonly served: Readonly<Record<string, Pointers>>
  readonly report: (message: string) => void
  /** True if git is installed. */
  readonly native: boolean
}

/**
 * Removes records of what the backup does not contain: sites without a repository, and releases that were not live.
 *
 * @returns sentences about sites that are left out
 * @throws GalleyError `validation_failed` for damage, one line for each
 */
export async function checkRestored(checking: Checking): Promise<string[]> {
  const { file, served, report } = checking
  const notes: string[] = []
  const wrong = file.check()
  const sites = file.records.sites.listAll()
  for (const [index, { id, domain }] of sites.entries()) {
    report(`Checking site ${index + 1} of ${sites.length}`)
    if (served[id] === undefined) {
      file.records.sites.delete(id)
      notes.push(`${domain} was being deleted when the backup was made, and is left out.`)
    } else wrong.push(...(await checkSite(checking, id)).map((line) => `${domain}: ${line}`))
  }
  if (wrong.length === 0) return notes
  const shown = wrong.slice(0, MAX_SHOWN)
  if (wrong.length > shown.length) shown.push(`… and ${wrong.length - shown.length} more`)
  throw new GalleyError('validation_failed', `The backup is damaged:\n  ${shown.join('\n  ')}`)
}

async function checkSite(checking: Checking, siteId: string): Promise<string[]> {
  const { folders, native } = checking
  const gitDir = folders.site(siteId).repository
  const shared = createShared({ processes: 1 })
  try {
    const repository = await openRepository(gitDir, { native, shared })
    const wrong = await checkCommits(checking, siteId, repository)
    await repository.close()
    return [...wrong, ...(native ? await fsck(gitDir) : []), ...(await checkObjects(gitDir))]
  } catch (error) {
    return [error instanceof Error ? error.message : 'cannot be read']
  } finally {
    await shared.close()
  }
}

async function checkCommits(
  { file, folders }: Checking,
  siteId: string,
  repository: Repository,
): Promise<string[]> {
  const wrong: string[] = []
  if ((await repository.head()) === null) wrong.push('the branch main is missing')
  const kept = new Set(await readdir(folders.site(siteId).releases).catch(() => []))
  const sets = file.records.changeSets.list(siteId).map(({ id }) => inSet(siteId, id))
  const releases = [siteId, ...sets].flatMap((key) =>
    RELEASE_KINDS.flatMap((kind) => file.records.releases.list(key, kind)),
  )
  for (const { id, commit } of releases) {
    if (kept.has(id)) {
      const found = await repository.readCommit(commit).catch(() => null)
      if (!found) wrong.push(`the commit ${commit} of a release is missing`)
    } else file.records.releases.delete(id)
  }
  return wrong
}
