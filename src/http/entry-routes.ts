/** Shared parts of the routes for documents and pages. @see src/http/README.md (Conventions; Content) */

import type { z } from 'zod'
import type { PermittedEntry } from '../model/entry.js'
import type { Actor } from '../model/user.js'
import type { EntryQuery, Page, Precondition } from '../service/branch/views.js'
import { JSON_TYPE, type JsonText } from './json-stream.js'
import { listReply } from './pagination.js'
import { preconditionOf } from './precondition.js'
import { param, route, type RawRequest, type Reply, type ReplySpec, type Route } from './route.js'
import { deletedJson, deletedSchema } from './wire/common.js'
import { entryQueryOf, type textQuery } from './wire/entry-query.js'

/** JSON of an entry. */
type ToText = (entry: PermittedEntry) => JsonText

interface Listing {
  readonly publicUrl: string
  readonly list: (query: EntryQuery) => Promise<Page<PermittedEntry>>
  readonly toText: ToText
  /** Without the body. */
  readonly toSummary: ToText
}

/** A page of a list of documents or pages. */
export function entryList(
  request: RawRequest & { readonly query: z.output<typeof textQuery> },
  { publicUrl, list, toText, toSummary }: Listing,
): Promise<Reply> {
  const query = entryQueryOf(request.query)
  const isSummary = request.query.summary === true
  return listReply({
    request,
    publicUrl,
    read: (window, beforeRead) =>
      list({ ...query, window, beforeRead, signalOf: () => request.signal }),
    toText: isSummary ? toSummary : toText,
    isSummary,
  })
}

/** What the shared routes need to know about documents or pages. */
interface EntryKind {
  readonly noun: 'document' | 'page'
  readonly reply: ReplySpec
  readonly toBody: (entry: PermittedEntry) => unknown
  readonly get: (actor: Actor, id: string) => PermittedEntry
  readonly remove: (actor: Actor, id: string, basis: Precondition) => Promise<void>
}

const NAMES = {
  document: { tag: 'Documents', operation: 'Document', path: '/v2/documents/:document_id' },
  page: { tag: 'Pages', operation: 'Page', path: '/v2/pages/:page_id' },
} as const

/** The route that returns one entry. */
export function getEntryRoute({ noun, reply, toBody, get }: EntryKind): Route {
  const { tag, path, operation } = NAMES[noun]
  return route({
    tag,
    access: 'key',
    path,
    method: 'get',
    operation: `get${operation}`,
    inSets: true,
    summary: `A ${noun}`,
    description: 'As of the last commit. What you may not see is 404.',
    headers: ['If-None-Match'],
    replies: { 200: reply },
    run: async (request) => {
      const owned = get(request.actor, param(request, `${noun}_id`))
      return { status: 200, type: JSON_TYPE, body: toBody(owned), etag: owned.entry.oid }
    },
  })
}

/** The route that deletes one entry. */
export function deleteEntryRoute({ noun, remove }: EntryKind): Route {
  const { tag, path, operation } = NAMES[noun]
  return route({
    tag,
    access: 'key',
    path,
    method: 'delete',
    operation: `delete${operation}`,
    inSets: true,
    summary: `Delete a ${noun}; its history is kept`,
    description: `Makes one commit. The ${noun} can be restored by its id.`,
    headers: ['If-Match'],
    replies: { 200: { description: 'Deleted', schema: deletedSchema } },
    run: async (request) => {
      const id = param(request, `${noun}_id`)
      await remove(request.actor, id, preconditionOf(request))
      return { status: 200, body: deletedJson(id) }
    },
  })
}
