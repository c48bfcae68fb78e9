/** Images and other files of all collections. @see src/http/README.md (Media) */

import { z } from 'zod'
import { MAX_MEDIA_ON_PAGE } from '../../model/limits.js'
import { FILE_SORTS } from '../../model/sort-fields.js'
import type { Media, MediaContent } from '../../service/media/media.js'
import { parseRange, readerOf, type FileRequest } from '../file-reply.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type Reply, type Route } from '../route.js'
import { searchQuery, sortQuery } from '../wire/common.js'
import { INLINE_TYPES, inlineType, mediaJson, mediaSchema, widthQuery } from '../wire/media.js'

const mediaQuery = pageQuery.extend({
  q: searchQuery,
  sort: sortQuery(FILE_SORTS, 'filename-asc'),
})

const BYTES = [...INLINE_TYPES, 'application/octet-stream']
const HEADERS = ['Accept-Ranges', 'Content-Disposition'] as const

export function mediaRoutes(media: Media, publicUrl: string): Route[] {
  return [
    route({
      method: 'get',
      path: '/v2/sites/:site_id/media',
      operation: 'listMedia',
      inSets: true,
      summary: 'List the files of a site, inside and outside collections',
      description:
        'Static files in collections and beside them, as far as they are published: with their size in pixels, ' +
        `who uses them, and addresses to show them. \`q\` searches their names. A page has ${MAX_MEDIA_ON_PAGE} at most.`,
      tag: 'Media',
      access: 'key',
      query: mediaQuery,
      replies: { 200: { description: 'A page of files', schema: z.array(mediaSchema) } },
      run: async (request) => {
        const { q, sort, per_page: size } = request.query
        const most = size === undefined ? {} : { per_page: Math.min(size, MAX_MEDIA_ON_PAGE) }
        const paged = { ...request.query, ...most }
        const asked = { ...request, query: paged }
        const query = { q, sort, window: windowOf(asked) }
        const page = await media.list(request.actor, param(request, 'site_id'), query)
        const body = page.rows.map((view) => mediaJson(view, publicUrl))
        return pageReply(body, { request: asked, publicUrl, page })
      },
    }),
    route({
      method: 'get',
      path: '/v2/media/:token',
      operation: 'getMedia',
      summary: 'A media file, or a thumbnail of it',
      description:
        'At the signed URLs from `listMedia`, without credentials; they expire after one to ' +
        'two hours. Files that browsers should not display are attachments. With `width`, a ' +
        'WebP thumbnail; 404 if there is none.',
      tag: 'Media',
      access: 'public',
      headers: ['Range'],
      query: z.object({ width: widthQuery }),
      replies: {
        200: { description: 'The bytes', type: BYTES, headers: HEADERS },
        206: {
          description: 'A range of the bytes',
          type: BYTES,
          headers: [...HEADERS, 'Content-Range'],
        },
      },
      run: async (request) => {
        const content = await media.open(param(request, 'token'), request.query.width ?? null)
        return mediaReply(request, content)
      },
    }),
  ]
}

/** Signed addresses are valid for at least this time. */
const CACHED = 'private, max-age=3600, immutable'
/** Nothing in a file may run, whoever uploaded it; only styles of an SVG are applied. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

function mediaReply(request: FileRequest, content: MediaContent): Reply {
  const type = inlineType(content.extension)
  const range = parseRange(request.header('Range'), content.size)
  const part = range ?? { start: 0, end: content.size }
  return {
    status: range ? 206 : 200,
    type: type ?? 'application/octet-stream',
    headers: {
      'Cache-Control': CACHED,
      'Content-Disposition': type === null ? 'attachment' : 'inline',
      'Content-Security-Policy': POLICY,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Referrer-Policy': 'no-referrer',
      'Accept-Ranges': 'bytes',
      'Content-Length': String(part.end - part.start),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end - 1}/${content.size}` }),
    },
    body: content.open(part, readerOf(request)),
  }
}
