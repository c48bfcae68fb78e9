/** Whether a site may have a domain. */

import { GalleyError } from '../../errors.js'
import type { Records } from '../../store/records/records.js'

/** What is asked, and whom. */
interface DomainChoice {
  readonly records: Pick<Records, 'sites'>
  /** Host name at which the API is reached. */
  readonly apiHost: string
}

/**
 * The API's own name is nobody's: cookies know no ports, so a page under it could plant those of a
 * session, whatever port it is on.
 *
 * @throws GalleyError `conflict`
 */
export function requireFreeDomain({ records, apiHost }: DomainChoice, domain: string): void {
  if (domain === apiHost) {
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

/** @param publicUrl empty where it is not set */
export function apiHostOf({
  publicUrl,
  host,
}: {
  readonly publicUrl: string
  readonly host: string
}) {
  return publicUrl === '' ? host.toLowerCase() : new URL(publicUrl).hostname
}
