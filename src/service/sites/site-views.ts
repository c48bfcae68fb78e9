/** Puts together what a site's representation is made of. @see src/http/README.md (Roles; Sites; Running) */

import { CONFIG_PATH } from '../../content/site-config.js'
import { siteRights } from '../../model/policy.js'
import type { SiteFacts, SiteRecord, SiteView } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Access } from '../accounts/access.js'
import type { SiteOptions } from './site-options.js'
import type { SiteUrls } from './site-urls.js'

export interface SiteViews {
  ofOne(actor: Actor, site: SiteRecord): SiteView
  /** Few queries for many sites; the order stays. One that can't be read is left out and told of. */
  ofMany(actor: Actor, sites: readonly SiteRecord[]): SiteView[]
}

interface SiteViewsDependencies {
  readonly records: Pick<Records, 'jobs' | 'releases'>
  readonly index: SiteIndex
  readonly access: Access
  readonly urls: SiteUrls
  readonly options: Pick<SiteOptions, 'mask'>
  /** Told of a site that a list leaves out, since it can't be read. */
  readonly onUnreadable: (siteId: string, error: unknown) => void
}

const NO_FACTS: SiteFacts = {
  title: '',
  timezone: 'UTC',
  defaults: [],
  metadata: {},
  collections: [],
  configError: null,
}

const NO_SLOT = { id: null, lastAt: null, lastError: null, lastId: null }

export function createSiteViews(dependencies: SiteViewsDependencies): SiteViews {
  const { records, index, access, urls } = dependencies
  const hasRelease = (site: SiteRecord, kind: 'live' | 'preview') =>
    records.releases.list(site.id, kind).length > 0
  const view = (actor: Actor, site: SiteRecord, { facts, slots }: Found): SiteView => {
    const { preview = NO_SLOT, publish = NO_SLOT, sync = NO_SLOT } = slots.get(site.id) ?? {}
    const configAt = index.entryByPath(site.id, CONFIG_PATH)?.updatedAt ?? 0
    const role = access.roleOn(actor, site.id)
    return {
      record: site,
      facts: facts(site.id) ?? NO_FACTS,
      jobs: { preview, publish, sync },
      cname: urls.cname(site),
      liveUrl: hasRelease(site, 'live') ? urls.live(site) : null,
      previewUrl: hasRelease(site, 'preview') ? urls.preview(site) : null,
      updatedAt: Math.max(site.updatedAt, configAt * 1000),
      urls: { live: urls.live(site), preview: urls.preview(site) },
      // Who is asked for has been let in: a role that went meanwhile leaves the least.
      rights: siteRights(role ?? 'writer'),
      admin: role === 'admin' ? maskedOptions(site, dependencies) : null,
    }
  }
  return {
    ofMany: (actor, sites) => {
      const ids = sites.map(({ id }) => id)
      const found = { facts: factsOf(index, ids), slots: records.jobs.slots(ids) }
      return sites.flatMap((site) => {
        try {
          return [view(actor, site, found)]
        } catch (error) {
          dependencies.onUnreadable(site.id, error)
          return []
        }
      })
    },
    ofOne: (actor, site) => {
      const facts = (siteId: string) => index.siteFacts(siteId)
      return view(actor, site, { facts, slots: records.jobs.slots([site.id]) })
    },
  }
}

/** What was looked up for all sites of a list at once. */
interface Found {
  readonly facts: (siteId: string) => SiteFacts | null
  readonly slots: ReturnType<Records['jobs']['slots']>
}

/** All at once; where that fails, each by itself, so that only the one that is damaged fails. */
function factsOf(index: SiteIndex, siteIds: readonly string[]): Found['facts'] {
  try {
    const facts = index.siteFactsMany(siteIds)
    return (siteId) => facts.get(siteId) ?? null
  } catch {
    return (siteId) => index.siteFacts(siteId)
  }
}

function maskedOptions(site: SiteRecord, { options }: SiteViewsDependencies): SiteView['admin'] {
  return {
    hostingOptions: options.mask(site.hostingOptions),
    syncOptions: options.mask(site.syncOptions),
  }
}
