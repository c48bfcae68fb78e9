/** Creates what knows the names that the server is asked by: whose they are, whether they lead here, their certificates. */

import { createCertificates } from '../service/certificates/certificates.js'
import { createChallenges } from '../service/certificates/challenges.js'
import { createHereChecks } from '../service/certificates/here-checks.js'
import { apiHostOf } from '../service/sites/free-domain.js'
import { createServedNames } from '../service/sites/served-names.js'
import type { SiteUrls } from '../service/sites/site-urls.js'
import type { Resources } from './resources.js'

export type Naming = ReturnType<typeof createNaming>

/** Asks nobody yet; for certificates, only with `--https`. */
export function createNaming({ config, store, now, note, warn }: Resources, urls: SiteUrls) {
  const { sites } = store.records
  const apiHost = apiHostOf(config)
  const challenges = createChallenges()
  const servedNames = createServedNames({ ...store.records, urls, apiHost })
  const certificates = createCertificates({
    data: config.data,
    directory: config.acmeDirectory,
    email: config.acmeEmail,
    port: config.acmePort,
    challenges,
    isServed: (hostname) => servedNames.isServed(hostname),
    // Domains of sites that are published elsewhere lead there.
    wanted: () => [
      apiHost,
      ...sites.listAll().flatMap((site) => (site.hosting === 'disabled' ? [site.domain] : [])),
    ],
    now,
    note,
    warn,
  })
  const hereChecks = createHereChecks({ challenges, now })
  return {
    challenges,
    servedNames,
    hereChecks,
    certificates: config.https ? certificates : null,
  }
}
