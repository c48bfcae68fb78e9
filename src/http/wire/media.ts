/** Files of all collections as JSON, and the media types they are sent with. @see src/http/README.md (Media) */

import { z } from 'zod'
import { withoutSet } from '../../model/change-set.js'
import { MAX_USES, THUMBNAIL_WIDTHS } from '../../model/limits.js'
import type { MediaView } from '../../service/media/media.js'
import { fileJson, fileSchema } from './collection.js'
import { documentedAs, field, idSchema, named, onceText } from './common.js'

const ADDRESS =
  'https://galley.example.org/v2/media/66f1c2a0d4b9e83f5a7c1e20-9e107d9d372bb6826bd81d3542a419d6e107d9d3-498661-jpg-5f1c0a7b9d3e4c2f8a6b1d0e7c9f3a52'

export const mediaSchema = named(
  'Media',
  'A file of a site, with its dimensions and the texts that use it.',
  fileSchema.extend({
    width: field(
      z.int().nullable(),
      'Displayed width in pixels; null if it is not an image.',
      1600,
    ),
    height: field(
      z.int().nullable(),
      'Displayed height in pixels; null if it is not an image.',
      1200,
    ),
    used_by: field(
      z.array(
        z.object({
          type: z.enum(['document', 'page']),
          id: idSchema,
          title: z.string(),
          path: z.string(),
        }),
      ),
      `Documents and pages whose text or front matter names it, of those you may see, ${MAX_USES} at most.`,
      [],
    ),
    inline_url: field(
      z.string().nullable(),
      'Signed URL of the bytes, valid for at least an hour; null for files that browsers ' +
        'should not display.',
      ADDRESS,
    ),
    thumbnail_url: field(
      z.string().nullable(),
      `A small picture (WebP): of 320 pixels, or of another \`width\`: ${THUMBNAIL_WIDTHS.join(', ')}. Null where there is none.`,
      `${ADDRESS}?width=320`,
    ),
  }),
)

const DEFAULT_WIDTH = 320

/** `width` of a thumbnail; without it, the file itself. */
export const widthQuery = documentedAs(
  field(
    onceText.regex(/^\d{1,5}$/, 'must be a whole number'),
    'Width of a thumbnail to return instead of the file.',
    DEFAULT_WIDTH,
  ).transform(Number),
  { type: 'integer', enum: THUMBNAIL_WIDTHS },
).optional()

/** Types that browsers may show: pictures, audio, video. Only SVG can contain active content. */
const INLINE: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
}

/** The media type for showing a file; null if it can only be downloaded. */
export function inlineType(extension: string): string | null {
  return Object.hasOwn(INLINE, extension) ? (INLINE[extension] ?? null) : null
}

/** All types that are shown. */
export const INLINE_TYPES: readonly string[] = [...new Set(Object.values(INLINE))]

/** One file. */
export function mediaJson(view: MediaView, publicUrl: string): z.output<typeof mediaSchema> {
  const { file, dimensions, usedBy, token, hasThumbnail } = view
  const address = `${publicUrl}/v2/media/${token}`
  const extension = /\.([^./]+)$/.exec(file.entry.path)?.[1] ?? ''
  return {
    ...fileJson(file, publicUrl),
    width: dimensions?.width ?? null,
    height: dimensions?.height ?? null,
    used_by: usedBy.map(({ kind, ...use }) => ({
      type: kind === 'page' ? ('page' as const) : ('document' as const),
      ...use,
      id: withoutSet(use.id),
    })),
    inline_url: inlineType(extension.toLowerCase()) === null ? null : address,
    thumbnail_url: hasThumbnail ? `${address}?width=${DEFAULT_WIDTH}` : null,
  }
}
