/**
 * Thumbnails of images: read from the cache on disk, or made, a few at a time and by turns of the sites. A failed
 * image is not retried for a while.
 */

import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { GalleyError, overloaded } from '../../errors.js'
import {
  MAX_THUMBNAIL_PIXELS,
  MAX_THUMBNAIL_SOURCE_BYTES,
  MAX_THUMBNAILS_KEPT_BYTES,
  MAX_THUMBNAILS_WAITING,
  MAX_THUMBNAILS_WAITING_OF_SITE,
} from '../../model/limits.js'
import { openContent } from '../../git/lfs/objects.js'
import type { Repository } from '../../git/repository.js'
import { createQueue } from '../../system/queue.js'
import { dimensionsOf, HEADER_BYTES, type Dimensions } from './dimensions.js'
import { createShrinker, ShrinkError, type Shrinker } from './shrinker.js'
import { createThumbnailStore } from './thumbnail-store.js'

/** An image of a site, identified by content. */
interface ImageRequest {
  readonly siteId: string
  readonly repository: Repository
  readonly oid: string
  readonly width: number
}

export interface Thumbnails {
  /**
   * A WebP of this width, or of the image's own width if that is smaller.
   *
   * @throws GalleyError `not_found` if there can be none; `unavailable` if too many wait
   */
  get(request: ImageRequest): Promise<Buffer>
  close(): void
}

interface ThumbnailsOptions {
  /** Folder of the cache. */
  readonly folder: string
  /** Folder for temporary copies of images. */
  readonly temporary: string
  readonly now: () => number
  readonly newId: () => string
  readonly lanes: number
  readonly makeShrinker?: () => Shrinker
}

/** True if a thumbnail can be made of an image of this size. */
export function isShrinkable(dimensions: Dimensions | null): dimensions is Dimensions {
  return dimensions !== null && dimensions.width * dimensions.height <= MAX_THUMBNAIL_PIXELS
}

/** Time until a failed image is tried again. */
const FAILED_MS = 10 * 60_000
const MAX_FAILED = 10_000

export function createThumbnails(options: ThumbnailsOptions): Thumbnails {
  const { now, newId, temporary } = options
  const store = createThumbnailStore(options.folder, MAX_THUMBNAILS_KEPT_BYTES)
  const failed = new Map<string, number>()
  const lanes = createLanes(options.lanes, options.makeShrinker ?? (() => createShrinker()))
  const making = new Map<string, Promise<Buffer>>()
  const make = async (name: string, request: ImageRequest): Promise<Buffer> => {
    const file = path.join(temporary, `image-${newId()}`)
    try {
      await copyImage(request, file)
      const data = await lanes.shrink(file, request)
      await store.write(name, data)
      return data
    } catch (error) {
      if (!(error instanceof ShrinkError)) throw error
      if (failed.size >= MAX_FAILED) failed.clear()
      failed.set(name, now())
      throw none()
    } finally {
      await rm(file, { force: true })
    }
  }
  return {
    close: () => lanes.close(),
    async get(request) {
      const name = `${request.oid}-${request.width}.webp`
      const kept = await store.read(name)
      if (kept) return kept
      const failedAt = failed.get(name)
      if (failedAt !== undefined && failedAt + FAILED_MS > now()) throw none()
      const underWay = making.get(name)
      if (underWay) return underWay
      const made = lanes
        .turn(request.siteId, () => make(name, request))
        .finally(() => making.delete(name))
      making.set(name, made)
      return made
    },
  }
}

function none(): GalleyError {
  return new GalleyError(
    'not_found',
    'There is no thumbnail: this file cannot be read as an image.',
  )
}

/** @throws ShrinkError if it is not an image, or too large */
async function copyImage({ repository, oid }: ImageRequest, file: string): Promise<void> {
  const blob = await repository.reader.info(oid)
  const { size, start, open } = await openContent(repository, { oid, size: blob.size })
  if (size > MAX_THUMBNAIL_SOURCE_BYTES) throw new ShrinkError('the file is too large')
  const header = await start(HEADER_BYTES)
  if (!isShrinkable(dimensionsOf(header))) throw new ShrinkError('no image, or too many pixels')
  await pipeline(open({ start: 0, end: size }), createWriteStream(file, { mode: 0o600 }))
}

interface Lanes {
  /** Runs work when a process is free; sites take turns. */
  turn<Result>(siteId: string, work: () => Promise<Result>): Promise<Result>
  /** To be called within a turn. */
  shrink(file: string, request: Pick<ImageRequest, 'width'>): Promise<Buffer>
  close(): void
}

function createLanes(count: number, makeShrinker: () => Shrinker): Lanes {
  const free = Array.from({ length: count }, makeShrinker)
  const all = [...free]
  const queue = createQueue({
    places: count,
    maxWaitingOfOne: MAX_THUMBNAILS_WAITING_OF_SITE,
    maxWaiting: MAX_THUMBNAILS_WAITING,
    refuse: () => {
      const message = 'Too many thumbnails are waiting to be made; try again.'
      return overloaded(message, 2)
    },
  })
  return {
    turn: (siteId, work) => queue.run({ asker: siteId }, work),
    async shrink(file, { width }) {
      const shrinker = free.pop()
      if (!shrinker) throw new Error('work beside the lanes')
      try {
        return await shrinker.shrink(file, width)
      } finally {
        free.push(shrinker)
      }
    },
    close: () => {
      for (const shrinker of all) shrinker.close()
    },
  }
}
