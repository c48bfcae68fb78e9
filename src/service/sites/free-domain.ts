/** Checks whether a domain is free for a site. */

import { GalleyError } from '../../errors.js'
import type { Records } from '../../store/records/records.js'

/** The records, and the names that are taken. */
interface DomainChoice {
  readonly records: Pick<Records, 'sites'>
  /** Host name of the API. */
  readonly apiHost: string
}

/**
 * Checks that a domain is free. The host name of the API is never allowed, nor is `localhost`, at which it answers, too:
 * cookies ignore ports, so a page with that name could set session cookies.
 *
 * @throws GalleyError `conflict`
 */
export function requireFreeDomain({ records, apiHost }: DomainChoice, domain: string): void {
  if (domain === apiHost || domain === 'localhost') {
    throw new GalleyError(
      'conflict',
      'This is the host name of the API; choose another one, such as a subdomain of it.',
      { details: [{ field: 'domain', message: 'is the host name of the API' }] },
    )
  }
  if (!records.sites.findByDomain(domain)) return
  throw new GalleyError('conflict', 'A site with this domain exists already.', {
    details: [{ field: 'domain', message: 'is taken' }],
  })
}

/** @param publicUrl empty if it is not set */
export function apiHostOf({
  publicUrl,
  host,
}: {
  readonly publicUrl: string
  readonly host: string
}) {
  return publicUrl === '' ? host.toLowerCase() : new URL(publicUrl).hostname
}
