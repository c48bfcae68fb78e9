/** Static files of collections. @see src/http/README.md (Content) */

import { z } from 'zod'
import { invalid } from '../../errors.js'
import { FILE_SORTS } from '../../model/sort-fields.js'
import type { Files } from '../../service/content/files.js'
import { DOWNLOAD, fileReply, RANGE } from '../file-reply.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { preconditionOf } from '../precondition.js'
import { collectionOf, param, route, type RawRequest, type Route, type Upload } from '../route.js'
import { fileFields, fileJson, fileSchema } from '../wire/collection.js'
import { deletedJson, deletedSchema, field, searchQuery, sortQuery } from '../wire/common.js'

const filesQuery = pageQuery.extend({
  q: searchQuery,
  sort: sortQuery(FILE_SORTS, 'filename-asc'),
})

const BYTES = { description: 'The bytes', type: 'application/octet-stream' } as const

/** @throws GalleyError `validation_failed` if the part `file` is missing */
export function requireUpload(request: Pick<RawRequest, 'upload'>): Upload {
  if (request.upload) return request.upload
  throw invalid('file', 'must be sent as a file part of the form')
}

export function filesRoutes(files: Files, publicUrl: string): Route[] {
  return [...listRoutes(files, publicUrl), ...fileRoutes(files)]
}

function listRoutes(files: Files, publicUrl: string): Route[] {
  const shared = {
    tag: 'Collections',
    access: 'key',
    path: '/v2/sites/:site_id/collections/:path/files',
  } as const
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'listFiles',
      inSets: true,
      summary: 'List the static files of a collection',
      description: 'Files without front matter in its folder; `q` searches their names.',
      query: filesQuery,
      replies: { 200: { description: 'A page of files', schema: z.array(fileSchema) } },
      run: async (request) => {
        const { q, sort } = request.query
        const window = windowOf(request)
        const query = { q, sort, window, signalOf: () => request.signal }
        const page = await files.list(request.actor, collectionOf(request), query)
        const body = page.rows.map((owned) => fileJson(owned, publicUrl))
        return pageReply(body, { request, publicUrl, page })
      },
    }),
    route({
      ...shared,
      method: 'post',
      operation: 'createFile',
      inSets: true,
      creates: true,
      summary: 'Upload a static file (without front matter)',
      description:
        'A form with the part `file`. 409 if the name is taken, unless `replace` is `true`; ' +
        'then `If-Match` replaces only that version. Files with front matter are uploaded ' +
        'through the source.',
      headers: ['If-Match', 'If-None-Match'],
      errors: ['front_matter_not_allowed'],
      fields: fileFields,
      replies: {
        201: {
          description: 'The file',
          schema: fileSchema,
          headers: ['ETag'],
          location: '/v2/sites/{site_id}/files/{filename}',
        },
      },
      run: async (request) => {
        const owned = await files.create(request.actor, collectionOf(request), {
          upload: requireUpload(request),
          path: request.body.path,
          replace: request.body.replace === true,
          basis: preconditionOf(request),
        })
        return { status: 201, body: fileJson(owned, publicUrl), etag: owned.entry.oid }
      },
    }),
  ]
}

function fileRoutes(files: Files): Route[] {
  const shared = {
    tag: 'Collections',
    access: 'key',
    path: '/v2/sites/:site_id/files/*filename',
  } as const
  const place = (request: Parameters<typeof param>[0]) => ({
    siteId: param(request, 'site_id'),
    path: param(request, 'filename'),
  })
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'downloadFile',
      inSets: true,
      summary: 'Download a static file of a collection',
      description: 'Always an attachment; `download` has no effect.',
      headers: ['If-None-Match', 'Range', 'If-Range'],
      query: z.object({
        download: field(z.string(), 'Accepted because links use it.', '').optional(),
      }),
      replies: {
        200: { ...BYTES, headers: DOWNLOAD },
        206: { ...BYTES, description: 'A range of the bytes', headers: RANGE },
      },
      run: async (request) => fileReply(request, await files.read(request.actor, place(request))),
    }),
    route({
      ...shared,
      method: 'delete',
      operation: 'deleteFile',
      inSets: true,
      summary: 'Delete a static file of a collection',
      description: 'Makes one commit. Writers can delete only their own files.',
      headers: ['If-Match'],
      replies: { 200: { description: 'Deleted', schema: deletedSchema } },
      run: async (request) => {
        const id = await files.delete(request.actor, place(request), preconditionOf(request))
        return { status: 200, body: deletedJson(id) }
      },
    }),
  ]
}
