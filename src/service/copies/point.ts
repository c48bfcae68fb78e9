/**
 * A point in time: everything that a backup made then would have, by the pieces that it is in. It is written last, so a
 * copy is whole or not there.
 */

import type { Ref } from '../../git/refs/object-packs.js'
import { GalleyError } from '../../errors.js'
import type { Pointers } from '../operations/backup-staging.js'
import type { CopyStore } from './copy-store.js'
import type { PieceReader, Stored } from './pieces.js'

const POINT_FORMAT = 1

/** A point, as it is stored. */
export interface Point {
  readonly format: typeof POINT_FORMAT
  /** Version of Galley that made it. */
  readonly galley: string
  /** When its round began: it has what was acknowledged before. ISO 8601. */
  readonly at: string
  /** JSON of `ChunkedFile`. */
  readonly records: Stored
  /** `server.key` and `galley.yml`. */
  readonly files: Readonly<Record<string, Stored>>
  /** JSON of `SiteCopy`, by id of the site. */
  readonly sites: Readonly<Record<string, Stored>>
}

/** What a point names, whenever it was. */
export type PointContent = Pick<Point, 'records' | 'files' | 'sites'>

/** A file in chunks of one size, each with its hash; the last may be shorter. */
export interface ChunkedFile {
  readonly chunks: readonly (readonly [hash: string, stored: Stored])[]
}

/** Objects that were new at some time. */
export interface PackCopy {
  /**
   * The objects that the refs named then. All that can be reached from them is in this pack and the ones before, which it
   * can't be read without.
   */
  readonly tips: readonly string[]
  readonly bytes: number
  readonly stored: Stored
}

/** Files that never change: a release, or objects of Git LFS. JSON of `Readonly<Record<string, Stored>>`, by path. */
export interface FileGroup {
  /** Tells two states of it apart. */
  readonly sign: string
  readonly files: Stored
}

export interface SiteCopy extends Pointers {
  readonly refs: readonly Ref[]
  readonly packs: readonly PackCopy[]
  /** By the folder of the site that they are in. */
  readonly groups: Readonly<Record<string, FileGroup>>
}

/** Path of the point of a time. They sort by time. @param at milliseconds since the Unix epoch */
export function pointPath(at: number): string {
  return `points/${new Date(at).toISOString().replace(/[-:.]/g, '')}`
}

/** The time of a point, in milliseconds since the Unix epoch; null for other objects. */
export function pointTime(path: string): number | null {
  const match = /^points\/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(path)
  if (match === null) return null
  const [, year, month, day, hours, minutes, seconds, ms] = match
  const time = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}.${ms}Z`)
  return Number.isNaN(time) ? null : time
}

/** @param content what the point says besides its format */
export function writePoint(store: CopyStore, content: Omit<Point, 'format'>): Promise<void> {
  const point: Point = { format: POINT_FORMAT, ...content }
  return store.write(pointPath(Date.parse(content.at)), Buffer.from(JSON.stringify(point)))
}

/** @throws GalleyError `validation_failed` if it is missing, damaged, or of a newer version */
export async function readPoint(store: Pick<CopyStore, 'read'>, at: number): Promise<Point> {
  const path = pointPath(at)
  const bytes = await store.read(path)
  if (bytes === null) throw new GalleyError('validation_failed', `${path} is missing`)
  // It was sealed by us: only its format may be another.
  const point: Point = JSON.parse(bytes.toString())
  if (point.format === POINT_FORMAT) return point
  throw new GalleyError('validation_failed', `${path} was made by a newer version of Galley`)
}

/**
 * Names of the pieces that a point needs, each once.
 *
 * @param known what is known of contents already, by their JSON; most of a point is as in the one before
 */
export async function piecesNeeded(
  reader: PieceReader,
  point: PointContent,
  known: Map<string, ReadonlySet<string>>,
): Promise<Set<string>> {
  const needed = new Set<string>()
  const add = async (stored: Stored, inside: () => Promise<readonly Stored[]>): Promise<void> => {
    const key = JSON.stringify(stored)
    const pieces = known.get(key) ?? new Set(await piecesWithin(reader, stored, inside))
    known.set(key, pieces)
    for (const piece of pieces) needed.add(piece)
  }
  const nothing = () => Promise.resolve([])
  await add(point.records, async () => {
    const { chunks } = await reader.json<ChunkedFile>(point.records)
    return chunks.map(([, stored]) => stored)
  })
  for (const stored of Object.values(point.files)) await add(stored, nothing)
  for (const stored of Object.values(point.sites)) {
    await add(stored, async () => contentsOfSite(reader, await reader.json<SiteCopy>(stored)))
  }
  return needed
}

async function piecesWithin(
  reader: PieceReader,
  stored: Stored,
  inside: () => Promise<readonly Stored[]>,
): Promise<string[]> {
  const pieces = await reader.piecesOf(stored)
  for (const one of await inside()) pieces.push(...(await reader.piecesOf(one)))
  return pieces
}

async function contentsOfSite(reader: PieceReader, site: SiteCopy): Promise<Stored[]> {
  const contents = site.packs.map(({ stored }) => stored)
  for (const { files } of Object.values(site.groups)) {
    contents.push(files)
    const entries = await reader.json<Record<string, Stored>>(files)
    contents.push(...Object.values(entries))
  }
  return contents
}
