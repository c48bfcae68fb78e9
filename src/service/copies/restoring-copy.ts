/**
 * Brings back a point in time, by the rules of restoring a backup, and checks points without bringing them back to stay.
 *
 * @see ../operations/restoring.ts
 */

import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { GalleyError } from '../../errors.js'
import { takePack, writeRefs } from '../../git/refs/object-packs.js'
import { initRepository } from '../../git/repository.js'
import { forEachParallel } from '../../system/parallel.js'
import { dataFolders } from '../branch/folders.js'
import { BACKUP_FORMAT, type BackupNote } from '../operations/backup.js'
import type { Pointers } from '../operations/backup-staging.js'
import {
  isBackupName,
  restoreFrom,
  type ChooseSite,
  type Restored,
  type RestoreRequest,
} from '../operations/restoring.js'
import {
  restoreSiteFrom,
  type RestoredSite,
  type SiteRequest,
} from '../operations/site-restoring.js'
import type { CopyStore } from './copy-store.js'
import { createPieceReader, pieceName, type PieceReader, type Stored } from './pieces.js'
import { piecesNeeded, pointTime, readPoint, type ChunkedFile, type SiteCopy } from './point.js'

/** The times of all points, newest first, in milliseconds since the Unix epoch. */
export async function listPoints(store: CopyStore): Promise<number[]> {
  const times = (await store.list()).map(pointTime).filter((time) => time !== null)
  return times.sort((a, b) => b - a)
}

/**
 * The newest point that is not later than a time.
 *
 * @throws GalleyError `not_found` if there is none
 */
export async function findPoint(store: CopyStore, until: number): Promise<number> {
  const times = await listPoints(store)
  const found = times.find((time) => time <= until)
  if (found !== undefined) return found
  const oldest = times.at(-1)
  const why =
    oldest === undefined ? 'there is none' : `the oldest is of ${new Date(oldest).toISOString()}`
  throw new GalleyError('not_found', `${store.place} has no copy of then: ${why}.`)
}

interface CopyRequest extends RestoreRequest {
  /** Of a point that is there. */
  readonly at: number
}

/**
 * Restores a point into an empty data folder.
 *
 * @throws GalleyError `conflict` if the folder is not empty; `validation_failed` if a piece is missing or damaged. The
 *   folder is unchanged then
 */
export function restoreCopy(store: CopyStore, request: CopyRequest): Promise<Restored> {
  return sayingWhich(request, () =>
    restoreFrom(request, (folder) => unpackPoint(store, request, { folder })),
  )
}

/** Restores one site of a point. @see ../operations/site-restoring.ts */
export function restoreSiteOfCopy(
  store: CopyStore,
  request: SiteRequest & Pick<CopyRequest, 'at'>,
): Promise<RestoredSite> {
  return sayingWhich(request, () =>
    restoreSiteFrom(request, (folder, choose) => unpackPoint(store, request, { folder, choose })),
  )
}

async function sayingWhich<Result>(
  { at }: Pick<CopyRequest, 'at'>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof GalleyError) || error.code !== 'validation_failed') throw error
    const time = new Date(at).toISOString()
    const reason = error.message.replace(/(?<!\.)\.+$/, '')
    const message = `The copy of ${time} can't be restored: ${reason}. Try an older one (galley copies list).`
    throw new GalleyError('validation_failed', message, { cause: error })
  }
}

async function unpackPoint(
  store: CopyStore,
  { at, report }: Pick<CopyRequest, 'at' | 'report'>,
  { folder, choose }: { readonly folder: string; readonly choose?: ChooseSite },
): Promise<BackupNote> {
  const reader = createPieceReader(store)
  const point = await readPoint(store, at)
  report('Fetching the records')
  const { chunks } = await reader.json<ChunkedFile>(point.records)
  const records = async function* () {
    for (const [, stored] of chunks) yield* reader.stream(stored)
  }
  await writeFrom(records(), path.join(folder, 'galley.db'), 0o600)
  for (const [name, stored] of Object.entries(point.files)) {
    await writeNamed({ reader, folder }, name, stored)
  }
  const sites: Record<string, Pointers> = {}
  const only = choose?.(folder)
  const all = Object.entries(point.sites).filter(([id]) => only === undefined || id === only)
  for (const [index, [id, stored]] of all.entries()) {
    report(`Fetching site ${index + 1} of ${all.length}`)
    const site = await reader.json<SiteCopy>(stored)
    await unpackSite({ reader, folder }, id, site)
    sites[id] = { live: site.live, preview: site.preview }
  }
  return { format: BACKUP_FORMAT, galley: point.galley, at: point.at, sites }
}

