/** Conditional requests over strong entity tags (RFC 9110 §13). */

/** The tags of an `If-Match` or `If-None-Match` value, weak marks dropped; `*` stays. */
export function parseTags(header: string): string[] {
  if (header.trim() === '*') return ['*']
  return [...header.matchAll(/(?:W\/)?"([^"]*)"/g)].map((match) => match[1] ?? '')
}

/** Whether `If-None-Match` already names this version. */
export function isUnchanged(header: string, etag: string): boolean {
  if (header === '') return false
  const tags = parseTags(header)
  return tags.includes('*') || tags.includes(etag)
}
