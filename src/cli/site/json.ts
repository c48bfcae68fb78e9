/** What commands read of the API's answers. @see src/http/README.md (Conventions) */

import { z } from 'zod'
import type { Api } from '../api.js'
import { CommandError } from '../command-error.js'

const siteSchema = z.looseObject({
  id: z.string(),
  title: z.string(),
  domain: z.string(),
  live_url: z.string().nullable(),
})

/** A site's representation; more fields than these are kept as they came. */
export type SiteJson = z.output<typeof siteSchema>

export function parseSite(json: unknown): SiteJson {
  return siteSchema.parse(json)
}

const jobSchema = z.object({ job_id: z.string(), site_id: z.string().optional() })

export function parseJob(json: unknown): z.output<typeof jobSchema> {
  return jobSchema.parse(json)
}

/** The site of an id or a domain. @throws CommandError for an unknown one */
export async function findSite(api: Api, name: string): Promise<SiteJson> {
  const sites = (await api.list('/v2/sites')).map(parseSite)
  const found = sites.find(({ id, domain }) => id === name || domain === name.toLowerCase())
  if (found) return found
  throw new CommandError(`There is no site ${JSON.stringify(name)}: galley site list shows all.`)
}
