/**
 * Reads and writes the session cookie (RFC 6265).
 *
 * With HTTPS its name has the prefix `__Host-`. So another host of the same domain cannot set it, and cannot make a
 * user work in a foreign account unnoticed.
 */

import { SESSION_LONGEST_MS } from '../../model/session.js'

const NAME = 'galley_session'

/** Reads and writes the cookie of one server. */
export interface SessionCookie {
  /** The value in a `Cookie` header; null if there is none, or if there are two. */
  read(header: string): string | null
  /** `Set-Cookie` header with a value. */
  write(value: string): string
  /** `Set-Cookie` header that deletes the cookie. */
  clear(): string
}

/** @param publicUrl decides whether the cookie is restricted to HTTPS */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? `__Host-${NAME}` : NAME
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
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
    write: (value) => set(value, SESSION_LONGEST_MS / 1000),
    clear: () => set('', 0),
  }
}
