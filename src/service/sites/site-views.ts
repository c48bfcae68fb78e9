/** Collects the data for the representation of sites. @see src/http/README.md (Roles; Sites; Running) */

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
  /** Views of many sites with few queries, in the same order. Sites that cannot be read are left out and reported. */
  ofMany(actor: Actor, sites: readonly SiteRecord[]): SiteView[]
}

interface SiteViewsDependencies {
  readonly records: Pick<Records, 'jobs' | 'releases'>
  readonly index: SiteIndex
  readonly access: Access
  readonly urls: SiteUrls
  readonly options: Pick<SiteOptions, 'mask'>
  /** Called for a site that is left out because it cannot be read. */
  readonly onUnreadable: (siteId: string, error: unknown) => void
}

const NO_FACTS: SiteFacts = {
  title: '',
  timezone: 'UTC',
  jekyll_version: null,
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
      // Access was checked before. If the role was removed meanwhile, the lowest role is shown.
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

/** Results of the queries for all sites. */
interface Found {
  readonly facts: (siteId: string) => SiteFacts | null
  readonly slots: ReturnType<Records['jobs']['slots']>
}

/** Reads all sites at once. If that fails, reads each on its own, so that only a damaged one fails. */
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
