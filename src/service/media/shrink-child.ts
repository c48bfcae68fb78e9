/**
 * The child process of `shrinker.ts`: makes one small picture after another, with decoders that are
 * not to be trusted with hostile files in the server's own process.
 */

import sharp from 'sharp'
import { MAX_THUMBNAIL_PIXELS } from '../../model/limits.js'
import type { FromShrinkChild, ToShrinkChild } from './shrinker.js'

/** Kinds that are decoded; what else the library could read (SVG, PDF, archives) it may not. */
const DECODERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif']

/** By the clock: a machine that is busy is slow, and what could not be made is not tried again for a while. */
const SECONDS = 15

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: DECODERS.map((name) => `VipsForeignLoad${name}`) })

async function shrink({ file, width }: ToShrinkChild): Promise<Buffer> {
  const image = sharp(file, {
    limitInputPixels: MAX_THUMBNAIL_PIXELS,
    failOn: 'error',
    sequentialRead: true,
  })
  return image
    .rotate()
    .resize({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75, effort: 2 })
    .timeout({ seconds: SECONDS })
    .toBuffer()
}

async function onRequest(request: ToShrinkChild): Promise<void> {
  const { number } = request
  let answer: FromShrinkChild
  try {
    answer = { number, data: await shrink(request) }
  } catch (error) {
    answer = { number, error: error instanceof Error ? error.message : String(error) }
  }
  process.send?.(answer)
}

process.on('message', (request: ToShrinkChild) => void onRequest(request))
process.send?.({ isReady: true } satisfies FromShrinkChild)
// Without a parent there is nobody to work for.
process.once('disconnect', () => process.exit())
