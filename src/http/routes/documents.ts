/** Documents of a collection. @see src/http/README.md (Conventions; Content) */

import { z } from 'zod'
import { VISIBILITIES } from '../../model/entry.js'
import type { Documents } from '../../service/content/documents.js'
import type { EntryQuery } from '../../service/branch/views.js'
import { preconditionOf } from '../precondition.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import { deletedJson, deletedSchema, searchQuery, sortQuery } from '../wire/common.js'
import {
  createDocumentInput,
  documentJson,
  documentRowSchema,
  documentSchema,
  updateDocumentInput,
} from '../wire/document.js'

const DOCUMENT = { description: 'The document', schema: documentSchema }

/** Without its zone, a time is another one for everybody. */
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

function termQuery(name: string) {
  return z
    .string({ error: `${name} must be given once` })
    .max(200, `${name} may have at most 200 characters`)
    .optional()
}

/** Query of the lists of documents and pages. */
export const textQuery = pageQuery.extend({
  summary: z.enum(['true', 'false'], { error: 'summary must be true or false' }).optional(),
  tag: termQuery('tag'),
  category: termQuery('category'),
  author: z.string({ error: 'author must be given once' }).max(24).optional(),
  updated_since: z
    .string({ error: 'updated_since must be given once' })
    .refine((text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)), {
      message:
        'updated_since must be a time of ISO 8601 with its zone, such as 2026-11-20T12:00:00Z',
    })
    .transform((text) => Math.ceil(Date.parse(text) / 1000))
    .optional(),
  q: searchQuery,
  sort: sortQuery,
  visibility: z.enum(VISIBILITIES).optional(),
  extensions: z.string({ error: 'extensions must be given once' }).max(500).optional(),
})

/** The query in the service's words. */
export function entryQueryOf(query: z.output<typeof textQuery>): EntryQuery {
  return {
    q: query.q,
    sort: query.sort,
    visibility: query.visibility,
    extensions: extensionList(query.extensions),
    tag: query.tag,
    category: query.category,
    author: query.author,
    updatedSince: query.updated_since,
    window: windowOf(query),
  }
}

/** A row of a list; with `summary=true` the text stays away. */
export function rowJson(query: { readonly summary?: 'true' | 'false' | undefined }) {
  return <Row extends { readonly body: string }>(row: Row): Partial<Row> => {
    if (query.summary !== 'true') return row
    const { body: _, ...rest }: Row = row
    return rest as Partial<Row>
  }
}

function extensionList(text: string | undefined): readonly string[] | undefined {
  const names = text?.split(',').map((name) => name.trim().replace(/^\./, '').toLowerCase())
  const given = names?.filter((name) => name !== '')
  return given && given.length > 0 ? given : undefined
}

export function documentsRoutes(documents: Documents, publicUrl: string): Route[] {
  return [...listRoutes(documents, publicUrl), ...documentRoutes(documents)]
}

function listRoutes(documents: Documents, publicUrl: string): Route[] {
  const shared = {
    tag: 'Documents',
    access: 'key',
    path: '/v2/sites/:site_id/collections/:path/documents',
  } as const
  const place = (request: Parameters<typeof param>[0]) => ({
    siteId: param(request, 'site_id'),
    collection: param(request, 'path'),
  })
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'listDocuments',
      summary: 'The documents of a collection',
      query: textQuery,
      replies: { 200: { description: 'A page of documents', schema: z.array(documentRowSchema) } },
      run: async (request) => {
        const query = entryQueryOf(request.query)
        const page = await documents.list(request.actor, place(request), query)
        const body = page.rows.map(documentJson).map(rowJson(request.query))
        return pageReply(body, { request, publicUrl, total: page.total })
      },
    }),
    route({
      ...shared,
      method: 'post',
      operation: 'createDocument',
      creates: true,
      summary: 'Write a new document',
      json: createDocumentInput,
      replies: { 201: DOCUMENT },
      run: async (request) => {
        const owned = await documents.create(request.actor, place(request), request.body)
        return { status: 201, body: documentJson(owned), etag: owned.entry.oid }
      },
    }),
  ]
}

function documentRoutes(documents: Documents): Route[] {
  const shared = { tag: 'Documents', access: 'key', path: '/v2/documents/:document_id' } as const
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'getDocument',
      summary: 'A document',
      replies: { 200: DOCUMENT },
      run: async (request) => {
        const owned = documents.get(request.actor, param(request, 'document_id'))
        return { status: 200, body: documentJson(owned), etag: owned.entry.oid }
      },
    }),
    route({
      ...shared,
      method: 'put',
      operation: 'updateDocument',
      summary: 'Change a document; what is not given stays as it is',
      json: updateDocumentInput,
      replies: { 200: DOCUMENT },
      run: async (request) => {
        const { sha, ...input } = request.body
        const basis = preconditionOf(request, sha)
        const owned = await documents.update(request.actor, param(request, 'document_id'), {
          input,
          basis,
        })
        return { status: 200, body: documentJson(owned), etag: owned.entry.oid }
      },
    }),
    route({
      ...shared,
      method: 'delete',
      operation: 'deleteDocument',
      summary: 'Delete a document; its history stays',
      replies: { 200: { description: 'Deleted', schema: deletedSchema } },
      run: async (request) => {
        const id = param(request, 'document_id')
        await documents.delete(request.actor, id, preconditionOf(request))
        return { status: 200, body: deletedJson(id) }
      },
    }),
  ]
}
