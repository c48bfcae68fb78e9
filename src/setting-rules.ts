/** What settings must be together; what each must be alone is in `setting-kinds.ts`. */

import { GalleyError } from './errors.js'
import { isHostName } from './model/host-name.js'

interface Together {
  readonly port: number
  readonly sitesPort: number
  readonly socket: string
  readonly sitesSocket: string
  readonly publicUrl: string
  readonly sitesUrl: string
  readonly smtpUrl: string
  readonly mailFrom: string
  readonly copiesTo: string
  readonly copiesKeyFile: string
  readonly oidcIssuer: string
  readonly oidcClientId: string
  readonly oidcScopes: string
  readonly oidcOnly: boolean
  readonly https: boolean
  readonly acmeEmail: string
}

/** @throws GalleyError `validation_failed` for the first that does not fit the others */
export function requireConsistent(config: Together): void {
  requireDifferent(config)
  requireAddresses(config)
  requireSender(config)
  requireCopiesKey(config)
  requireClient(config)
  requireNames(config)
}

/** The API and the built-in host are told apart by their addresses. */
function requireDifferent({ port, sitesPort, publicUrl, sitesUrl }: Together): void {
  if (port !== 0 && port === sitesPort) {
    const message = `--port and --sites-port are both ${port}: set one of them to another port.`
    throw new GalleyError('validation_failed', message)
  }
  requirePaths({ publicUrl, sitesUrl })
  if (publicUrl === '' || sitesUrl === '') return
  const { origin } = new URL(publicUrl)
  if (origin !== new URL(sitesUrl).origin) return
  const message = `--public-url and --sites-url are both at ${origin}: give the built-in host a host name of its own.`
  throw new GalleyError('validation_failed', message)
}

/** Below these, the server finds its own pages without a path before them. */
const OWN_PATHS = /^\/(?:v2|admin|healthz|readyz|metrics)(?:\/|$)/

/** The API may be below a path; sites are told apart by host name alone. */
function requirePaths({ publicUrl, sitesUrl }: Pick<Together, 'publicUrl' | 'sitesUrl'>): void {
  const pathOf = (address: string) => (address === '' ? '/' : new URL(address).pathname)
  const refuse = (message: string) => new GalleyError('validation_failed', message)
  const place = pathOf(publicUrl)
  if (!/^(?:\/[\w.~-]+)*\/?$/.test(place) || OWN_PATHS.test(place)) {
    throw refuse(
      `--public-url must have another path than ${place}, such as /cms: of letters, digits and ._~-, and none that the server has itself.`,
    )
  }
  if (pathOf(sitesUrl) === '/') return
  throw refuse('--sites-url must have no path: sites are told apart by host name.')
}

/** A Unix socket has no address that could be in a link. */
function requireAddresses({ socket, sitesSocket, publicUrl, sitesUrl }: Together): void {
  const refuse = (message: string) => new GalleyError('validation_failed', message)
  if (socket !== '' && publicUrl === '') throw refuse('--socket needs --public-url.')
  if (sitesSocket !== '' && sitesUrl === '') throw refuse('--sites-socket needs --sites-url.')
  if (socket === '' || socket !== sitesSocket) return
  throw refuse(`--socket and --sites-socket are both ${socket}: give each a path of its own.`)
}

function requireSender({ smtpUrl, mailFrom }: Together): void {
  if (smtpUrl === '' || mailFrom !== '') return
  const message = '--smtp-url needs --mail-from: the address that mail is sent from.'
  throw new GalleyError('validation_failed', message)
}

function requireCopiesKey({ copiesTo, copiesKeyFile }: Together): void {
  if (copiesTo === '' || copiesKeyFile !== '') return
  const message =
    '--copies-to needs --copies-key-file: a file with 64 hexadecimal digits, as openssl rand -hex 32 prints them.'
  throw new GalleyError('validation_failed', message)
}

function requireClient({ oidcIssuer, oidcClientId, oidcScopes, oidcOnly }: Together): void {
  const refuse = (message: string) => new GalleyError('validation_failed', message)
  if (oidcOnly && oidcIssuer === '') throw refuse('--oidc-only needs --oidc-issuer.')
  if (oidcIssuer === '') return
  if (oidcClientId === '') {
    throw refuse('--oidc-issuer needs --oidc-client-id: the name of this server at the provider.')
  }
  if (!oidcScopes.split(' ').includes('openid')) throw refuse('--oidc-scopes must contain openid.')
}

/** Certificates are for host names, and the authority wants to know whose they are. */
function requireNames({ https, acmeEmail, publicUrl, sitesUrl }: Together): void {
  if (!https) return
  const missing: [string, boolean][] = [
    ['--acme-email: the address that the certificate authority writes to', acmeEmail === ''],
    ['--public-url, such as https://galley.example.org', !hasHttpsName(publicUrl)],
    ['--sites-url, such as https://sites.example.org', !hasHttpsName(sitesUrl)],
  ]
  const [first] = missing.filter(([, isMissing]) => isMissing)
  if (first) throw new GalleyError('validation_failed', `--https needs ${first[0]}.`)
}

function hasHttpsName(address: string): boolean {
  if (!address.startsWith('https://')) return false
  const { hostname } = new URL(address)
  return isHostName(hostname) && hostname !== 'localhost'
}
