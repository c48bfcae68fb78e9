/**
 * Makes backups: everything in a data folder that cannot be made again, as one ZIP, while a server runs.
 *
 * It contains the records, the server's key, `galley.yml`, the repositories and the live releases; not the index,
 * working trees, older releases and the trash. It contains every write that was acknowledged before the backup began.
 *
 * @see SECURITY.md; backup-staging.ts for the order; restoring.ts for restoring
 */

import { createWriteStream } from 'node:fs'
import { chmod, copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncPath } from '../../system/durable.js'
import type { Accounts } from '../accounts/accounts.js'
import { filesBelow, stageSite, type Pointers } from './backup-staging.js'
import { hasCode } from '../../system/errno.js'
import { stageRecordsOf } from './site-records.js'

/** Version of the layout of the ZIP. */
export const BACKUP_FORMAT = 1
/** Name of the note in the ZIP. */
export const BACKUP_NOTE = 'backup.json'

/** The note in a backup. */
export interface BackupNote {
  readonly format: number
  /** Version of Galley that made it. */
  readonly galley: string
  /** When it began, ISO 8601. */
  readonly at: string
  /** What each site served; sites without a repository are left out. */
  readonly sites: Readonly<Record<string, Pointers>>
}

interface BackupRequest {
  readonly accounts: Pick<Accounts, 'backup' | 'records' | 'folders'>
  /** The data folder. */
  readonly data: string
  /** Path of the ZIP. Only its owner may read it, because it contains the server's key. */
  readonly file: string
  readonly version: string
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly report: (message: string) => void
  /** Id of the only site that is backed up: without the server's key, settings, passwords and other users. */
  readonly site?: string
}

interface BackupResult {
  readonly sites: number
  readonly files: number
}

/** Writes a backup. The file appears only when it is complete. */
export async function makeBackup(request: BackupRequest): Promise<BackupResult> {
  // In the data folder: hard links need the same file system.
  const staging = path.join(request.data, `backup-${process.pid}-${request.now}`)
  const fresh = `${request.file}.part`
  try {
    // In a shared folder another user may have made it, to read or redirect what is written.
    await rm(fresh, { force: true })
    const sites = await stage(request, staging)
    const files = await pack(staging, fresh, request.report)
    await syncPath(fresh)
    await rename(fresh, request.file)
    await syncPath(path.dirname(request.file))
    return { sites, files }
  } finally {
    await rm(staging, { recursive: true, force: true })
    await rm(fresh, { force: true })
  }
}

async function stage(request: BackupRequest, staging: string): Promise<number> {
  const { accounts, data, version, now, report } = request
  const { folders, records } = accounts
  await mkdir(staging, { recursive: true, mode: 0o700 })
  report('Copying the records')
  const { site } = request
  if (site !== undefined) await stageRecordsOf(accounts, { siteId: site, at: now }, staging)
  else {
    await accounts.backup(path.join(staging, 'galley.db'))
    for (const name of ['server.key', 'galley.yml']) {
      await copyFile(path.join(data, name), path.join(staging, name)).catch(ignoreMissing)
    }
  }
  const sites: Record<string, Pointers> = {}
  const all = site === undefined ? records.sites.listAll() : [{ id: site }]
  for (const [index, { id }] of all.entries()) {
    report(`Reading site ${index + 1} of ${all.length}`)
    const pointers = await stageSite(folders, id, path.join(staging, 'sites', id))
    if (pointers) sites[id] = pointers
  }
  const at = new Date(now).toISOString()
  const note: BackupNote = { format: BACKUP_FORMAT, galley: version, at, sites }
  await writeFile(path.join(staging, BACKUP_NOTE), JSON.stringify(note))
  return Object.keys(sites).length
}

async function pack(
  staging: string,
  file: string,
  report: (message: string) => void,
): Promise<number> {
  const { ZipFile } = await import('yazl')
  const names = await filesBelow(staging)
  const zip = new ZipFile()
  const failed = new Promise<never>((_resolve, reject) => zip.once('error', reject))
  for (const name of names) {
    // Objects are compressed already.
    zip.addFile(path.join(staging, name), name, { compress: !name.includes('/objects/') })
  }
  zip.end()
  report(`Packing ${names.length.toLocaleString('en-US')} files`)
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await Promise.race([pipeline(zip.outputStream, target), failed])
  await chmod(file, 0o600)
  return names.length
}

function ignoreMissing(error: unknown): void {
  if (!hasCode(error, 'ENOENT')) throw error
}
