/** Versions of documents and pages, and restoring one. @see src/http/README.md (Conventions) */

import { z } from 'zod'
import type { PermittedEntry } from '../../model/entry.js'
import type { History } from '../../service/content/history.js'
import { listReply, pageQuery } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import { documentJson, documentSchema, pageJson, pageSchema } from '../wire/document.js'
import {
  diffQuery,
  restoreInput,
  revisionJson,
  revisionSchema,
  textDifferenceJson,
  textDifferenceSchema,
} from '../wire/history.js'

interface Noun {
  readonly kind: 'document' | 'page'
  readonly name: 'Document' | 'Page'
  readonly tag: string
  readonly schema: z.ZodType
  readonly json: (owned: PermittedEntry) => unknown
}

const NOUNS: readonly Noun[] = [
  {
    kind: 'document',
    name: 'Document',
    tag: 'Documents',
    schema: documentSchema,
    json: documentJson,
  },
  { kind: 'page', name: 'Page', tag: 'Pages', schema: pageSchema, json: pageJson },
]

/** The four routes, for documents and for pages. */
export function historyRoutes(history: History, publicUrl: string): Route[] {
  return NOUNS.flatMap((noun) => [
    listRoute(noun, history, publicUrl),
    revisionRoute(noun, history),
    diffRoute(noun, history),
    restoreRoute(noun, history),
  ])
}

function subjectOf(noun: Noun, request: Parameters<typeof param>[0]) {
  return { kind: noun.kind, id: param(request, `${noun.kind}_id`) }
}

function shared(noun: Noun) {
  return { tag: noun.tag, access: 'key' } as const
}

function listRoute(noun: Noun, history: History, publicUrl: string): Route {
  return route({
    ...shared(noun),
    method: 'get',
    path: `/v2/${noun.kind}s/:${noun.kind}_id/history`,
    operation: `list${noun.name}History`,
    summary: `List the versions of a ${noun.kind}, newest first`,
    description: 'Follows renames.',
    query: pageQuery,
    replies: { 200: { description: 'A page of versions', schema: z.array(revisionSchema) } },
    run: async (request) => {
      const subject = subjectOf(noun, request)
      let last: Awaited<ReturnType<History['list']>>['rows'][number] | undefined
      return listReply({
        request,
        publicUrl,
        read: async (window, beforeRead) => {
          const part = last ? { limit: window.limit, offset: 0, since: last.revision } : window
          const page = await history.list(request.actor, subject, { ...part, beforeRead })
          last = page.rows.at(-1)
          return page
        },
        toText: ({ revision, userId }) => JSON.stringify(revisionJson(revision, userId)),
      })
    },
  })
}

function revisionRoute(noun: Noun, history: History): Route {
  return route({
    ...shared(noun),
    method: 'get',
    path: `/v2/${noun.kind}s/:${noun.kind}_id/history/:commit`,
    operation: `get${noun.name}Revision`,
    summary: `The ${noun.kind} as it was at a commit`,
    description: '`sha` is that of the version.',
    headers: ['If-None-Match'],
    replies: { 200: { description: 'That version', schema: noun.schema, headers: ['ETag'] } },
    run: async (request) => {
      const commit = param(request, 'commit')
      const owned = await history.at(request.actor, subjectOf(noun, request), commit)
      return { status: 200, body: noun.json(owned), etag: owned.entry.oid }
    },
  })
}

function diffRoute(noun: Noun, history: History): Route {
  return route({
    ...shared(noun),
    method: 'get',
    path: `/v2/${noun.kind}s/:${noun.kind}_id/diff`,
    operation: `get${noun.name}Diff`,
    summary: `Compare two versions of a ${noun.kind}`,
    description:
      'Both commits must be in its history. Without `to`, it is compared with the current ' +
      '(or last) version. At most 256 KB and 3,000 lines of both together.',
    query: diffQuery,
    replies: { 200: { description: 'The difference', schema: textDifferenceSchema } },
    run: async (request) => {
      const { from, to } = request.query
      const subject = subjectOf(noun, request)
      const difference = await history.between(request.actor, subject, { from, to })
      return { status: 200, body: textDifferenceJson(difference) }
    },
  })
}

function restoreRoute(noun: Noun, history: History): Route {
  return route({
    ...shared(noun),
    method: 'post',
    path: `/v2/${noun.kind}s/:${noun.kind}_id/restore`,
    operation: `restore${noun.name}`,
    creates: true,
    summary: `Restore an older version of a ${noun.kind}, as a new commit`,
    description: 'A deleted one can be restored by its id, too. 409 if its path is taken.',
    errors: ['conflict'],
    json: restoreInput,
    replies: { 200: { description: 'The restored state', schema: noun.schema, headers: ['ETag'] } },
    run: async (request) => {
      const { commit } = request.body
      const owned = await history.restore(request.actor, subjectOf(noun, request), commit)
      return { status: 200, body: noun.json(owned), etag: owned.entry.oid }
    },
  })
}
