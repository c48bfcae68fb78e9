/** What a request to the built-in host asks for. */

import type { IncomingMessage } from 'node:http'

export interface Target {
  /** Encoded. */
  readonly path: string
  /** With its `?`, or empty. */
  readonly search: string
  /** Lower case, without port and without the dot at its end. */
  readonly hostname: string
}

/**
 * False if nobody can tell where the body ends (RFC 9112 §6.3). Node finds this only after it has handed the request
 * over: by then an answer that waits for nothing has been sent.
 */
export function hasClearEnd({ headers }: IncomingMessage): boolean {
  const codings = headers['transfer-encoding']
  return codings === undefined || codings.split(',').at(-1)?.trim().toLowerCase() === 'chunked'
}

/** Null for a target that is neither a path nor a whole address. For an address, its host counts, not the header (RFC 9112 §3.2.2). */
export function readTarget({ url = '', headers }: IncomingMessage): Target | null {
  if (url.startsWith('/')) return targetOf(url, headers.host ?? '')
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null
  const { pathname, search, host } = new URL(url)
  return targetOf(pathname + search, host)
}

function targetOf(url: string, host: string): Target {
  const fragment = url.indexOf('#')
  const whole = fragment < 0 ? url : url.slice(0, fragment)
  const query = whole.indexOf('?')
  return {
    path: query < 0 ? whole : whole.slice(0, query),
    search: query < 0 ? '' : whole.slice(query),
    hostname: host.replace(/:\d*$/, '').toLowerCase().replace(/\.$/, ''),
  }
}
