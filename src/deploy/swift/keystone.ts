/**
 * Logs in to OpenStack. The version at the end of the URL decides which API is used.
 *
 * v1 (Swift's own): the user name is `account:user`. v2.0: tries an API key in the form of one large provider, then a
 * password; the user name is `tenant:user` or a plain name. v3: `project:user` in the domain Default,
 * `domain:project:user`, or, without a colon, the id of an application credential.
 */
import { DeployError } from '../network/deploy-error.js'
import type { HttpClient, HttpResponse } from '../network/http-client.js'
import { parseSmallJson } from '../files/json-cursor.js'
import { cleanText } from '../network/remote-text.js'

/** The identity service, and how to log in. */
export interface OpenStackAccount {
  readonly username: string
  readonly apiKey: string
  /** Region of the storage; empty for the first one in the catalogue (v1 has no regions). */
  readonly region: string
  /** Such as `https://identity.example.org/v3`. */
  readonly authUrl: string
}

/** A token, and the address of the account's storage. */
export interface StorageAccess {
  readonly token: string
  readonly storageUrl: string
}

const MAX_ANSWER_BYTES = 1024 * 1024
/** Longest token in characters (it goes into the headers of each request). */
const MAX_TOKEN = 16 * 1024
const MAX_ADDRESS = 2048

/** @throws DeployError `login_refused`; `bad_options` for a region that the catalogue does not have */
export async function logInToStorage(
  account: OpenStackAccount,
  client: HttpClient,
  signal: AbortSignal,
): Promise<StorageAccess> {
  const url = account.authUrl.replace(/(?<!\/)\/+$/, '')
  const version = /\/v?(1|2|3)(\.\d+)?(\/tokens|\/auth\/tokens)?$/i.exec(url)?.[1]
  const base = url.replace(/(\/auth)?\/tokens$/i, '')
  const login = { account, base, request: requestOn(client, signal) }
  if (version === '1') return logInV1({ ...login, base: url })
  if (version === '2') return logInV2(login)
  if (version === '3') return logInV3(login)
  throw new DeployError('bad_options', 'auth_url does not end in a version (v1.0, v2.0 or v3)')
}

interface Login {
  readonly account: OpenStackAccount
  readonly base: string
  readonly request: (url: string, ask: Ask) => Promise<HttpResponse>
}

interface Ask {
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
}

function requestOn(client: HttpClient, signal: AbortSignal): Login['request'] {
  return async (url, { headers, json }) =>
    client.request({
      method: json === undefined ? 'GET' : 'POST',
      url,
      signal,
      headers: {
        ...headers,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: Buffer.from(JSON.stringify(json)) }),
    })
}

async function logInV1({ account, base, request }: Login): Promise<StorageAccess> {
  const headers = { 'x-auth-user': account.username, 'x-auth-key': account.apiKey }
  const response = await request(base, { headers })
  await response.bytes(MAX_ANSWER_BYTES)
  checkStatus(response)
  return accessOf(account, {
    token: response.headers['x-auth-token'],
    url: response.headers['x-storage-url'],
  })
}

async function logInV2({ account, base, request }: Login): Promise<StorageAccess> {
  const [first = '', ...rest] = account.username.split(':')
  const tenant = rest.length === 0 ? {} : { tenantName: first }
  const username = rest.length === 0 ? first : rest.join(':')
  const byKey = { 'RAX-KSKEY:apiKeyCredentials': { username, apiKey: account.apiKey } }
  const byPassword = { passwordCredentials: { username, password: account.apiKey } }
  let response = await request(`${base}/tokens`, { json: { auth: { ...byKey, ...tenant } } })
  if (response.status === 400 || response.status === 401) {
    await response.bytes(MAX_ANSWER_BYTES)
    response = await request(`${base}/tokens`, { json: { auth: { ...byPassword, ...tenant } } })
  }
  const access = record(record(await jsonOf(response))['access'])
  const endpoints = storageEndpoints(access['serviceCatalog'], () => true)
  const url = choose(endpoints, account.region, 'publicURL')
  return accessOf(account, { token: record(access['token'])['id'], url })
}

