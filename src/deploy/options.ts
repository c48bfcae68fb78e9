/**
 * Validates the options of each hosting: all strings, required unless the table in src/http/README.md (Sites) has a
 * default.
 */
import type { ErrorDetail } from '../errors.js'
import { didYouMean } from '../system/nearest.js'

export type Hosting = 'disabled' | 'ftp' | 'objectstore' | 'cloudstore' | 'githost'

/** Options with their defaults, after `validateOptions`. */
export type HostingOptions = Readonly<Record<string, string>>

type OptionsResult =
  | { readonly ok: true; readonly options: HostingOptions }
  | { readonly ok: false; readonly details: readonly ErrorDetail[] }

/** Checks a value. Returns what is wrong with it, or null. */
type Check = (value: string) => string | null

interface Key {
  /** The key is required if this is undefined; an empty string means that it may be missing. */
  readonly fallback?: string
  readonly check?: Check
}

/** Keys with secret values, which are never shown (src/http/README.md (Roles)). */
export const secretKeys: ReadonlySet<string> = new Set([
  'password',
  'private_key',
  'access_key',
  'secret_key',
  'api_key',
  'access_token',
])

const hostings: Readonly<Record<Hosting, Readonly<Record<string, Key>>>> = {
  disabled: {},
  ftp: {
    protocol: { check: oneOf('ftp', 'ftps', 'sftp') },
    host: { check: hostName },
    port: { fallback: '', check: portNumber },
    username: {},
    password: { fallback: '' },
    private_key: { fallback: '', check: anyText },
    path: {},
    host_key: { fallback: '', check: fingerprint },
    certificate: { fallback: '', check: certificatePrint },
  },
  objectstore: {
    access_key: {},
    secret_key: {},
    path: { check: bucketPath },
    region: { check: regionName },
    endpoint: { fallback: '', check: httpUrl },
    acl: { fallback: '' },
    cache_control: { fallback: '', check: headerText },
  },
  cloudstore: {
    username: {},
    api_key: {},
    path: { check: bucketPath },
    region: {},
    auth_url: { check: httpUrl },
  },
  githost: {
    path: { check: repositoryPath },
    access_token: {},
    branch: { fallback: 'gh-pages', check: branchName },
    format: { fallback: 'compiled', check: oneOf('compiled', 'raw') },
    username: { fallback: 'x-access-token' },
    url: { fallback: 'https://github.com', check: httpUrl },
  },
}

/**
 * Validates the form of options and adds defaults. Does not connect anywhere.
 *
 * @param given parsed input; anything but an object of strings is refused key by key
 * @returns options with every key of the hosting, or the errors (`hosting_options.<key>`)
 */
export function validateOptions(hosting: Hosting, given: unknown): OptionsResult {
  const input = entriesOf(given)
  if (input === null) return refused([detail('', 'must be an object of strings')])
  const keys = hostings[hosting]
  const details: ErrorDetail[] = []
  for (const key of input.keys()) {
    if (!Object.hasOwn(keys, key)) details.push(detail(key, unknownOption(hosting, key)))
  }
  const options: Record<string, string> = {}
  for (const [name, key] of Object.entries(keys)) {
    const value = valueOf(input.get(name), key)
    const problem = typeof value === 'string' ? checkValue(key, value) : value.problem
    if (problem !== null) details.push(detail(name, problem))
    if (typeof value === 'string') options[name] = value
  }
  if (details.length === 0 && hosting === 'ftp') details.push(...completeFtp(options))
  return details.length === 0 ? { ok: true, options } : refused(details)
}

function unknownOption(hosting: Hosting, key: string): string {
  return `is not an option of ${hosting}${didYouMean(key, Object.keys(hostings[hosting]))}`
}

function entriesOf(given: unknown): Map<string, unknown> | null {
  if (given === undefined || given === null) return new Map()
  if (typeof given !== 'object' || Array.isArray(given)) return null
  return new Map(Object.entries(given))
}

function refused(details: readonly ErrorDetail[]): OptionsResult {
  return { ok: false, details }
}

function detail(key: string, message: string): ErrorDetail {
  return { field: key === '' ? 'hosting_options' : `hosting_options.${key}`, message }
}

