/**
 * The child process of `shrinker.ts`. Makes thumbnails one after another. Its image decoders are not trusted with
 * hostile files in the server's own process.
 */

import sharp from 'sharp'
import { MAX_THUMBNAIL_PIXELS } from '../../model/limits.js'
import type { FromShrinkChild, ToShrinkChild } from './shrinker.js'

/** Allowed decoders. Other formats that the library supports (SVG, PDF, archives) are blocked. */
const DECODERS = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif']

/**
 * Time limit of one image. Generous, because a busy machine is slow, and a failed image is not retried for a while.
 */
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
// Without its parent process, the child ends.
process.once('disconnect', () => process.exit())
