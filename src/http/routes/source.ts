/** The file-system view of a site. @see src/http/README.md (Source) */

import { z } from 'zod'
import type { Source, SourceItem } from '../../service/content/source.js'
import { fileReply } from '../file-reply.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { preconditionOf } from '../precondition.js'
import { param, route, type RawRequest, type Route } from '../route.js'
import {
  directoryJson,
  sourceEntrySchema,
  sourceFileJson,
  sourceFileSchema,
} from '../wire/source.js'
import { requireUpload } from './files.js'

/** A parameter that is on when it is given without a value, or as `true` or `1`. */
const flag = z
  .enum(['', 'true', '1', 'false', '0'], { error: 'must be true or false' })
  .transform((text) => text !== 'false' && text !== '0')
  .optional()

const sourceQuery = pageQuery.extend({ all: flag, recursive: flag, download: flag })

const shared = {
  tag: 'Source',
  access: 'key',
  path: '/v2/sites/:site_id/source{/*name}',
} as const

function place(request: Parameters<typeof param>[0]) {
  return { siteId: param(request, 'site_id'), path: param(request, 'name') }
}

export function sourceRoutes(source: Source, publicUrl: string): Route[] {
  return [
    readRoute(source, publicUrl),
    writeRoute(source, publicUrl),
    deleteRoute(source, publicUrl),
  ]
}

function readRoute(source: Source, publicUrl: string): Route {
  const itemJson = (item: SourceItem) =>
    item.kind === 'directory' ? directoryJson(item.path) : sourceFileJson(item.owned, publicUrl)
  return route({
    ...shared,
    method: 'get',
    operation: 'getSource',
    summary: 'A file or a folder of the source; ?download gives the bytes of a file',
    query: sourceQuery,
    replies: {
      200: {
        description: 'An entry for a file, an array of entries for a folder',
        schema: z.union([sourceFileSchema, z.array(sourceEntrySchema)]),
      },
      206: { description: 'A range of the bytes', type: 'application/octet-stream' },
    },
    run: async (request) => {
      const { all = false, recursive = false, download = false } = request.query
      if (download) return fileReply(request, await source.read(request.actor, place(request)))
      const found = await source.find(request.actor, place(request))
      if (found !== 'directory') {
        return { status: 200, body: sourceFileJson(found, publicUrl), etag: found.entry.oid }
      }
      const options = { all, recursive, window: windowOf(request.query) }
      const page = await source.list(request.actor, place(request), options)
      const body = page.rows.map(itemJson)
      if (recursive) return { status: 200, body }
      return pageReply(body, { request, publicUrl, total: page.total })
    },
  })
}

function writeRoute(source: Source, publicUrl: string): Route {
  return route({
    ...shared,
    method: 'put',
    operation: 'putSource',
    summary: 'Create or replace a file of the source',
    fields: z.object({}),
    replies: { 200: { description: 'The file', schema: sourceFileSchema } },
    run: async (request: RawRequest) => {
      const owned = await source.put(request.actor, place(request), {
        upload: requireUpload(request),
        basis: preconditionOf(request),
      })
      return { status: 200, body: sourceFileJson(owned, publicUrl), etag: owned.entry.oid }
    },
  })
}

function deleteRoute(source: Source, publicUrl: string): Route {
  return route({
    ...shared,
    method: 'delete',
    operation: 'deleteSource',
    summary: 'Delete a file of the source',
    replies: { 200: { description: 'The file that was removed', schema: sourceFileSchema } },
    run: async (request) => {
      const owned = await source.delete(request.actor, place(request), preconditionOf(request))
      return { status: 200, body: sourceFileJson(owned, publicUrl) }
    },
  })
}
