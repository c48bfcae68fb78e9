/** Data files, for forms and tables. @see src/http/README.md (Data) */

import { z } from 'zod'
import type { DataFiles } from '../../service/content/data-files.js'
import { preconditionOf } from '../precondition.js'
import { param, route, type Route } from '../route.js'
import {
  dataChangeOf,
  dataFileHeadJson,
  dataFileHeadSchema,
  dataFileInput,
  dataFileJson,
  dataFileSchema,
} from '../wire/data-file.js'

const FILE = { description: 'The file', schema: dataFileSchema, headers: ['ETag'] } as const

const shared = {
  tag: 'Data',
  access: 'key',
  path: '/v2/sites/:site_id/data/*name',
} as const

/** A file of a site, as its path is in the address of a request. */
export function place(request: Parameters<typeof param>[0]) {
  return { siteId: param(request, 'site_id'), path: param(request, 'name') }
}

export function dataFilesRoutes(dataFiles: DataFiles): Route[] {
  return [listRoute(dataFiles), getRoute(dataFiles), updateRoute(dataFiles)]
}

function listRoute(dataFiles: DataFiles): Route {
  return route({
    tag: 'Data',
    access: 'key',
    method: 'get',
    path: '/v2/sites/:site_id/data',
    operation: 'listDataFiles',
    inSets: true,
    summary: 'List the data files that you may change',
    description:
      'YAML, JSON, CSV and TSV files in the folder of data (`_data`), by path; at most 1,000. For publishers, those ' +
      'that `publisher_data` in `_config.yml` names.',
    replies: { 200: { description: 'The files', schema: z.array(dataFileHeadSchema) } },
    run: async (request) => {
      const found = await dataFiles.list(request.actor, param(request, 'site_id'))
      return { status: 200, body: found.map(dataFileHeadJson) }
    },
  })
}

function getRoute(dataFiles: DataFiles): Route {
  return route({
    ...shared,
    method: 'get',
    operation: 'getDataFile',
    inSets: true,
    summary: 'Get a data file as a value',
    description:
      'A file that has no form (up to 256 KB) comes as source (up to 1 MB), with the reason. Admins get ' +
      '`_config.yml` as well.',
    headers: ['If-None-Match'],
    replies: { 200: FILE },
    run: async (request) => {
      const file = await dataFiles.get(request.actor, place(request))
      return { status: 200, body: dataFileJson(file), etag: file.oid }
    },
  })
}

function updateRoute(dataFiles: DataFiles): Route {
  return route({
    ...shared,
    method: 'put',
    operation: 'updateDataFile',
    inSets: true,
    summary: 'Change a data file by path, or its whole source',
    description:
      'Makes one commit. `edits` change only the bytes that they must: comments, order, quotes, indentation, line ' +
      'ends and delimiters of everything else stay. `If-Match` is strict (412); a `sha` in the body merges, and is 409 ' +
      'with all versions if both have changed the same lines or the order of one list. A broken `text` is 422 unless ' +
      '`broken` is true. Admins create a file by a `text`.',
    headers: ['If-Match', 'If-None-Match'],
    errors: ['conflict'],
    json: dataFileInput,
    replies: { 200: FILE },
    run: async (request) => {
      const { sha } = request.body
      const file = await dataFiles.update(request.actor, place(request), {
        change: dataChangeOf(request.body),
        basis: preconditionOf(request, sha),
      })
      return { status: 200, body: dataFileJson(file), etag: file.oid }
    },
  })
}
