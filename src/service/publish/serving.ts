/** Finds the release for a host name. @see src/http/README.md (Running) */

import type { PreviewRefresh } from './preview-refresh.js'
import type { Releases, StoredRelease } from './releases.js'
import type { ServedNames } from '../sites/served-names.js'

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
  readonly names: Pick<ServedNames, 'find'>
  readonly releases: Releases
  readonly refresh: Pick<PreviewRefresh, 'wanted'>
}

export function createServing({ names, releases, refresh }: ServingDependencies): Serving {
  return {
    async find(hostname) {
      const named = names.find(hostname)
      if (!named) return null
      const { site, isPreview } = named
      if (isPreview) refresh.wanted(site.id)
      const release = await releases.current(site.id, isPreview ? 'preview' : 'live')
      return release && { ...release, isPreview }
    },
  }
}