function valueOf(given: unknown, key: Key): string | { readonly problem: string } {
  if (given === undefined || given === null || given === '') {
    return key.fallback ?? { problem: 'is required' }
  }
  return typeof given === 'string' ? given : { problem: 'must be a string' }
}

function checkValue(key: Key, value: string): string | null {
  if (value === key.fallback) return null
  if (value.length > 16_384) return 'is too long'
  // Values that go into control connections or headers must not contain line breaks.
  if (key.check !== anyText && /[\u0000-\u001f\u007f]/.test(value))
    return 'contains a control character'
  return key.check?.(value) ?? null
}

/** Defaults and requirements that depend on the protocol. */
function completeFtp(options: Record<string, string>): ErrorDetail[] {
  const isSftp = options['protocol'] === 'sftp'
  const details: ErrorDetail[] = []
  if (options['protocol'] !== 'ftps' && options['certificate'] !== '') {
    details.push(detail('certificate', 'is for the protocol ftps only'))
  }
  if (options['port'] === '') options['port'] = isSftp ? '22' : '21'
  if (isSftp) {
    const hasLogin = options['password'] !== '' || options['private_key'] !== ''
    if (!hasLogin) details.push(detail('password', 'is required, unless private_key is given'))
    return details
  }
  if (options['password'] === '') details.push(detail('password', 'is required'))
  for (const key of ['private_key', 'host_key']) {
    if (options[key] !== '') details.push(detail(key, 'is for the protocol sftp only'))
  }
  return details
}

function anyText(): null {
  return null
}

function oneOf(...words: readonly string[]): Check {
  return (value) =>
    words.includes(value) ? null : `must be one of ${words.join(', ')}${didYouMean(value, words)}`
}

function hostName(value: string): string | null {
  const isHost =
    /^[\p{L}\p{N}]([\p{L}\p{N}._-]*[\p{L}\p{N}])?\.?$/u.test(value) && value.length <= 253
  return isHost || /^[0-9a-f:.]+$/i.test(value) ? null : 'must be a host name or an address'
}

function portNumber(value: string): string | null {
  const isPort = /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535
  return isPort ? null : 'must be a port from 1 to 65535'
}

function fingerprint(value: string): string | null {
  const isPrint = /^(SHA256:)?[A-Za-z0-9+/]{43}=?$/.test(value)
  return isPrint
    ? null
    : 'must be a SHA-256 fingerprint, such as SHA256:… as ssh-keygen -l prints it'
}

function certificatePrint(value: string): string | null {
  const isPrint = /^(SHA256:)?[0-9a-f]{2}(:?[0-9a-f]{2}){31}$/i.test(value)
  return isPrint
    ? null
    : 'must be the SHA-256 fingerprint of a certificate, such as AB:CD:… as openssl x509 -fingerprint -sha256 prints it'
}

/** Longer ones are no sensible header, and proxies refuse them. */
function headerText(value: string): string | null {
  return /^[\x20-\x7e]{1,200}$/.test(value) ? null : 'must be at most 200 ASCII characters'
}

function bucketPath(value: string): string | null {
  const segments = value.replace(/(?<!\/)\/+$/, '').split('/')
  const isPath = segments.every((name) => name !== '' && name !== '.' && name !== '..')
  return isPath ? null : 'must be a name, optionally with a folder in it: name/folder'
}

function regionName(value: string): string | null {
  return /^[A-Za-z0-9-]{1,64}$/.test(value) ? null : 'must be the name of a region'
}

function httpUrl(value: string): string | null {
  const url = URL.canParse(value) ? new URL(value) : null
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!isHttp) return 'must be an http(s) URL'
  return url.username === '' && url.password === ''
    ? null
    : 'must not contain a user name or password'
}

function repositoryPath(value: string): string | null {
  if (/^https?:/i.test(value)) return httpUrl(value)
  const isPath = /^[\w.-]+(\/[\w.-]+)+$/.test(value) && !/(^|\/)\.{1,2}(\/|$)/.test(value)
  return isPath ? null : 'must be owner/name or an http(s) URL'
}

/** @see git-check-ref-format(1) */
function branchName(value: string): string | null {
  const isBad =
    /[\s~^:?*[\\]|\.\.|@\{|\/\/|\.$|\/$|^\/|^-|(^|\/)\.|\.lock(\/|$)/.test(value) || value === '@'
  return isBad ? 'must be the name of a branch' : null
}
