/**
 * Takes requests into change sets. Here, and nowhere else, `change_set` becomes part of the ids that a request names; the
 * services below know such ids as they know others.
 *
 * @see src/http/README.md (Change sets), src/model/change-set.ts
 */

import { invalid, notFound } from '../errors.js'
import type { ChangeSets } from '../service/sets/change-sets.js'
import type { RawRequest, Route } from './route.js'

export type EnterSet = ChangeSets['enter']

/** The names of parameters that hold ids of entries. */
const ENTRIES = ['document_id', 'page_id'] as const

/** The parameters of the path, in the set that the request names. @throws GalleyError */
export async function paramsIn(
  route: Route,
  request: Pick<RawRequest, 'actor' | 'params' | 'query'>,
  enter: EnterSet,
): Promise<RawRequest['params']> {
  const { actor, params, query } = request
  const name = ENTRIES.find((one) => params[one] !== undefined)
  const [siteId, entryId] = [params['site_id'], name && params[name]]
  // What the door makes must not be asked for in another way.
  if (siteId?.includes('~')) throw notFound('site')
  if (entryId?.includes('~')) throw notFound('document or page')
  const { change_set: setId } = query
  if (setId === undefined) return params
  if (route.inSets !== true) return refuse(route, params)
  if (typeof setId !== 'string') throw invalid('change_set', 'must be given once')
  const isChange = route.method !== 'get' && !/^(render|preview)/.test(route.operation)
  const placed = await enter(actor, { siteId, entryId }, { setId, isChange })
  return {
    ...params,
    ...(placed.siteId !== undefined && { site_id: placed.siteId }),
    ...(name && placed.entryId !== undefined && { [name]: placed.entryId }),
  }
}

/** A change that was meant for a set must not reach the site. Elsewhere the parameter is unknown, and ignored like others. */
function refuse(route: Route, params: RawRequest['params']): RawRequest['params'] {
  const isOfSite = Object.keys(params).length > 0
  if (route.access !== 'key' || !isOfSite || route.tag === 'Git') return params
  throw invalid('change_set', 'is not possible here: this is not part of a change set')
}
