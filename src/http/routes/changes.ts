/** Several changes as one commit. */

import type { Changes } from '../../service/content/changes.js'
import { param, route, type Route } from '../route.js'
import { changedJson, changedSchema, changeSetOf, changesInput } from '../wire/changes.js'

export function changesRoutes(changes: Changes): Route[] {
  return [
    route({
      tag: 'Source',
      access: 'key',
      method: 'post',
      path: '/v2/sites/:site_id/changes',
      operation: 'changeSite',
      creates: true,
      summary: 'Create, update, move and delete documents, pages and files as one commit',
      json: changesInput,
      replies: { 200: { description: 'All of them are done', schema: changedSchema } },
      run: async (request) => {
        const set = changeSetOf(request.body)
        const changed = await changes.apply(request.actor, param(request, 'site_id'), set)
        return { status: 200, body: changedJson(changed) }
      },
    }),
  ]
}
