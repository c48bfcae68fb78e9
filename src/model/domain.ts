/** How the domain of a site stands: whether it leads to this server, and whether it has its certificate. */

export const DOMAIN_STATES = [
  'elsewhere',
  'local',
  'checking',
  'not_here',
  'plain',
  'proxy',
  'ready',
  'waiting',
  'refused',
  'away',
  'limited',
] as const

export type DomainState = (typeof DOMAIN_STATES)[number]

/** Times are milliseconds since the Unix epoch. */
export interface DomainView {
  readonly siteId: string
  readonly domain: string
  readonly state: DomainState
  /** A sentence: how it stands, and what to do. */
  readonly advice: string
  /** What has failed, in the words of the certificate authority; null for nothing. */
  readonly reason: string | null
  /** When the certificate ends that is served; null for none, or for one that this server does not have. */
  readonly certificateEndsAt: number | null
  /** When this server tries again to get one; null if it does not wait. */
  readonly nextTryAt: number | null
}
