/** Finds sites through the API. @see src/http/README.md (Conventions) */

import type { Schemas } from '../../client/client.js'
import { toHostName } from '../../model/host-name.js'
import type { Api } from '../api.js'
import { CommandError } from '../command-error.js'

const PER_PAGE = 1000

/** All sites that the API user may see. */
export async function allSites(api: Api): Promise<Schemas['Site'][]> {
  const sites: Schemas['Site'][] = []
  for await (const site of api.rows('listSites', { query: { per_page: PER_PAGE } }))
    sites.push(site)
  return sites
}

/** Finds a site by id or domain. @throws CommandError if there is none */
export async function findSite(api: Api, name: string): Promise<Schemas['Site']> {
  const sites = await allSites(api)
  const wanted = toHostName(name)
  const found = sites.find(({ id, domain }) => id === name || domain === wanted)
  if (found) return found
  throw new CommandError(`There is no site ${JSON.stringify(name)}: galley site list shows all.`)
}
