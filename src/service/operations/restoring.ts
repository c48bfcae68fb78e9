/**
 * Restores a backup into an empty data folder.
 *
 * The ZIP is not trusted: only names of the layout are unpacked, and repositories get Galley's own settings. Before
 * anything is moved into place, the records are checked, every commit that they name must exist, and git checks every
 * repository.
 *
 * @see backup.ts; SECURITY.md
 */

import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Entry, ZipFile } from 'yauzl'
import { GalleyError } from '../../errors.js'
import { detectGit } from '../../git/program/command.js'
import { syncPath, syncTree } from '../../system/durable.js'
import { OBJECT_PATH } from '../../git/lfs/objects.js'
import { initRepository } from '../../git/repository.js'
import type { NewId } from '../../model/ids.js'
import { openRecordsFile } from '../../store/database.js'
import { BACKUP_FORMAT, BACKUP_NOTE, type BackupNote } from './backup.js'
import type { Pointers } from './backup-staging.js'
import { checkRestored } from './restored-check.js'
import { dataFolders, type DataFolders } from '../branch/folders.js'

export interface RestoreRequest {
  /** Must be empty or missing; an existing `galley.yml` stays. */
  readonly data: string
  readonly newId: NewId
  readonly report: (message: string) => void
}

export interface Restored {
  /** Ids of the sites; they have to be indexed. */
  readonly sites: readonly string[]
  /** Sentences about what the backup did not contain. */
  readonly notes: readonly string[]
  /** When the backup was made. */
  readonly at: string
}

const ID = '[A-Za-z0-9_-]{1,64}'
const ID_ALONE = new RegExp(`^${ID}$`)
/** A relative path without `.` and `..` segments. */
const BELOW = '(?:(?!\\.{1,2}(?:/|$))[^/\\\\\\0]+/)*(?!\\.{1,2}$)[^/\\\\\\0]+'
const LAYOUT = new RegExp(
  `^(?:galley\\.db|server\\.key|galley\\.yml|backup\\.json|sites/${ID}/(?:` +
    `repository\\.git/(?:HEAD|packed-refs|refs/${BELOW}` +
    `|${OBJECT_PATH}|objects/[0-9a-f]{2}/[0-9a-f]{38}|objects/pack/pack-[0-9a-f]{40}\\.(?:pack|idx))` +
    `|releases/${ID}/(?:manifest\\.json|changes\\.json|changed/[0-9a-f]{64}|files/${BELOW})))$`,
)

/** True if a backup may contain an entry of this name. */
export function isBackupName(name: string): boolean {
  return LAYOUT.test(name)
}

/** Chooses the only site that is wanted, by the records in a folder; returns its id. */
export type ChooseSite = (folder: string) => string

interface Zip {
  readonly file: string
  readonly report: (message: string) => void
}

/** @param request.file the ZIP */
export function restoreBackup(request: RestoreRequest & Zip): Promise<Restored> {
  return restoreFrom(request, (aside) => unpackBackup(request, aside))
}

/** @returns the note of the backup. @throws GalleyError `validation_failed` */
export async function unpackBackup(
  zip: Zip,
  folder: string,
  choose?: ChooseSite,
): Promise<BackupNote> {
  if (choose === undefined) await unpack(zip, folder, '')
  else {
    await unpack(zip, folder, null)
    await unpack(zip, folder, `sites/${choose(folder)}/`)
  }
  return readNote(folder)
}

/**
 * Unpacks and checks in a temporary folder, then moves everything into place; the records last.
 *
 * @param fill writes the files of a backup into a folder, as `galley backup` packs them, and returns its note
 * @throws GalleyError `conflict` if the folder is not empty; `validation_failed` if it is not a backup, or damaged.
 *   The folder is unchanged then
 */
