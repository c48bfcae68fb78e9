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
      inSets: true,
      creates: true,
      summary: 'Create, update, move and delete documents, pages and files as one commit',
      description:
        'At most 2,000 changes; either all are made or none. Each change sees the result of ' +
        'those before it. `if_match` names the version that a change is meant for (412 if it ' +
        'is another one). Errors name the field as `changes.N.field`.',
      errors: ['not_found', 'precondition_failed', 'front_matter_not_allowed'],
      json: changesInput,
      replies: { 200: { description: 'All changes were made', schema: changedSchema } },
      run: async (request) => {
        const set = changeSetOf(request.body)
        const changed = await changes.apply(request.actor, param(request, 'site_id'), set)
        return { status: 200, body: changedJson(changed) }
      },
    }),
  ]
}
