/**
 * The trash: a folder for each deleted site, with its repository and a note with its owner.
 *
 * A deletion writes the note, deletes the record, then moves the repository. After a crash, `finishTrash` completes
 * it, or undoes it if the record still exists.
 *
 * @see src/http/README.md (Sites); site-remover.ts, site-restorer.ts
 */

import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder, replaceFile, syncPath, temporaryName } from '../../system/durable.js'
import { hasCode } from '../../system/errno.js'
import type { DataFolders } from '../branch/folders.js'
import { removeTree } from '../../system/remove-tree.js'

/** A repository in the trash. */
export interface TrashedSite {
  readonly siteId: string
  readonly domain: string
  /** Empty if unknown. */
  readonly ownerId: string
  /** Milliseconds since the Unix epoch. */
  readonly deletedAt: number
  /** Folder with `repository.git`. */
  readonly folder: string
}

type Note = Omit<TrashedSite, 'folder'>

const NOTE = 'site.json'
/** Latest time of a `Date`. */
const LATEST_MS = 8.64e15

/** Writes the note with the owner, durably. */
export async function writeTrashNote(folders: DataFolders, note: Note): Promise<void> {
  const folder = path.join(folders.trash, note.siteId)
  await makeFolder(folder)
  await replaceFile(path.join(folder, NOTE), JSON.stringify(note))
}

/** Moves the repository to its note, then removes the rest of the site; goes on where an earlier call has failed. */
export async function moveToTrash(folders: DataFolders, siteId: string): Promise<void> {
  const { root, repository } = folders.site(siteId)
  const folder = path.join(folders.trash, siteId)
  if (!hasRepository(folders, siteId)) {
    await rename(repository, path.join(folder, path.basename(repository)))
  }
  await syncPath(folder)
  await removeFolder(folders, root)
}

/**
 * Removes the folder of a site, or what is left of it. Other processes may still write there, so the folder is moved away first; the next
 * start removes what was left.
 */
export async function removeFolder(folders: DataFolders, root: string): Promise<void> {
  if (!existsSync(root)) return
  const removed = path.join(folders.temporary, temporaryName('removed_'))
  await mkdir(folders.temporary, { recursive: true })
  await rename(root, removed)
  await removeTree(removed).catch((error: unknown) => {
    if (!hasCode(error, 'ENOTEMPTY', 'EBUSY', 'EPERM')) throw error
  })
}

/** Sites that can be restored, newest first. */
export async function listTrash({ folders }: { folders: DataFolders }): Promise<TrashedSite[]> {
  const found: TrashedSite[] = []
  for (const siteId of await readdir(folders.trash).catch(() => [])) {
    const folder = path.join(folders.trash, siteId)
    if (!hasRepository(folders, siteId)) continue
    found.push({ ...((await readNote(folder, siteId)) ?? (await newNote(folder, siteId))), folder })
  }
  return found.sort((a, b) => b.deletedAt - a.deletedAt)
}

/**
 * Completes interrupted deletions if the record is gone, and undoes others. The caller must be the only user of the
 * data folder.
 */
export async function finishTrash(
  folders: DataFolders,
  siteIds: ReadonlySet<string>,
): Promise<void> {
  for (const siteId of await readdir(folders.trash).catch(() => [])) {
    const { root, repository } = folders.site(siteId)
    if (siteIds.has(siteId)) await dropNote(folders, siteId)
    else if (hasRepository(folders, siteId)) {
      if (!existsSync(repository)) await removeTree(root)
    } else if (existsSync(repository)) await moveToTrash(folders, siteId)
    else await dropNote(folders, siteId)
  }
}

function hasRepository(folders: DataFolders, siteId: string): boolean {
  const name = path.basename(folders.site(siteId).repository)
  return existsSync(path.join(folders.trash, siteId, name))
}

/** Leaves a folder alone if it contains anything else. */
async function dropNote(folders: DataFolders, siteId: string): Promise<void> {
  const folder = path.join(folders.trash, siteId)
  if (hasRepository(folders, siteId)) return
  await rm(path.join(folder, NOTE), { force: true })
  await rmdir(folder).catch(() => undefined)
}

/** Null if the note is missing or cannot be read. */
async function readNote(folder: string, siteId: string): Promise<Note | null> {
  try {
    const note: unknown = JSON.parse(await readFile(path.join(folder, NOTE), 'utf8'))
    return isNote(note) && note.siteId === siteId ? note : null
  } catch {
    return null
  }
}

function isNote(note: unknown): note is Note {
  if (typeof note !== 'object' || note === null) return false
  if (!('siteId' in note && 'domain' in note && 'ownerId' in note && 'deletedAt' in note)) {
    return false
  }
  const texts = [note.siteId, note.domain, note.ownerId]
  const { deletedAt } = note
  if (typeof deletedAt !== 'number' || !(Math.abs(deletedAt) <= LATEST_MS)) return false
  return texts.every((text) => typeof text === 'string')
}

/** A note for a repository whose owner is unknown. */
async function newNote(folder: string, siteId: string): Promise<Note> {
  const { mtimeMs } = await stat(folder)
  return { siteId, domain: `${siteId.toLowerCase()}.localhost`, ownerId: '', deletedAt: mtimeMs }
}
