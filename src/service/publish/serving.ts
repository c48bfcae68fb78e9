/** Finds the release for a host name. @see src/http/README.md (Running) */

import type { Records } from '../../store/records/records.js'
import type { PreviewRefresh } from './preview-refresh.js'
import type { Releases, StoredRelease } from './releases.js'
import type { SiteUrls } from '../sites/site-urls.js'

/** A release as the built-in host serves it. */
interface ServedRelease extends StoredRelease {
  readonly isPreview: boolean
}

interface Serving {
  /**
   * @param hostname lower case, without port
   * @returns null if nothing is served under that name
   */
  readonly find: (hostname: string) => Promise<ServedRelease | null>
}

interface ServingDependencies {
  readonly application: {
    readonly releases: Releases
    readonly urls: SiteUrls
    readonly refresh: Pick<PreviewRefresh, 'wanted'>
  }
  readonly store: { readonly records: Pick<Records, 'sites'> }
}

export function createServing({ application, store }: ServingDependencies): Serving {
  const { releases, urls, refresh } = application
  const { sites } = store.records
  return {
    async find(hostname) {
      const preview = urls.parsePreview(hostname)
      const site = preview ? sites.find(preview.siteId) : sites.findByDomain(hostname)
      if (!site || (preview && preview.token !== site.previewToken)) return null
      const kind = preview ? 'preview' : 'live'
      if (preview) refresh.wanted(site.id)
      const release = await releases.current(site.id, kind)
      return release && { ...release, isPreview: kind === 'preview' }
    },
  }
}
