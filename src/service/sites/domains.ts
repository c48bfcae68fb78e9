/** How the domains of sites stand: whether they lead here, have their certificate, and what to do. @see src/http/README.md (Sites) */

import type { DomainState, DomainView } from '../../model/domain.js'
import type { SiteRecord } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import { partOf } from '../../store/page.js'
import type { Records } from '../../store/records/records.js'
import type { Access } from '../accounts/access.js'
import type { Page, Window } from '../branch/views.js'
import type { CertificateStanding, Certificates } from '../certificates/certificates.js'
import { challengePlace, HERE_PATH } from '../certificates/challenges.js'
import type { HereChecks } from '../certificates/here-checks.js'
import { isLocalName, type SiteUrls } from './site-urls.js'

export interface Domains {
  /** Those of the sites that the actor administers, by name. Looks whether they lead here, in the background. */
  list(actor: Actor, window: Window): Page<DomainView>
}

interface DomainsNeeds {
  readonly records: Pick<Records, 'sites'>
  readonly access: Pick<Access, 'roleOn'>
  readonly urls: Pick<SiteUrls, 'live' | 'cname'>
  readonly hereChecks: Pick<HereChecks, 'isHere'>
  /** Null if this server gets none. */
  readonly certificates: Pick<Certificates, 'standing'> | null
  /** The port that the certificate authority asks. */
  readonly acmePort: number
  readonly onUnreadable: (siteId: string, error: unknown) => void
}

export function createDomains(needs: DomainsNeeds): Domains {
  const { records, access, urls, hereChecks, certificates, acmePort } = needs
  const placeOf = (site: SiteRecord) =>
    certificates ? challengePlace(site.domain, acmePort) : new URL(HERE_PATH, urls.live(site))
  const standingOf = (site: SiteRecord): Standing => {
    if (site.hosting !== 'disabled') return { state: 'elsewhere' }
    if (isLocalName(site.domain)) return { state: 'local' }
    const isHere = hereChecks.isHere(placeOf(site))
    if (certificates) return withCertificate(isHere, certificates.standing(site.domain))
    if (isHere === null) return { state: 'checking' }
    if (!isHere) return { state: 'not_here' }
    return { state: urls.live(site).startsWith('https:') ? 'proxy' : 'plain' }
  }
  return {
    list: (actor, window) => {
      const seesAll = actor.kind === 'server' || actor.user.isAdmin
      const sites = records.sites
        .listVisibleTo(seesAll ? null : actor.user.id, needs.onUnreadable)
        .filter(({ id }) => access.roleOn(actor, id) === 'admin')
        .sort((a, b) => (a.domain < b.domain ? -1 : 1))
      const place = ({ domain }: SiteRecord) => [domain]
      const { rows, ...page } = partOf(sites, window, { placeOf: place, direction: 'asc' })
      const view = (site: SiteRecord) =>
        viewOf(site, { ...standingOf(site), host: urls.cname(site) })
      return { ...page, rows: rows.map(view) }
    },
  }
}

interface Standing {
  readonly state: DomainState
  readonly reason?: string | null
  readonly endsAt?: number | null
  readonly nextAt?: number
}

function withCertificate(
  isHere: boolean | null,
  { endsAt, obstacle }: CertificateStanding,
): Standing {
  if (isHere === null) return { state: 'checking', endsAt }
  if (!isHere) return { state: 'not_here', endsAt }
  if (!obstacle) return { state: endsAt === null ? 'waiting' : 'ready', endsAt }
  const { kind, error, nextAt } = obstacle
  // It leads here by now.
  if (kind === 'not_here') return { state: 'waiting', endsAt, nextAt }
  return { state: kind, reason: error, endsAt, nextAt }
}

interface Told extends Standing {
  /** What the domain should lead to; empty if that is not known. */
  readonly host: string
}

function viewOf(site: SiteRecord, told: Told): DomainView {
  return {
    siteId: site.id,
    domain: site.domain,
    state: told.state,
    advice: adviceOf(site.domain, told),
    reason: told.reason ?? null,
    certificateEndsAt: told.endsAt ?? null,
    nextTryAt: told.nextAt ?? null,
  }
}

function adviceOf(domain: string, { state, reason, nextAt, host }: Told): string {
  const next = nextAt === undefined ? '' : ` The server tries again at ${isoOf(nextAt)}.`
  switch (state) {
    case 'elsewhere':
      return `The site is published elsewhere, and ${domain} leads there.`
    case 'local':
      return `${domain} works on the machine of the server alone.`
    case 'checking':
      return `Whether ${domain} leads here is being looked at; ask again in a moment.`
    case 'not_here': {
      const to = host === '' ? '' : ` to ${host}, with a CNAME or the same addresses,`
      return `${domain} does not lead to this server: let its DNS lead${to === '' ? ' here' : to} and open the port of websites.`
    }
    case 'plain':
      return `${domain} leads here, without HTTPS.`
    case 'proxy':
      return `${domain} leads here; its certificate is the matter of the proxy before this server.`
    case 'ready':
      return `${domain} leads here and has its certificate.`
    case 'waiting':
      return `${domain} leads here, and its certificate is asked for by itself within minutes.${next}`
    case 'refused':
      return `The certificate authority gives none: ${reason ?? ''}${next}`
    case 'away':
      return `The certificate authority can't be used now: the operator should see why.${next}`
    case 'limited':
      return `Too many certificates were asked for in the last hour; ${domain} has its turn later.${next}`
  }
}

function isoOf(time: number): string {
  return new Date(time).toISOString()
}
