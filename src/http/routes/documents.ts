/** Documents of a collection. @see src/http/README.md (Conventions; Content) */

import { z } from 'zod'
import { VISIBILITIES } from '../../model/entry.js'
import { ENTRY_SORTS } from '../../model/sort-fields.js'
import type { Documents } from '../../service/content/documents.js'
import type { EntryQuery } from '../../service/branch/views.js'
import { JSON_TYPE } from '../json-stream.js'
import { preconditionOf } from '../precondition.js'
import { pageQuery, listReply, windowOf } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import {
  deletedJson,
  deletedSchema,
  documentedAs,
  field,
  isDay,
  searchQuery,
  sortQuery,
  onceText,
} from '../wire/common.js'
import {
  createDocumentInput,
  documentJson,
  documentRowSchema,
  documentSchema,
  updateDocumentInput,
} from '../wire/document.js'
import { documentSummary, documentText } from '../wire/entry-text.js'

const DOCUMENT = {
  description: 'The document',
  schema: documentSchema,
  headers: ['ETag'],
} as const

/** Without its zone, a time is another one for everybody. */
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

function termQuery(description: string, example: string) {
  return field(
    onceText.max(200, 'may have at most 200 characters'),
    description,
    example,
  ).optional()
}

function dayQuery(description: string, example: string) {
  const day = onceText.refine((text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text), {
    message: 'must be a day, such as 2026-11-20',
  })
  return documentedAs(field(day, description, example), {
    type: 'string',
    format: 'date',
  }).optional()
}

const updatedSince = onceText
  .refine((text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)), {
    message: 'must be an ISO 8601 time with a zone, such as 2026-11-20T12:00:00Z',
  })
  .transform((text) => Math.ceil(Date.parse(text) / 1000))

/** Query of the lists of documents and pages. */
export const textQuery = pageQuery.extend({
  summary: field(
    z.enum(['true', 'false'], { error: 'must be true or false' }),
    'Leaves out `body`, which is faster.',
    'true',
  ).optional(),
  tag: termQuery('Only entries with this tag.', 'news'),
  category: termQuery('Only entries with this category.', 'blog'),
  author: field(
    onceText.max(24),
    'Only entries created by this user.',
    '66f1c2b7d4b9e83f5a7c1e34',
  ).optional(),
  date_from: dayQuery(
    'Only entries whose `date`, as shown, is on this day or later.',
    '2026-01-01',
  ),
  date_to: dayQuery(
    'Only entries whose `date`, as shown, is on this day or earlier.',
    '2026-12-31',
  ),
  updated_since: documentedAs(
    field(
      updatedSince,
      'Only entries changed at this time or later (ISO 8601 with a zone).',
      '2026-11-20T12:00:00Z',
    ),
    { type: 'string' },
  ).optional(),
  q: searchQuery,
  sort: sortQuery(ENTRY_SORTS, 'filename-asc'),
  visibility: field(
    z.enum(VISIBILITIES),
    'Only entries with this visibility.',
    'visible',
  ).optional(),
  extensions: field(
    onceText.max(500, 'may have at most 500 characters'),
    'Only files with one of these extensions, separated by commas; `markdown` stands for markdown, ' +
      'md, mkdown, mkdn, mkd.',
    'markdown,html',
  ).optional(),
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
    dateFrom: query.date_from,
    dateTo: query.date_to,
    updatedSince: query.updated_since,
    window: windowOf(query),
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
      summary: 'List the documents of a collection',
      description:
        'Without `sort`, posts are sorted newest first, other documents by file name. Writers ' +
        'get visible documents and their own.',
      query: textQuery,
      replies: { 200: { description: 'A page of documents', schema: z.array(documentRowSchema) } },
      run: (request) => {
        const query = entryQueryOf(request.query)
        const isSummary = request.query.summary === 'true'
        return listReply({
          request,
          publicUrl,
          read: (window) => documents.list(request.actor, place(request), { ...query, window }),
          toText: isSummary ? documentSummary : documentText,
        })
      },
    }),
    route({
      ...shared,
      method: 'post',
      operation: 'createDocument',
      creates: true,
      summary: 'Create a document',
      description:
        'Without `path`, the file is named after the title, with the date for posts. What a ' +
        'writer creates is a draft in posts and hidden elsewhere, whatever `visibility` says. ' +
        '409 if the path is taken.',
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
      description: 'As of the last commit. What you may not see is 404.',
      headers: ['If-None-Match'],
      replies: { 200: DOCUMENT },
      run: async (request) => {
        const owned = documents.get(request.actor, param(request, 'document_id'))
        const body = documentText(owned)
        return { status: 200, type: JSON_TYPE, body, etag: owned.entry.oid }
      },
    }),
    route({
      ...shared,
      method: 'put',
      operation: 'updateDocument',
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
      summary: 'Delete a document; its history is kept',
      description: 'Makes one commit. The document or page can be restored by its id.',
      headers: ['If-Match'],
      replies: { 200: { description: 'Deleted', schema: deletedSchema } },
      run: async (request) => {
        const id = param(request, 'document_id')
        await documents.delete(request.actor, id, preconditionOf(request))
        return { status: 200, body: deletedJson(id) }
      },
    }),
  ]
}
