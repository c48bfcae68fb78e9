/** Change sets: what belongs together lands together. @see src/http/README.md (Change sets) */

import { z } from 'zod'
import { CHANGE_SET_STATES, CLOSED_SET_DAYS } from '../../model/change-set.js'
import type { ChangeSets } from '../../service/sets/change-sets.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type RawRequest, type Route } from '../route.js'
import { deletedJson, deletedSchema, field } from '../wire/common.js'
import {
  changeSetJson,
  changeSetSchema,
  createSetInput,
  handInSetInput,
  landSetInput,
  mergeSetInput,
  sendBackSetInput,
  setChangeJson,
  setChangeSchema,
  setNoteJson,
  setNoteSchema,
  updateSetInput,
} from '../wire/change-set.js'

const SHARED = { tag: 'Change sets', access: 'key' } as const
const LIST = '/v2/sites/:site_id/change_sets'
const ONE = `${LIST}/:change_set_id`

const SET = { description: 'The change set', schema: changeSetSchema } as const

export function changeSetsRoutes(sets: ChangeSets, publicUrl: string): Route[] {
  return [
    ...listRoutes(sets, publicUrl),
    ...oneRoutes(sets),
    ...mergeRoutes(sets, publicUrl),
    ...reviewRoutes(sets, publicUrl),
  ]
}

function placeOf(request: Pick<RawRequest, 'params'>) {
  return { siteId: param(request, 'site_id'), id: param(request, 'change_set_id') }
}

function listRoutes(sets: ChangeSets, publicUrl: string): Route[] {
  return [
    route({
      ...SHARED,
      method: 'get',
      path: LIST,
      operation: 'listChangeSets',
      summary: 'List the change sets of a site',
      description: `Newest first; closed ones for ${CLOSED_SET_DAYS} days. Writers get their own.`,
      query: pageQuery.extend({
        state: field(z.enum(CHANGE_SET_STATES), 'Only those in this state.', 'open').optional(),
      }),
      replies: { 200: { description: 'A page of sets', schema: z.array(changeSetSchema) } },
      run: async (request) => {
        const { state } = request.query
        const asked = { state, window: windowOf(request) }
        const page = await sets.list(request.actor, param(request, 'site_id'), asked)
        return pageReply(page.rows.map(changeSetJson), { request, publicUrl, page })
      },
    }),
    route({
      ...SHARED,
      method: 'post',
      path: LIST,
      operation: 'createChangeSet',
      creates: true,
      summary: 'Make a change set',
      description:
        'It begins as the site is now. Write to it by the endpoints of documents, pages, files, ' +
        'source and changes, with `change_set`. A branch that is pushed to ' +
        '`refs/heads/sets/ID` becomes one, too.',
      errors: ['not_found'],
      json: createSetInput,
      replies: {
        201: { ...SET, location: '/v2/sites/{site_id}/change_sets/{id}' },
      },
      run: async (request) => {
        const siteId = param(request, 'site_id')
        const made = await sets.create(request.actor, siteId, request.body.title)
        return { status: 201, body: changeSetJson(made) }
      },
    }),
  ]
}

function oneRoutes(sets: ChangeSets): Route[] {
  const shared = { ...SHARED, path: ONE } as const
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'getChangeSet',
      summary: 'A change set',
      description: 'Writers get their own only.',
      replies: { 200: SET },
      run: async (request) => {
        const view = await sets.get(request.actor, placeOf(request))
        return { status: 200, body: changeSetJson(view) }
      },
    }),
    route({
      ...shared,
      method: 'put',
      operation: 'updateChangeSet',
      summary: 'Rename a change set, or bring it back',
      description: `One that was dropped can be brought back for ${CLOSED_SET_DAYS} days, with \`state\`.`,
      errors: ['conflict'],
      json: updateSetInput,
      replies: { 200: SET },
      run: async (request) => {
        const view = await sets.update(request.actor, placeOf(request), request.body)
        return { status: 200, body: changeSetJson(view) }
      },
    }),
    route({
      ...shared,
      method: 'delete',
      operation: 'dropChangeSet',
      summary: 'Drop a change set',
      description: `Nothing of it lands. It can be brought back for ${CLOSED_SET_DAYS} days.`,
      replies: { 200: { description: 'Dropped', schema: deletedSchema } },
      run: async (request) => {
        const place = placeOf(request)
        await sets.drop(request.actor, place)
        return { status: 200, body: deletedJson(place.id) }
      },
    }),
  ]
}

