/** Collections. @see src/http/README.md (Content) */

import { z } from 'zod'
import type { CollectionView } from '../../model/site.js'
import type { Collections } from '../../service/content/collections.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { collectionOf, param, route, type Reply, type Route } from '../route.js'
import {
  collectionJson,
  collectionSchema,
  createCollectionInput,
  updateCollectionInput,
} from '../wire/collection.js'
import { deletedJson, deletedSchema } from '../wire/common.js'
import { representationTag } from '../wire/site.js'
import { requireMatch } from '../precondition.js'

const COLLECTION = {
  description: 'The collection',
  schema: collectionSchema,
  headers: ['ETag'],
} as const

function reply(status: number, view: CollectionView): Reply {
  const body = collectionJson(view)
  return { status, body, etag: representationTag(body) }
}

export function collectionsRoutes(collections: Collections, publicUrl: string): Route[] {
  return [...listRoutes(collections, publicUrl), ...collectionRoutes(collections)]
}

function listRoutes(collections: Collections, publicUrl: string): Route[] {
  const shared = {
    tag: 'Collections',
    access: 'key',
    path: '/v2/sites/:site_id/collections',
  } as const
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'listCollections',
      inSets: true,
      summary: 'List the collections of a site',
      description: 'Those in `_config.yml`, and always `posts`.',
      query: pageQuery,
      replies: { 200: { description: 'A page of collections', schema: z.array(collectionSchema) } },
      run: async (request) => {
        const window = windowOf(request)
        const page = collections.list(request.actor, param(request, 'site_id'), window)
        return pageReply(page.rows.map(collectionJson), { request, publicUrl, page })
      },
    }),
    route({
      ...shared,
      method: 'post',
      operation: 'createCollection',
      inSets: true,
      creates: true,
      summary: 'Create a collection',
      description:
        'Without `path`, the path is derived from the title. 409 if it is taken. Makes one ' +
        'commit.',
      json: createCollectionInput,
      replies: { 201: { ...COLLECTION, location: '/v2/sites/{site_id}/collections/{path}' } },
      run: async (request) => {
        const siteId = param(request, 'site_id')
        return reply(201, await collections.create(request.actor, siteId, request.body))
      },
    }),
  ]
}

function collectionRoutes(collections: Collections): Route[] {
  const shared = {
    tag: 'Collections',
    access: 'key',
    path: '/v2/sites/:site_id/collections/:path',
  } as const
  const isCurrent = (request: Parameters<typeof requireMatch>[0]) => (view: CollectionView) => {
    requireMatch(request, representationTag(collectionJson(view)))
  }
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'getCollection',
      inSets: true,
      summary: 'A collection',
      description: 'As `_config.yml` defines it.',
      headers: ['If-None-Match'],
      replies: { 200: COLLECTION },
      run: async (request) => reply(200, collections.get(request.actor, collectionOf(request))),
    }),
    route({
      ...shared,
      method: 'put',
      operation: 'updateCollection',
      inSets: true,
      summary: 'Change a collection; a new path moves its folder',
      description:
        'The entry in `_config.yml` and the folder change in one commit. 409 if the new path ' +
        'is taken.',
      headers: ['If-Match'],
      errors: ['conflict'],
      json: updateCollectionInput,
      replies: { 200: COLLECTION },
      run: async (request) => {
        const change = { input: request.body, check: isCurrent(request) }
        return reply(200, await collections.update(request.actor, collectionOf(request), change))
      },
    }),
    route({
      ...shared,
      method: 'delete',
      operation: 'deleteCollection',
      inSets: true,
      summary: 'Delete a collection and its folder',
      description: 'Makes one commit. `posts` can be deleted only if it has no documents (409).',
      headers: ['If-Match'],
      errors: ['conflict'],
      replies: { 200: { description: 'Deleted', schema: deletedSchema } },
      run: async (request) => {
        const id = await collections.delete(
          request.actor,
          collectionOf(request),
          isCurrent(request),
        )
        return { status: 200, body: deletedJson(id) }
      },
    }),
  ]
}
