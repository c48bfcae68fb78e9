/**
 * The cookie of a browser's session (RFC 6265).
 *
 * Under HTTPS its name has the prefix `__Host-`: no sibling of the host can plant one of its own then,
 * to have somebody work in the account of somebody else without noticing.
 */

import { SESSION_LONGEST_MS } from '../../model/session.js'

const NAME = 'galley_session'

/** How a server writes and reads the cookie. */
export interface SessionCookie {
  /** Its value in a `Cookie` header; null for none, and where two of the name leave open which one counts. */
  read(header: string): string | null
  /** `Set-Cookie` that keeps a value. */
  write(value: string): string
  /** `Set-Cookie` that takes the cookie away. */
  clear(): string
}

/** @param publicUrl the cookie is for HTTPS only where this is */
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
