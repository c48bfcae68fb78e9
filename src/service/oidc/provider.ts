/**
 * Another server that says who somebody is (OpenID Connect Core 1.0): the authorization code flow with PKCE, state and nonce.
 * Knows no accounts. Its description is fetched when somebody signs in, never at the start of the server.
 */

import { isDeepStrictEqual } from 'node:util'
import type { Configuration, CustomFetch, IDToken, UserInfoResponse } from 'openid-client'
import { asDeployError, codeOf, DeployError } from '../../deploy/network/deploy-error.js'
import { cleanText } from '../../deploy/network/remote-text.js'
import { GalleyError } from '../../errors.js'
import { parseGrant, type RoleGrant } from '../../model/role.js'
import { isEmail } from '../../model/user.js'
import { guardedFetch } from '../../deploy/network/http-client.js'

/** The settings; without an issuer, there is no provider. */
interface OidcSettings {
  readonly oidcIssuer: string
  readonly oidcClientId: string
  /** Empty for a client that has none. */
  readonly oidcClientSecret: string
  /** For people; empty for the host name. */
  readonly oidcName: string
  readonly oidcScopes: string
  readonly oidcAdminGroups: readonly string[]
  readonly oidcAdminClaim: string
  /** Each `group=site:role`. */
  readonly oidcRoles: readonly string[]
}

interface ProviderParts extends OidcSettings {
  readonly allowAddresses: readonly string[]
  /** Where the browser comes back to. */
  readonly redirectUri: () => string
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
}

/** What binds an answer to its question; all are random. */
export interface Binding {
  readonly state: string
  readonly nonce: string
  /** Of PKCE (RFC 7636). */
  readonly verifier: string
}

/** Who somebody is, as the provider says. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** Null unless the provider says that it has verified it. */
  readonly email: string | null
  readonly firstname: string
  readonly lastname: string
  /** Whether a group makes an administrator of this server; null if no setting names one. */
  readonly isAdmin: boolean | null
  /** Roles on sites that the groups give; null if no setting names one. */
  readonly grants: readonly RoleGrant[] | null
}

export interface Provider {
  /** URL of the provider, without a slash at the end. */
  readonly issuer: string
  readonly name: string
  /** A new question: where to send the browser, and what its answer is bound to. @throws GalleyError `unavailable` */
  ask(): Promise<{ readonly url: string; readonly binding: Binding }>
  /**
   * Checks an answer, and fetches what it stands for.
   *
   * @param response the query with which the browser came back
   * @throws GalleyError `unauthorized` for an answer to another question, one that was used, has expired or is for another
   *   client, and where the provider has refused; `unavailable` if the provider can't be asked. The cause says why.
   */
  identify(response: string, binding: Binding): Promise<Identity>
}

/** How long a description of the provider is taken for true. */
const FRESH_MS = 60 * 60_000
/** Seconds: longer than the client waits by itself, so that people are told. */
const RETRY_AFTER = 60
/** Seconds by which the clocks may differ. */
const MAX_SKEW = 30
const MAX_NAME = 100

/**
 * The provider of the settings, which may change while the server runs; null if they name none.
 *
 * @param settings read at each call
 */
export function createCurrentProvider(
  settings: OidcSettings,
  parts: Omit<ProviderParts, keyof OidcSettings>,
): () => Provider | null {
  const read = (): OidcSettings => ({
    oidcIssuer: settings.oidcIssuer,
    oidcClientId: settings.oidcClientId,
    oidcClientSecret: settings.oidcClientSecret,
    oidcName: settings.oidcName,
    oidcScopes: settings.oidcScopes,
    oidcAdminGroups: settings.oidcAdminGroups,
    oidcAdminClaim: settings.oidcAdminClaim,
    oidcRoles: settings.oidcRoles,
  })
  let known: OidcSettings | null = null
  let provider: Provider | null = null
  return () => {
    const now = read()
    if (isDeepStrictEqual(now, known)) return provider
    known = now
    return (provider = createProvider({ ...parts, ...now }))
  }
}

