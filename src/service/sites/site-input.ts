/** Validates the fields of a site. @see src/http/README.md (Sites) */

import { SITE_FIELDS } from '../../content/site-config.js'
import { isIanaZone } from '../../content/zone.js'
import { invalid } from '../../errors.js'
import { isHostName, toHostName } from '../../model/host-name.js'
import type { Generator, Hosting, JEKYLL_VERSIONS, Sync } from '../../model/site.js'
import { didYouMean } from '../../system/nearest.js'

export interface SiteContent {
  readonly title?: string | undefined
  readonly timezone?: string | undefined
  readonly jekyll_version?: (typeof JEKYLL_VERSIONS)[number] | null | undefined
  readonly defaults?: readonly Readonly<Record<string, unknown>>[] | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

export interface CreateSiteInput extends SiteContent {
  readonly title: string
  readonly domain: string
  readonly empty?: boolean | undefined
}

export interface UpdateSiteInput extends SiteContent {
  readonly domain?: string | undefined
  readonly hosting?: Hosting | undefined
  readonly hosting_options?: Readonly<Record<string, string>> | undefined
  readonly sync?: Sync | undefined
  readonly sync_options?: Readonly<Record<string, string>> | undefined
  readonly generator?: Generator | undefined
}

/**
 * Validates a host name, and writes it in lower case and ASCII (`toHostName`).
 *
 * @throws GalleyError `validation_failed` (RFC 1123 §2.1)
 */
export function checkDomain(domain: string): string {
  const name = toHostName(domain)
  if (!isHostName(name)) throw invalid('domain', 'must be a host name')
  return name
}

/** @throws GalleyError `validation_failed` */
export function checkContent(input: SiteContent): void {
  if (input.timezone !== undefined && !isIanaZone(input.timezone)) {
    const meant = didYouMean(input.timezone, Intl.supportedValuesOf('timeZone'))
    throw invalid('timezone', `must be an IANA time zone, which "${input.timezone}" is not${meant}`)
  }
  for (const key of SITE_FIELDS) {
    if (input.metadata && Object.hasOwn(input.metadata, key)) {
      throw invalid(`metadata.${key}`, `is not metadata: set the field ${key}`)
    }
  }
}