function mergeRoutes(sets: ChangeSets, publicUrl: string): Route[] {
  return [
    route({
      ...SHARED,
      method: 'get',
      path: `${ONE}/changes`,
      operation: 'listSetChanges',
      summary: 'What a change set changes, file by file',
      description:
        'Sorted by path. Writers don’t get what they may not read, so a page may have fewer rows.',
      query: pageQuery,
      replies: { 200: { description: 'A page of changes', schema: z.array(setChangeSchema) } },
      run: async (request) => {
        const page = await sets.changes(request.actor, placeOf(request), windowOf(request))
        return pageReply(page.rows.map(setChangeJson), { request, publicUrl, page })
      },
    }),
    route({
      ...SHARED,
      method: 'post',
      path: `${ONE}/update`,
      operation: 'mergeIntoChangeSet',
      summary: 'Take what is on `main` into a change set',
      description:
        'A three-way merge, as a sync makes it. If files can’t be merged, the answer is 409 with ' +
        'their paths, and nothing changes; `settle` says for each whose version stays.',
      errors: ['conflict'],
      json: mergeSetInput,
      replies: { 200: SET },
      run: async (request) => {
        const settled = new Map(request.body.settle.map(({ path, keep }) => [path, keep]))
        const updated = await sets.takeMain(request.actor, placeOf(request), settled)
        return { status: 200, body: changeSetJson(updated) }
      },
    }),
    route({
      ...SHARED,
      method: 'post',
      path: `${ONE}/land`,
      operation: 'landChangeSet',
      summary: 'Land a change set on `main` as one commit',
      description:
        'For publishers and admins. Merged with what others have changed meanwhile; 409 names the ' +
        'paths that can’t be merged, and nothing lands. The commit names everybody who took part. ' +
        'Nothing is published by it.',
      errors: ['conflict'],
      json: landSetInput,
      replies: { 200: SET },
      run: async (request) => {
        const landed = await sets.land(request.actor, placeOf(request), request.body.message)
        return { status: 200, body: changeSetJson(landed) }
      },
    }),
  ]
}

function reviewRoutes(sets: ChangeSets, publicUrl: string): Route[] {
  return [
    route({
      ...SHARED,
      method: 'post',
      path: `${ONE}/hand_in`,
      operation: 'handInChangeSet',
      summary: 'Hand in a change set',
      description:
        'Publishers and admins are told that it waits for them. It can still be changed, which opens it again.',
      json: handInSetInput,
      replies: { 200: SET },
      run: async (request) => {
        const handed = await sets.handIn(request.actor, placeOf(request), request.body.note)
        return { status: 200, body: changeSetJson(handed) }
      },
    }),
    route({
      ...SHARED,
      method: 'post',
      path: `${ONE}/send_back`,
      operation: 'sendBackChangeSet',
      summary: 'Send a change set back to those who made it',
      description:
        'For publishers and admins, with notes on the whole set or on files that it changes. It is 409 if it is not handed in, ' +
        'or was changed since.',
      errors: ['conflict'],
      json: sendBackSetInput,
      replies: { 200: SET },
      run: async (request) => {
        const sent = await sets.sendBack(request.actor, placeOf(request), request.body.notes)
        return { status: 200, body: changeSetJson(sent) }
      },
    }),
    route({
      ...SHARED,
      method: 'get',
      path: `${ONE}/notes`,
      operation: 'listSetNotes',
      summary: 'What was said when a change set was handed in and sent back',
      description:
        'Newest first; the last 500 of a set. They are kept as long as the set is listed.',
      query: pageQuery,
      replies: { 200: { description: 'A page of notes', schema: z.array(setNoteSchema) } },
      run: async (request) => {
        const page = await sets.notes(request.actor, placeOf(request), windowOf(request))
        return pageReply(page.rows.map(setNoteJson), { request, publicUrl, page })
      },
    }),
  ]
}