/** Null if the settings name none. */
function createProvider(parts: ProviderParts): Provider | null {
  const { oidcIssuer, oidcScopes: scope } = parts
  if (oidcIssuer === '') return null
  const issuer = oidcIssuer.replace(/\/$/, '')
  const name = parts.oidcName || new URL(issuer).hostname
  const configuration = createDiscovery(parts, name)
  return {
    issuer,
    name,
    async ask() {
      const client = await import('openid-client')
      const binding = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: parts.redirectUri(),
        scope,
        state: binding.state,
        nonce: binding.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(binding.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, binding }
    },
    async identify(response, { state, nonce, verifier }) {
      const client = await import('openid-client')
      const found = await configuration()
      const url = new URL(`?${response}`, parts.redirectUri())
      try {
        const tokens = await client.authorizationCodeGrant(found, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('an ID token is missing')
        // Most providers have the address here only.
        const isMore = found.serverMetadata().userinfo_endpoint !== undefined
        const more = isMore
          ? await client.fetchUserInfo(found, tokens.access_token, claims.sub)
          : null
        const groups: readonly unknown[] = [{ ...more, ...claims }[parts.oidcAdminClaim]].flat()
        const rights = { isAdmin: isAdminBy(parts, groups), grants: grantsBy(parts, groups) }
        return { ...identityOf(issuer, claims, more), ...rights }
      } catch (error) {
        throw isAway(error) ? away(name, error) : refusal(name, error)
      }
    },
  }
}

/** Fetches the description of the provider when it is needed first, and again when it is old. */
function createDiscovery(parts: ProviderParts, name: string): () => Promise<Configuration> {
  const held: { found?: Promise<Configuration>; at: number } = { at: 0 }
  return async () => {
    const at = parts.now()
    // Of many who sign in at the same time, the first one asks.
    if (!held.found || at - held.at > FRESH_MS) {
      held.at = at
      held.found = discover(parts)
    }
    const asked = held.found
    try {
      return await asked
    } catch (error) {
      if (held.found === asked) delete held.found
      throw away(name, error)
    }
  }
}

async function discover(parts: ProviderParts): Promise<Configuration> {
  const client = await import('openid-client')
  const { oidcIssuer, oidcClientId, oidcClientSecret } = parts
  const isPlain = oidcIssuer.startsWith('http:')
  const authenticate: ReturnType<typeof client.None> = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isBasic = methods.includes('client_secret_basic')
    const how = isBasic ? client.ClientSecretBasic : client.ClientSecretPost
    return how(oidcClientSecret)(server, ...rest)
  }
  return client.discovery(
    new URL(oidcIssuer),
    oidcClientId,
    { [client.clockTolerance]: MAX_SKEW },
    oidcClientSecret === '' ? client.None() : authenticate,
    {
      [client.customFetch]: createFetching(oidcIssuer, parts.allowAddresses),
      // The signature is checked although the token comes from the provider itself.
      execute: [
        client.enableNonRepudiationChecks,
        ...(isPlain ? [client.allowInsecureRequests] : []),
      ],
    },
  )
}

type Claims = Pick<IDToken | UserInfoResponse, string>

/** Claims of the token come first, but an address and its being verified come from the same place. */
function identityOf(
  issuer: string,
  claims: IDToken,
  more: UserInfoResponse | null,
): Omit<Identity, 'isAdmin' | 'grants'> {
  const all: Claims = { ...more, ...claims }
  const ofAddress: Claims = 'email' in claims ? claims : (more ?? {})
  const given = nameIn(all['given_name'])
  return {
    issuer,
    subject: claims.sub,
    email: verifiedEmail(ofAddress),
    firstname: given === '' ? nameIn(all['name']) : given,
    lastname: given === '' ? '' : nameIn(all['family_name']),
  }
}

