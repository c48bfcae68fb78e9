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
  /** Few queries for many sites; the order stays. */
  ofMany(actor: Actor, sites: readonly SiteRecord[]): SiteView[]
}

interface SiteViewsDependencies {
  readonly records: Pick<Records, 'jobs' | 'releases'>
  readonly index: SiteIndex
  readonly access: Access
  readonly urls: SiteUrls
  readonly options: Pick<SiteOptions, 'mask'>
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
  const ofMany = (actor: Actor, sites: readonly SiteRecord[]): SiteView[] => {
    const ids = sites.map(({ id }) => id)
    const facts = index.siteFactsMany(ids)
    const slots = records.jobs.slots(ids)
    return sites.map((site) => {
      const { preview = NO_SLOT, publish = NO_SLOT, sync = NO_SLOT } = slots.get(site.id) ?? {}
      const configAt = index.entryByPath(site.id, CONFIG_PATH)?.updatedAt ?? 0
      const role = access.roleOn(actor, site.id)
      return {
        record: site,
        facts: facts.get(site.id) ?? NO_FACTS,
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
    })
  }
  const hasRelease = (site: SiteRecord, kind: 'live' | 'preview') =>
    records.releases.list(site.id, kind).length > 0
  return {
    ofMany,
    ofOne: (actor, site) => {
      const [view] = ofMany(actor, [site])
      if (!view) throw new Error('a view for every site')
      return view
    },
  }
}

function maskedOptions(site: SiteRecord, { options }: SiteViewsDependencies): SiteView['admin'] {
  return {
    hostingOptions: options.mask(site.hostingOptions),
    syncOptions: options.mask(site.syncOptions),
  }
}
