/** The file-system view of a site. @see src/http/README.md (Source) */

import { z } from 'zod'
import type { Source, SourceItem } from '../../service/content/source.js'
import type { Downloads } from '../../service/sites/downloads.js'
import { attachment, DOWNLOAD, fileReply, RANGE } from '../file-reply.js'
import { JSON_TYPE, streamOf } from '../json-stream.js'
import { pageQuery, rowsReply, windowOf } from '../pagination.js'
import { preconditionOf } from '../precondition.js'
import { param, route, type RawRequest, type Route } from '../route.js'
import {
  directoryJson,
  sourceEntrySchema,
  sourceFileJson,
  sourceFileSchema,
} from '../wire/source.js'
import { flagText } from '../wire/common.js'
import { place } from './data-files.js'
import { requireUpload } from './files.js'

const sourceQuery = pageQuery.extend({
  all: flagText('Includes names that start with a dot.'),
  recursive: flagText('All files in all folders below, as one list without pages.'),
  download: flagText('Returns the bytes of a file instead of its entry.'),
})

const shared = {
  tag: 'Source',
  access: 'key',
  path: '/v2/sites/:site_id/source{/*name}',
} as const

interface SourceServices {
  readonly source: Source
  readonly downloads: Downloads
}

export function sourceRoutes({ source, downloads }: SourceServices, publicUrl: string): Route[] {
  return [
    readRoute(source, publicUrl),
    writeRoute(source, publicUrl),
    deleteRoute(source, publicUrl),
    exportRoute(downloads),
  ]
}

function readRoute(source: Source, publicUrl: string): Route {
  const itemText = (item: SourceItem) =>
    JSON.stringify(
      item.kind === 'directory' ? directoryJson(item.path) : sourceFileJson(item.owned, publicUrl),
    )
  return route({
    ...shared,
    method: 'get',
    operation: 'getSource',
    inSets: true,
    summary: 'Get a file or list a folder of the source; ?download returns the bytes of a file',
    description:
      'For a file, its entry. For a folder (without a name: the root), a list in pages: one ' +
      'level, folders first, by the code points of their names; with `recursive`, all files below. `sha` is the id that `git ' +
      'hash-object` prints. `download` returns the bytes of a file, also in ranges; for a ' +
      'folder it is 404.',
    headers: ['If-None-Match', 'Range', 'If-Range'],
    errors: ['not_acceptable'],
    query: sourceQuery,
    replies: {
      200: {
        description: 'An entry for a file, an array of entries for a folder',
        schema: z.union([sourceFileSchema, z.array(sourceEntrySchema)]),
        type: 'application/octet-stream',
        headers: DOWNLOAD,
      },
      206: {
        description: 'A range of the bytes',
        type: 'application/octet-stream',
        headers: RANGE,
      },
    },
    run: async (request) => {
      const { all = false, recursive = false, download = false } = request.query
      if (download) return fileReply(request, await source.read(request.actor, place(request)))
      request.requireAcceptable('application/json')
      const found = await source.find(request.actor, place(request))
      if (found !== 'directory') {
        return { status: 200, body: sourceFileJson(found, publicUrl), etag: found.entry.oid }
      }
      const options = { all, recursive, window: windowOf(request) }
      const page = await source.list(request.actor, place(request), options)
      if (recursive) return { status: 200, type: JSON_TYPE, body: streamOf(page.rows, itemText) }
      return rowsReply(page.rows, itemText, { request, publicUrl, page })
    },
  })
}

function writeRoute(source: Source, publicUrl: string): Route {
  return route({
    ...shared,
    method: 'put',
    operation: 'putSource',
    inSets: true,
    summary: 'Create or replace a file of the source',
    description:
      'A form with the part `file`. `If-Match` replaces only that version; `If-None-Match: ' +
      '*` never replaces a file. 409 if the path is a folder, lies below a file, or differs ' +
      'from an existing one only in case.',
    headers: ['If-Match', 'If-None-Match'],
    errors: ['conflict'],
    fields: z.object({}),
    replies: { 200: { description: 'The file', schema: sourceFileSchema, headers: ['ETag'] } },
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
    inSets: true,
    summary: 'Delete a file of the source',
    description: 'Makes one commit. Folders and `_config.yml` can’t be deleted (422).',
    headers: ['If-Match'],
    replies: { 200: { description: 'The file that was removed', schema: sourceFileSchema } },
    run: async (request) => {
      const owned = await source.delete(request.actor, place(request), preconditionOf(request))
      return { status: 200, body: sourceFileJson(owned, publicUrl) }
    },
  })
}

const ZIP_TYPE = 'application/zip'

function exportRoute(downloads: Downloads): Route {
  return route({
    method: 'get',
    tag: 'Source',
    access: 'key',
    path: '/v2/sites/:site_id/export',
    operation: 'exportSite',
    summary: 'Download the whole source as a ZIP',
    description:
      'All files of the newest commit, for admins; `POST /v2/import` accepts it. The ZIP is ' +
      'streamed, so its length is not known in advance. For the history, clone the ' +
      'repository.',
    errors: ['not_acceptable'],
    replies: {
      200: {
        description: 'The ZIP',
        type: ZIP_TYPE,
        headers: ['Content-Disposition'],
      },
    },
    run: async (request) => {
      const { actor, signal } = request
      request.requireAcceptable(ZIP_TYPE)
      const { name, stream } = await downloads.zip(actor, param(request, 'site_id'), signal)
      return {
        status: 200,
        type: ZIP_TYPE,
        headers: { 'Content-Disposition': attachment(name) },
        body: stream,
      }
    },
  })
}
