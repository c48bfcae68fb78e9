/** URIs as Addressable reads and normalizes them: what `relative_url` and `absolute_url` print. */

import { domainToASCII } from 'node:url'

/** The five parts of a URI; undefined for a part that is not there. */
interface Uri {
  readonly scheme: string | undefined
  readonly authority: string | undefined
  readonly path: string
  readonly query: string | undefined
  readonly fragment: string | undefined
}

// RFC 3986, appendix B
const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/

/** Any text has these five parts. */
function parseUri(text: string): Uri {
  const [, scheme, authority, path = '', query, fragment] = PARTS.exec(text) ?? [text]
  return { scheme, authority, path, query, fragment }
}

/** True for a URI with a scheme. */
export function isAbsoluteUri(text: string): boolean {
  return parseUri(text).scheme !== undefined
}

// Most paths of a site: nothing to encode, nothing to decode.
const PLAIN_PATH = /^\/[A-Za-z0-9\-._~/]*$/

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443', ftp: '21' }

/** Decodes and encodes each part anew, lower-cases scheme and host, removes dot segments and empty ends. */
export function normalizeUri(text: string): string {
  if (PLAIN_PATH.test(text) && !text.includes('/.')) return text
  const uri = parseUri(text)
  const scheme = uri.scheme?.toLowerCase()
  const authority = uri.authority === undefined ? undefined : normalAuthority(uri.authority, scheme)
  return (
    (scheme === undefined ? '' : `${scheme}:`) +
    (authority === undefined ? '' : `//${authority}`) +
    normalPath(uri.path, scheme) +
    (uri.query ? `?${normalQuery(uri.query)}` : '') +
    (uri.fragment ? `#${normalizeComponent(uri.fragment, QUERY)}` : '')
  )
}

function normalAuthority(authority: string, scheme: string | undefined): string {
  const [, user = '', host = '', port = ''] = /^(.*@)?(.*?)(?::(\d*))?$/.exec(authority) ?? []
  const ascii = /[^\x20-\x7e]/.test(host) ? domainToASCII(host) : host.toLowerCase()
  const isDefault = port === '' || (scheme !== undefined && DEFAULT_PORTS[scheme] === port)
  return user + ascii + (isDefault ? '' : `:${port}`)
}

function normalPath(path: string, scheme: string | undefined): string {
  const encoded = path
    .trim()
    .split('/')
    .map((segment) => normalizeComponent(segment, PCHAR))
    .join('/')
  const result = removeDotSegments(encoded)
  return result === '' && (scheme === 'http' || scheme === 'https') ? '/' : result
}

// RFC 3986, section 5.2.4
function removeDotSegments(path: string): string {
  if (!/(?:^|\/)\.\.?(?:\/|$)/.test(path)) return path
  const output: string[] = []
  const segments = path.split('/')
  for (const [i, segment] of segments.entries()) {
    const isLast = i === segments.length - 1
    if (segment === '..' && output.length > 1) output.pop()
    if (segment !== '.' && segment !== '..') output.push(segment)
    else if (isLast) output.push('')
  }
  return output.join('/')
}

function normalQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => normalizeComponent(pair, QUERY, '+'))
    .join('&')
}

const UNRESERVED = 'A-Za-z0-9\\-._~'
const SUB_DELIMS = "!$&'()*+,;="
const PCHAR = new RegExp(`[^${UNRESERVED}${SUB_DELIMS}:@]`, 'gu')
const QUERY = new RegExp(`[^${UNRESERVED}${SUB_DELIMS}:@/?]`, 'gu')
const ANY_URI_CHARACTER = new RegExp(`[^${UNRESERVED}${SUB_DELIMS}:/?#\\[\\]@]`, 'gu')

/** Decodes what is encoded, then encodes what no URI may hold: the filter `uri_escape`. */
export function escapeUri(text: string): string {
  return normalizeComponent(text, ANY_URI_CHARACTER)
}

/** In form KC (addressable/uri.rb, `normalize_component`): a full-width comma becomes a comma. */
function normalizeComponent(text: string, forbidden: RegExp, leaveEncoded = ''): string {
  const decoded = text.includes('%') ? decodeText(text, leaveEncoded) : text
  return decoded.normalize('NFKC').replace(forbidden, encodeCharacter)
}

function encodeCharacter(character: string): string {
  const bytes = Buffer.from(character, 'utf8')
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/** Decodes `%` escapes as UTF-8; what is no escape stays. */
export function decodeText(text: string, leaveEncoded = ''): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex')
      .toString('utf8')
      .replace(/./gu, (character) =>
        leaveEncoded.includes(character) ? encodeCharacter(character) : character,
      ),
  )
}