async function logInV3({ account, base, request }: Login): Promise<StorageAccess> {
  const response = await request(`${base}/auth/tokens`, { json: { auth: v3Auth(account) } })
  const token = record(record(await jsonOf(response))['token'])
  const isPublic = (endpoint: Json) => endpoint['interface'] === 'public'
  const endpoints = storageEndpoints(token['catalog'], isPublic)
  const url = choose(endpoints, account.region, 'url')
  return accessOf(account, { token: response.headers['x-subject-token'], url })
}

function v3Auth({ username, apiKey }: OpenStackAccount): unknown {
  const parts = username.split(':')
  const [user = '', project = '', domain = 'Default'] = [...parts].reverse()
  if (parts.length === 1) {
    const credential = { id: username, secret: apiKey }
    return { identity: { methods: ['application_credential'], application_credential: credential } }
  }
  const inDomain = { domain: { name: domain } }
  return {
    identity: {
      methods: ['password'],
      password: { user: { name: user, password: apiKey, ...inDomain } },
    },
    scope: { project: { name: project, ...inDomain } },
  }
}

type Json = Readonly<Record<string, unknown>>

function record(value: unknown): Json {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isRecord ? Object.fromEntries(Object.entries(value)) : {}
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(record) : []
}

async function jsonOf(response: HttpResponse): Promise<unknown> {
  const bytes = await response.bytes(MAX_ANSWER_BYTES)
  checkStatus(response)
  return parseSmallJson(bytes)
}

function checkStatus({ status }: HttpResponse): void {
  if (status >= 200 && status < 300) return
  if (status === 401 || status === 403 || status === 400) {
    throw new DeployError('login_refused', `the user name or the API key was refused (${status})`)
  }
  const transient = status >= 500 || status === 429
  throw new DeployError('remote_error', `the identity service answered ${status}`, { transient })
}

function storageEndpoints(catalog: unknown, isWanted: (endpoint: Json) => boolean): Json[] {
  return list(catalog)
    .filter((service) => service['type'] === 'object-store')
    .flatMap((service) => list(service['endpoints']))
    .filter(isWanted)
}

function choose(endpoints: readonly Json[], region: string, url: string): unknown {
  const regionOf = (endpoint: Json) => endpoint['region'] ?? endpoint['region_id']
  const wanted = endpoints.find(
    (endpoint) =>
      region === '' || String(regionOf(endpoint)).toLowerCase() === region.toLowerCase(),
  )
  if (wanted !== undefined) return wanted[url]
  const offered = [...new Set(endpoints.map((endpoint) => cleanText(String(regionOf(endpoint)))))]
  const hint = offered.length === 0 ? 'no storage at all' : offered.join(', ')
  throw new DeployError('bad_options', `there is no region "${region}"; the account has ${hint}`)
}

/** After a login with TLS, requests without TLS are refused. */
function accessOf(
  { authUrl }: OpenStackAccount,
  { token, url }: { readonly token: unknown; readonly url: unknown },
): StorageAccess {
  if (typeof token !== 'string' || typeof url !== 'string' || !URL.canParse(url)) {
    throw new DeployError('bad_remote', 'the identity service gave no token or no storage address')
  }
  if (token.length > MAX_TOKEN || url.length > MAX_ADDRESS) {
    const limits = `${MAX_TOKEN} and ${MAX_ADDRESS} characters`
    throw new DeployError('bad_remote', `its token or storage address has more than ${limits}`)
  }
  if (isEncrypted(authUrl) && !isEncrypted(url)) {
    const what = `the identity service names the storage address ${cleanText(url)}`
    const why = 'over which token and files would be sent unencrypted'
    throw new DeployError('bad_remote', `${what}, ${why}; ask the provider for one with https`)
  }
  return { token, storageUrl: url.replace(/(?<!\/)\/+$/, '') }
}

function isEncrypted(url: string): boolean {
  return /^https:/i.test(url)
}