/** Some providers leave the claim out for people without groups, and some have one group as a text. */
function isAdminBy({ oidcAdminGroups }: OidcSettings, groups: readonly unknown[]) {
  if (oidcAdminGroups.length === 0) return null
  return oidcAdminGroups.some((group) => groups.includes(group))
}

function grantsBy({ oidcRoles }: OidcSettings, groups: readonly unknown[]): Identity['grants'] {
  if (oidcRoles.length === 0) return null
  const all = oidcRoles.flatMap((text) => parseGrant(text) ?? [])
  return all.filter(({ group }) => groups.includes(group))
}

function verifiedEmail({ email, email_verified: isVerified }: Claims): string | null {
  // Some providers send the word.
  const isSo = isVerified === true || isVerified === 'true'
  return isSo && typeof email === 'string' && isEmail(email) ? email : null
}

function nameIn(claim: unknown): string {
  return typeof claim === 'string' ? cleanText(claim).replace(/[<>]/g, '').slice(0, MAX_NAME) : ''
}

/** True if the provider could not be asked; else it, or this server, has refused. */
function isAway(error: unknown): boolean {
  if (error instanceof DeployError) return true
  if (!(error instanceof Error)) return false
  // It answered with a status that no answer of the protocol has.
  return codeOf(error) === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || isAway(error.cause)
}

function away(name: string, cause: unknown): GalleyError {
  const message = `${name} can’t be reached, or does not answer as an OpenID Connect provider; try again later.`
  return new GalleyError('unavailable', message, { cause, retryAfter: RETRY_AFTER })
}

/** With the code that the provider has sent back instead of an answer, if it is one. */
function refusal(name: string, cause: unknown): GalleyError {
  const { error, code } = Object(cause)
  const word = code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' ? String(error) : ''
  if (/^[a-z_]{1,40}$/.test(word)) {
    return new GalleyError('unauthorized', `${name} has signed nobody in: ${word}.`, { cause })
  }
  return notForThis(name, cause)
}

/** For an answer that is not to the question of this browser, or not a good one. */
export function notForThis(name: string, cause?: unknown): GalleyError {
  return new GalleyError(
    'unauthorized',
    `The answer of ${name} is not valid here: it is meant for somebody else, was used, or has expired. Sign in again.`,
    { cause },
  )
}

/** Milliseconds for one answer in all. */
const MAX_MS = 10_000
/** Of one answer: a document, a set of keys, or claims. */
const MAX_BYTES = 1024 * 1024

/**
 * How the provider is fetched from: with limits on time and size, no redirects, and in the clear only from the provider's own
 * address. The operator chose the provider, so its host may have a private address; other hosts that it names may not.
 *
 * @param issuer URL of the provider
 * @param allow addresses and networks that outgoing connections may reach besides public ones
 */
function createFetching(issuer: string, allow: readonly string[]): CustomFetch {
  const { origin, hostname } = new URL(issuer)
  const host = hostname.replace(/^\[|\]$/g, '')
  const outgoing = { rules: { allow: [...allow, host] }, timeout: MAX_MS }
  return async (url, { method, headers, body }) => {
    const to = new URL(url)
    if (to.protocol !== 'https:' && to.origin !== origin) {
      throw new DeployError('address_refused', 'the provider names an address without https')
    }
    const text = body instanceof URLSearchParams ? body.toString() : null
    const request = { method, url, headers, ...(text !== null && { body: Buffer.from(text) }) }
    try {
      const answer = await guardedFetch(outgoing, {
        ...request,
        signal: AbortSignal.timeout(MAX_MS),
      })
      const bytes = await answer.bytes(MAX_BYTES, { silences: 1 })
      const content = bytes.length === 0 ? null : new Uint8Array(bytes)
      return new Response(content, { status: answer.status, headers: { ...answer.headers } })
    } catch (error) {
      throw asDeployError(error)
    }
  }
}
