/** Texts that the caller has not saved. @see src/http/README.md (Unsaved texts) */

import { z } from 'zod'
import type { UnsavedTexts } from '../../service/content/unsaved-texts.js'
import { invalid } from '../../errors.js'
import { preconditionOf } from '../precondition.js'
import { param, route, type RawRequest, type Route } from '../route.js'
import { deletedJson, deletedSchema, idSchema } from '../wire/common.js'
import { putUnsavedInput, unsavedJson, unsavedSchema, unsavedTextSchema } from '../wire/unsaved.js'

const SHARED = { tag: 'Unsaved', access: 'key' } as const
const PATH = '/v2/sites/:site_id/unsaved'

export function unsavedRoutes(texts: UnsavedTexts): Route[] {
  return [listUnsaved(texts), putUnsaved(texts), getUnsaved(texts), deleteUnsaved(texts)]
}

const placeOf = (request: RawRequest) => ({
  siteId: param(request, 'site_id'),
  id: param(request, 'unsaved_id'),
})

function listUnsaved(texts: UnsavedTexts): Route {
  return route({
    ...SHARED,
    method: 'get',
    path: PATH,
    operation: 'listUnsaved',
    summary: 'List your unsaved texts of a site',
    description: 'Newest first, without what is in them. You have few, so this list has no pages.',
    replies: { 200: { description: 'The texts', schema: z.array(unsavedSchema) } },
    run: async (request) => {
      const all = texts.list(request.actor, param(request, 'site_id'))
      return { status: 200, body: all.map(unsavedJson) }
    },
  })
}

function getUnsaved(texts: UnsavedTexts): Route {
  return route({
    ...SHARED,
    method: 'get',
    path: `${PATH}/:unsaved_id`,
    operation: 'getUnsaved',
    summary: 'Get one of your unsaved texts',
    description: 'Nobody else can read it.',
    replies: { 200: { description: 'The text', schema: unsavedTextSchema, headers: ['ETag'] } },
    run: async (request) => {
      const { siteId, id } = placeOf(request)
      const { content, ...text } = await texts.get(request.actor, siteId, id)
      return { status: 200, body: { ...unsavedJson(text), content }, etag: text.version }
    },
  })
}

function putUnsaved(texts: UnsavedTexts): Route {
  return route({
    ...SHARED,
    method: 'put',
    path: `${PATH}/:unsaved_id`,
    operation: 'putUnsaved',
    summary: 'Keep an unsaved text',
    description:
      'The whole text, which replaces the one before. Nothing is committed. `If-Match` and `If-None-Match` keep two ' +
      'browsers from overwriting each other: 412 if another one was faster.',
    headers: ['If-Match', 'If-None-Match'],
    errors: ['conflict'],
    json: putUnsavedInput,
    replies: { 200: { description: 'Kept', schema: unsavedSchema, headers: ['ETag'] } },
    run: async (request) => {
      const { entry_id: entryId, user_id: userId, ...input } = request.body
      const { siteId, id } = placeOf(request)
      if (!idSchema.safeParse(id).success || (entryId !== null && entryId !== id)) {
        throw invalid(
          'id',
          'must be that of the text, or one of 24 characters of 0 to 9 and a to f',
        )
      }
      const text = await texts.put(
        request.actor,
        { siteId, id },
        { input: { ...input, entryId, userId }, basis: preconditionOf(request) },
      )
      return { status: 200, body: unsavedJson(text), etag: text.version }
    },
  })
}

function deleteUnsaved(texts: UnsavedTexts): Route {
  return route({
    ...SHARED,
    method: 'delete',
    path: `${PATH}/:unsaved_id`,
    operation: 'deleteUnsaved',
    summary: 'Delete one of your unsaved texts',
    description:
      'After it was saved or discarded; with `If-Match`, only the version that it names.',
    headers: ['If-Match'],
    replies: { 200: { description: 'Deleted', schema: deletedSchema } },
    run: async (request) => {
      const place = placeOf(request)
      texts.delete(request.actor, place, preconditionOf(request))
      return { status: 200, body: deletedJson(place.id) }
    },
  })
}
