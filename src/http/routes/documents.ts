/** Documents of a collection. @see src/http/README.md (Conventions; Content) */

import { z } from 'zod'
import type { Documents } from '../../service/content/documents.js'
import { preconditionOf } from '../precondition.js'
import { collectionOf, param, route, type Route } from '../route.js'
import {
  createDocumentInput,
  documentJson,
  documentRowSchema,
  documentSchema,
  textInputOf,
  updateDocumentInput,
} from '../wire/document.js'
import { documentBody, documentSummary, documentRow } from '../wire/entry-text.js'
import { textQuery } from '../wire/entry-query.js'
import { deleteEntryRoute, entryList, getEntryRoute } from '../entry-routes.js'

const DOCUMENT = {
  description: 'The document',
  schema: documentSchema,
  headers: ['ETag'],
} as const

export function documentsRoutes(documents: Documents, publicUrl: string): Route[] {
  return [...listRoutes(documents, publicUrl), ...documentRoutes(documents)]
}

function listRoutes(documents: Documents, publicUrl: string): Route[] {
  const shared = {
    tag: 'Documents',
    access: 'key',
    path: '/v2/sites/:site_id/collections/:path/documents',
  } as const
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'listDocuments',
      inSets: true,
      summary: 'List the documents of a collection',
      description:
        'Without `sort`, posts are sorted newest first, other documents by file name. Writers ' +
        'get visible documents and their own.',
      query: textQuery,
      replies: { 200: { description: 'A page of documents', schema: z.array(documentRowSchema) } },
      run: (request) =>
        entryList(request, {
          publicUrl,
          list: (query) => documents.list(request.actor, collectionOf(request), query),
          toText: documentRow,
          toSummary: documentSummary,
        }),
    }),
    route({
      ...shared,
      method: 'post',
      operation: 'createDocument',
      inSets: true,
      creates: true,
      summary: 'Create a document',
      description:
        'Without `path`, the file is named after the title, with the date for posts. What a ' +
        'writer creates is a draft in posts and hidden elsewhere, whatever `visibility` says. ' +
        '409 if the path is taken.',
      json: createDocumentInput,
      replies: { 201: { ...DOCUMENT, location: '/v2/documents/{id}' } },
      run: async (request) => {
        const owned = await documents.create(
          request.actor,
          collectionOf(request),
          textInputOf(request.body),
        )
        return { status: 201, body: documentJson(owned), etag: owned.entry.oid }
      },
    }),
  ]
}

function documentRoutes(documents: Documents): Route[] {
  const shared = { tag: 'Documents', access: 'key', path: '/v2/documents/:document_id' } as const
  const kind = {
    noun: 'document',
    reply: DOCUMENT,
    toBody: documentBody,
    get: documents.get,
    remove: documents.delete,
  } as const
  return [
    getEntryRoute(kind),
    route({
      ...shared,
      method: 'put',
      operation: 'updateDocument',
      inSets: true,
      summary: 'Change a document; fields that are not given stay as they are',
      description:
        'Makes one commit, or none if nothing changes. With `If-Match`, another version is ' +
        '412. With a `sha` in the body, your change is merged with those made in between ' +
        '(three-way merge); if they clash, the answer is 409 and names the fields. With ' +
        'neither, the last write wins. A new `path` moves the file and keeps the id.',
      headers: ['If-Match'],
      errors: ['conflict'],
      json: updateDocumentInput,
      replies: { 200: DOCUMENT },
      run: async (request) => {
        const { sha, ...input } = request.body
        const basis = preconditionOf(request, sha)
        const owned = await documents.update(request.actor, param(request, 'document_id'), {
          input: textInputOf(input),
          basis,
        })
        return { status: 200, body: documentJson(owned), etag: owned.entry.oid }
      },
    }),
    deleteEntryRoute(kind),
  ]
}
