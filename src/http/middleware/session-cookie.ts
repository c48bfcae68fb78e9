/**
 * Reads and writes the cookies of browsers (RFC 6265): of a session, and of a question to another server.
 *
 * With HTTPS its name has the prefix `__Host-`. So another host of the same domain cannot set it, and cannot make a
 * user work in a foreign account unnoticed. Such a cookie is for the whole host, so one of a server below a path has the
 * path in its name: several servers may share a host.
 */

import { OIDC_MS, SESSION_LONGEST_MS } from '../../model/session.js'
import { publicPath } from './public-path.js'

/** Reads and writes one cookie. */
export interface BrowserCookie {
  /** The value in a `Cookie` header; null if there is none, or if there are two. */
  read(header: string): string | null
  /** `Set-Cookie` header with a value. */
  write(value: string): string
  /** `Set-Cookie` header that deletes the cookie. */
  clear(): string
}

/** @param publicUrl decides whether the cookie is restricted to HTTPS */
export function createSessionCookie(publicUrl: string): BrowserCookie {
  const seconds = SESSION_LONGEST_MS / 1000
  return createCookie(publicUrl, { plainName: 'galley_session', sameSite: 'Strict', seconds })
}

/** What binds an answer of the OpenID Connect provider to the browser in which somebody asked. */
export function createOidcCookie(publicUrl: string): BrowserCookie {
  const seconds = OIDC_MS / 1000
  return createCookie(publicUrl, { plainName: 'galley_oidc', sameSite: 'Lax', seconds })
}

interface CookieOptions {
  readonly plainName: string
  readonly sameSite: 'Strict' | 'Lax'
  /** Time until the browser forgets it. */
  readonly seconds: number
}

function createCookie(
  publicUrl: string,
  { plainName, sameSite, seconds: age }: CookieOptions,
): BrowserCookie {
  const isSecure = publicUrl.startsWith('https:')
  const ownName = plainName + publicPath(publicUrl).replaceAll('/', '!')
  const name = isSecure ? `__Host-${ownName}` : ownName
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
  const set = (value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; ${attributes}`
  return {
    read: (header) => {
      const values = header
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1))
      const [value = ''] = values
      return values.length === 1 && value !== '' ? value : null
    },
    write: (value) => set(value, age),
    clear: () => set('', 0),
  }
}
