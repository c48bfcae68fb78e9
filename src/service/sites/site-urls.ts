/**
 * Makes the URLs of a site: its live address, and its preview on a separate host name.
 *
 * @see src/http/README.md (Sites; Running)
 */

import { withoutSet } from '../../model/change-set.js'
import type { SiteRecord } from '../../model/site.js'

export interface SiteUrls {
  live(site: SiteRecord): string
  preview(site: SiteRecord): string
  /** The start of the address of a link to a preview. */
  shared(shareId: string): string
  /** Parses the host name of such a link; null if it cannot be one. */
  parseShared(hostname: string): string | null
  /** The host that the domain should point to; `""` if unknown. */
  cname(site: SiteRecord): string
  /** Parses the host name of a preview; null if it cannot be one. */
  parsePreview(hostname: string): { readonly siteId: string; readonly token: string } | null
}

const SHARED = /^shared-([0-9a-f]{24})\.(.+)$/
const PREVIEW = /^([0-9a-f]{24})-([0-9a-f]+)\.(.+)$/

/** @param sitesUrl public URL of the built-in host, without a slash at the end */
export function createSiteUrls(sitesUrl: () => string): SiteUrls {
  const parent = () => {
    const { protocol, hostname, port } = new URL(sitesUrl())
    return {
      protocol,
      port: port === '' ? '' : `:${port}`,
      host: previewParent(hostname),
      hostname,
    }
  }
  return {
    live: (site) => {
      const { protocol, port } = parent()
      return `${protocol}//${site.domain}${port}/`
    },
    preview: (site) => {
      const { protocol, port, host } = parent()
      return `${protocol}//${withoutSet(site.id)}-${site.previewToken}.${host}${port}/`
    },
    shared: (shareId) => {
      const { protocol, port, host } = parent()
      return `${protocol}//shared-${shareId}.${host}${port}/`
    },
    parseShared: (hostname) => {
      const [, shareId, host] = SHARED.exec(hostname) ?? []
      return shareId === undefined || host !== parent().host ? null : shareId
    },
    cname: (site) => {
      if (site.hosting === 'disabled') return parent().hostname
      return hostOf(site.hostingOptions['host'] ?? site.hostingOptions['endpoint'] ?? '')
    },
    parsePreview: (hostname) => {
      const [, siteId, token, host] = PREVIEW.exec(hostname) ?? []
      if (siteId === undefined || token === undefined || host !== parent().host) return null
      return { siteId, token }
    },
  }
}

/**
 * The parent domain of previews. Browsers resolve all names below `localhost` to this machine; IP addresses have no
 * subdomains.
 */
function previewParent(hostname: string): string {
  return /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname
}

/** True for a host name that means this machine wherever it is looked up. @see RFC 6761, 6.3 */
export function isLocalName(hostname: string): boolean {
  return /^(.*\.)?localhost\.?$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/i.test(hostname)
}

function hostOf(text: string): string {
  return text.replace(/^[a-z]+:\/\//, '').replace(/[:/].*$/, '')
}
