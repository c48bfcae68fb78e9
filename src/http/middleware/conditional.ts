/** Conditional requests over strong entity tags (RFC 9110 §13). */

import { GalleyError } from '../../errors.js'

/** The tags of an `If-Match` or `If-None-Match` value, weak marks dropped; `*` stays, and is no tag in quotes. */
export function parseTags(header: string): string[] {
  if (header.trim() === '*') return ['*']
  const tags = [...header.matchAll(/(?:W\/)?"([^"]*)"/g)].map((match) => match[1] ?? '')
  return tags.filter((tag) => tag !== '*')
}

/**
 * A client that has lost the tag which it meant to send would write over what it has never seen.
 *
 * @param ifMatch the header, undefined where there is none
 * @throws GalleyError `precondition_failed` for an empty one
 */
export function requireSomeTag(ifMatch: string | undefined): void {
  if (ifMatch?.trim() !== '') return
  throw new GalleyError('precondition_failed', 'If-Match is empty: it names no version.')
}

/** Whether `If-None-Match` already names this version. */
export function isUnchanged(header: string, etag: string): boolean {
  if (header === '') return false
  const tags = parseTags(header)
  return tags.includes('*') || tags.includes(etag)
}