export async function restoreFrom(
  request: RestoreRequest,
  fill: (folder: string) => Promise<BackupNote>,
): Promise<Restored> {
  const { data, report } = request
  await requireEmpty(data)
  const aside = path.join(data, 'restore.part')
  await mkdir(aside, { recursive: true, mode: 0o700 })
  try {
    const { note, notes } = await fillChecked(aside, request, fill)
    report('Writing everything to disk')
    await syncTree(aside)
    await moveIntoPlace(aside, data)
    return { sites: Object.keys(note.sites), notes, at: note.at }
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** @param fill as of {@link restoreFrom}. @throws GalleyError `validation_failed` for what is damaged */
export async function fillChecked(
  folder: string,
  { report, newId }: Omit<RestoreRequest, 'data'>,
  fill: (folder: string) => Promise<BackupNote>,
): Promise<{ readonly note: BackupNote; readonly notes: readonly string[] }> {
  const note = await fill(folder)
  await makeLinks(folder, note.sites)
  const folders = dataFolders(folder)
  const file = openRecordsFile(folders.records, newId)
  const checking = { file, folders, served: note.sites, report, native: await hasGit() }
  const notes = await checkRestored(checking).finally(() => file.close())
  return { note, notes }
}

async function hasGit(): Promise<boolean> {
  return (await detectGit()) !== null
}

async function requireEmpty(data: string): Promise<void> {
  const names = await readdir(data).catch(() => [])
  if (names.every((name) => name === 'galley.yml')) return
  throw new GalleyError('conflict', `${data} is not empty; restore into a new folder (--data).`)
}

/** @param below beginning of the names that are wanted; null for those in no folder */
async function unpack({ file, report }: Zip, target: string, below: string | null): Promise<void> {
  const { openPromise } = await import('yauzl')
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true }
  const zip = await openPromise(file, options).catch((error: unknown) => {
    if (error instanceof Error && 'syscall' in error) throw error
    throw refused(file, 'is not a ZIP, or is damaged')
  })
  let done = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      if (!isBackupName(name)) throw refused(JSON.stringify(name), 'does not belong in a backup')
      const isWanted = below === null ? !name.includes('/') : name.startsWith(below)
      if (isWanted) await unpackEntry(zip, entry, target)
      done += 1
      report(`Unpacked ${done.toLocaleString('en-US')} of ${zip.entryCount} files`)
    }
  } catch (error) {
    if (error instanceof GalleyError || (error instanceof Error && 'syscall' in error)) throw error
    throw refused(file, error instanceof Error ? error.message : 'is damaged')
  } finally {
    zip.close()
  }
}

async function unpackEntry(zip: ZipFile, entry: Entry, target: string): Promise<void> {
  const name = entry.fileName
  const repository = /^sites\/[^/]+\/repository\.git(?=\/)/.exec(name)?.[0]
  if (repository !== undefined && name.endsWith('/HEAD')) return
  if (repository !== undefined) await makeRepository(path.join(target, repository))
  const file = path.join(target, name)
  await mkdir(path.dirname(file), { recursive: true })
  const mode = name.includes('/') ? 0o640 : 0o600
  const content = await zip.openReadStreamPromise(entry)
  await pipeline(content, createWriteStream(file, { flags: 'wx', mode }))
}

async function makeRepository(gitDir: string): Promise<void> {
  const isThere = await readdir(gitDir).then(
    () => true,
    () => false,
  )
  if (isThere) return
  await mkdir(path.dirname(gitDir), { recursive: true })
  await initRepository(gitDir)
}

async function readNote(folder: string): Promise<BackupNote> {
  const text = await readFile(path.join(folder, BACKUP_NOTE), 'utf8').catch(() => '{}')
  const note = parseJson(text)
  if (isNote(note)) return note
  throw refused('The ZIP', 'is not a backup of Galley, or was made by a newer version')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isNote(note: unknown): note is BackupNote {
  if (typeof note !== 'object' || note === null) return false
  if (!('format' in note && 'sites' in note && 'at' in note)) return false
  if (typeof note.sites !== 'object' || note.sites === null) return false
  // They become names of folders.
  return note.format === BACKUP_FORMAT && Object.keys(note.sites).every((id) => ID_ALONE.test(id))
}

/** Restores the pointers to served releases. */
async function makeLinks(folder: string, sites: Readonly<Record<string, Pointers>>): Promise<void> {
  const folders: DataFolders = dataFolders(folder)
  for (const [id, pointers] of Object.entries(sites)) {
    for (const kind of ['live', 'preview'] as const) {
      const release = pointers[kind]
      if (release === null || !ID_ALONE.test(release)) continue
      await symlink(path.join('releases', release), folders.site(id)[kind])
    }
  }
}

const RECORDS = 'galley.db'

/** The records make it a data folder, so they are moved when everything else is durable. */
async function moveIntoPlace(aside: string, data: string): Promise<void> {
  const existing = new Set(await readdir(data))
  for (const name of await readdir(aside)) {
    if (name === BACKUP_NOTE || existing.has(name) || name.startsWith(RECORDS)) continue
    await rename(path.join(aside, name), path.join(data, name))
  }
  await syncPath(data)
  await rename(path.join(aside, RECORDS), path.join(data, RECORDS))
  await syncPath(data)
  await syncPath(path.dirname(data))
}

function refused(what: string, reason: string): GalleyError {
  return new GalleyError('validation_failed', `${what}: ${reason}.`)
}
