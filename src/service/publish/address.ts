/**
 * The address that a build writes into canonical links, sitemaps, feeds and `robots.txt`, as `url`. Names of this machine
 * (`localhost` and what is below it) are for the built-in host alone: no other target ever gets one.
 *
 * @see src/http/README.md (Sites)
 */

import type { BuildRequest } from '../../builder/base/request.js'
import type { SiteConfig } from '../../content/site-config.js'
import { GalleyError } from '../../errors.js'
import type { JobDiagnostic } from '../../model/job.js'
import type { ReleaseKind } from '../../model/release.js'
import type { SiteRecord } from '../../model/site.js'
import { isLocalName, type SiteUrls } from '../sites/site-urls.js'

interface AddressInput {
  readonly site: SiteRecord
  readonly kind: ReleaseKind
  readonly urls: Pick<SiteUrls, 'live' | 'preview'>
  readonly config: SiteConfig
}

interface Address {
  /** What the build gets beside the configuration. */
  readonly overrides: Readonly<Record<string, string>>
  /** Null if there is nothing to say. */
  readonly diagnostic: JobDiagnostic | null
}

/**
 * A live site keeps its own `url`. If it has none, or on a public address one of this machine, it gets its address. A
 * preview always gets its own, so that absolute links stay inside the preview.
 */
export function addressFor({ site, kind, urls, config }: AddressInput): Address {
  const text = config.raw.get('url')
  const own = typeof text === 'string' ? text : ''
  if (kind === 'preview') return { overrides: { url: bare(urls.preview(site)) }, diagnostic: null }
  if (own !== '' && !isLocalUrl(own)) return { overrides: {}, diagnostic: null }
  const isHere = !leavesAsBuilt(site)
  // The port and the protocol of the built-in host say nothing about another one.
  const derived = isHere ? bare(urls.live(site)) : `https://${site.domain}`
  if (!isLocalUrl(derived)) {
    return { overrides: { url: derived }, diagnostic: own === '' ? null : replaced(own, derived) }
  }
  if (isHere) return { overrides: { url: own === '' ? derived : own }, diagnostic: null }
  // As in Jekyll, nothing but a text replaces a text.
  const overrides = own === '' ? {} : { url: '' }
  return { overrides, diagnostic: noAddress(own === '' ? site.domain : own) }
}

/** The `url` that a build was given; empty if it is the site's own public one, or none. */
export function addressOf({ overrides }: Pick<BuildRequest, 'overrides'>): string {
  const url = overrides?.['url']
  return typeof url === 'string' ? url : ''
}

/** @throws GalleyError `conflict` if a release was built for this machine and would go elsewhere */
export function requirePublic(site: SiteRecord, address: string): void {
  if (!leavesAsBuilt(site) || !isLocalUrl(address)) return
  throw new GalleyError(
    'conflict',
    `This release was built for ${address}, a name of this machine alone; publish the site anew instead.`,
  )
}

/** True if what was built goes to another host. */
function leavesAsBuilt({ hosting, hostingOptions }: SiteRecord): boolean {
  return hosting !== 'disabled' && !(hosting === 'githost' && hostingOptions['format'] === 'raw')
}

function bare(url: string): string {
  return url.replace(/\/$/, '')
}

function isLocalUrl(url: string): boolean {
  return URL.canParse(url) && isLocalName(new URL(url).hostname)
}

function replaced(own: string, used: string): JobDiagnostic {
  return warning(`url is ${own}, a name of this machine alone; ${used} is published instead.`)
}

function noAddress(known: string): JobDiagnostic {
  const effect =
    'Canonical links, sitemap, feed and robots.txt name no host, and a git host gets no CNAME'
  return warning(
    `The site has no public address: ${known} is a name of this machine alone. ${effect}. Set its domain, or url in _config.yml.`,
  )
}

function warning(message: string): JobDiagnostic {
  return { severity: 'warning', path: '_config.yml', line: null, column: null, message }
}
