/** The host names under which the server is asked: which site is meant, and for which a certificate may be had. */

import { siteInSet } from '../../model/change-set.js'
import type { SiteRecord } from '../../model/site.js'
import type { Records } from '../../store/records/records.js'
import type { SiteUrls } from './site-urls.js'

export interface ServedNames {
  /** The site of a host name of the built-in host, for the preview of a set as that has it; null if no site has it. */
  find(hostname: string): { readonly site: SiteRecord; readonly isPreview: boolean } | null
  /** True for the host names of the API, of sites, of previews and of links to these: a proxy may get a certificate for these, and for no other. */
  isServed(hostname: string): boolean
}

interface ServedNamesDependencies {
  readonly sites: Pick<Records['sites'], 'find' | 'findByDomain'>
  readonly changeSets: Pick<Records['changeSets'], 'findByPreview'>
  readonly shares: Pick<Records['shares'], 'find'>
  readonly urls: Pick<SiteUrls, 'parsePreview' | 'parseShared'>
  /** Host name of the API. */
  readonly apiHost: string
}

/** All host names in lower case, without port. */
export function createServedNames({
  sites,
  changeSets,
  shares,
  urls,
  apiHost,
}: ServedNamesDependencies): ServedNames {
  const find = (hostname: string) => {
    const preview = urls.parsePreview(hostname)
    const site = preview ? sites.find(preview.siteId) : sites.findByDomain(hostname)
    if (!site) return null
    if (!preview || preview.token === site.previewToken)
      return { site, isPreview: preview !== null }
    const set = changeSets.findByPreview(site.id, preview.token)
    return set && { site: siteInSet(site, set), isPreview: true }
  }
  const isShared = (hostname: string) => {
    const id = urls.parseShared(hostname)
    return id !== null && shares.find(id) !== null
  }
  return {
    find,
    isServed: (name) => name === apiHost || find(name) !== null || isShared(name),
  }
}