interface Unpacking {
  readonly reader: PieceReader
  readonly folder: string
}

async function unpackSite(to: Unpacking, id: string, site: SiteCopy): Promise<void> {
  const { repository } = dataFolders(to.folder).site(id)
  requireName(`sites/${id}/repository.git/packed-refs`)
  await mkdir(path.dirname(repository), { recursive: true })
  await initRepository(repository)
  for (const { stored } of site.packs) await takePack(repository, to.reader.stream(stored))
  await writeRefs(repository, site.refs)
  for (const [name, { files }] of Object.entries(site.groups)) {
    const entries = await to.reader.json<Record<string, Stored>>(files)
    for (const [file, stored] of Object.entries(entries)) {
      await writeNamed(to, `sites/${id}/${name}/${file}`, stored)
    }
  }
}

async function writeNamed({ reader, folder }: Unpacking, name: string, stored: Stored) {
  requireName(name)
  const mode = name.includes('/') ? 0o640 : 0o600
  await writeFrom(reader.stream(stored), path.join(folder, name), mode)
}

/** Whoever has the key can write copies, and must not reach other files with it. */
function requireName(name: string): void {
  if (isBackupName(name)) return
  const message = `${JSON.stringify(name)} does not belong in a copy`
  throw new GalleyError('validation_failed', message)
}

async function writeFrom(
  content: AsyncIterable<Buffer>,
  file: string,
  mode: number,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await pipeline(content, createWriteStream(file, { flags: 'wx', mode }))
}

const PIECES_AT_ONCE = 4

/** What a check has found. */
export interface Checked {
  readonly points: number
  readonly pieces: number
  /** One sentence for each fault; empty if all is well. */
  readonly wrong: readonly string[]
}

/**
 * Reads and decrypts every piece that points need.
 *
 * @param times of the points
 */
export async function checkPieces(
  store: CopyStore,
  times: readonly number[],
  report: (message: string) => void,
): Promise<Checked> {
  const reader = createPieceReader(store)
  const known = new Map<string, ReadonlySet<string>>()
  const pieces = new Set<string>()
  const wrong: string[] = []
  const note = (error: unknown, what: string) => {
    if (!(error instanceof GalleyError)) throw error
    wrong.push(`${what}${error.message}.`)
  }
  for (const [index, time] of times.entries()) {
    report(`Reading point ${index + 1} of ${times.length}`)
    try {
      const point = await readPoint(store, time)
      for (const piece of await piecesNeeded(reader, point, known)) pieces.add(piece)
    } catch (error) {
      note(error, `${new Date(time).toISOString()}: `)
    }
  }
  let done = 0
  await forEachParallel(pieces, PIECES_AT_ONCE, async (piece) => {
    const path = pieceName(piece)
    try {
      if ((await store.read(path)) === null) wrong.push(`${path} is missing.`)
    } catch (error) {
      note(error, '')
    }
    report(`Read piece ${(done += 1)} of ${pieces.size}`)
  })
  return { points: times.length, pieces: pieces.size, wrong: [...new Set(wrong)] }
}

/**
 * Restores a point into a temporary folder, which checks the records and every repository (`git fsck`), and removes it.
 *
 * @param request.data folder on a disk with room for it
 * @returns what is wrong with it; null for nothing
 */
export async function tryRestoring(store: CopyStore, request: CopyRequest): Promise<string | null> {
  const data = await mkdtemp(path.join(request.data, 'galley-copy-'))
  try {
    await restoreCopy(store, { ...request, data })
    return null
  } catch (error) {
    if (error instanceof GalleyError && error.code === 'validation_failed') return error.message
    throw error
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}
