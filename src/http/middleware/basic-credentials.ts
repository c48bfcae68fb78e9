/** Reads `Authorization: Basic …` (RFC 7617, UTF-8). */

/** User name and password of a header value, or null when there are none to be read. */
export function basicCredentials(header: string): { name: string; secret: string } | null {
  const match = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)
  if (!match?.[1]) return null
  const text = Buffer.from(match[1], 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return null
  return { name: text.slice(0, colon), secret: text.slice(colon + 1) }
}
