/** Conditional requests over strong entity tags (RFC 9110 §13). */

import { GalleyError } from '../../errors.js'

/** The tags of an `If-None-Match` value, weak marks dropped; `*` stays, and is no tag in quotes. */
export function parseTags(header: string): string[] {
  return tagsOf(header).map(({ tag }) => tag)
}

/** The tags of an `If-Match` value without weak ones, which are equal to nothing there (RFC 9110 §13.1.1). */
export function parseStrongTags(header: string): string[] {
  return tagsOf(header).flatMap(({ tag, isWeak }) => (isWeak ? [] : [tag]))
}

function tagsOf(header: string): { readonly tag: string; readonly isWeak: boolean }[] {
  if (header.trim() === '*') return [{ tag: '*', isWeak: false }]
  const found = Array.from(header.matchAll(/(W\/)?"([^"]*)"/g), ([, weak, tag = '']) => ({
    tag,
    isWeak: weak !== undefined,
  }))
  return found.filter(({ tag }) => tag !== '*')
}

/**
 * A client that has lost the tag which it meant to send would write over what it has never seen.
 *
 * @param ifMatch the header, undefined where there is none
 * @throws GalleyError `precondition_failed` for an empty one, and for one of weak tags alone
 */
export function requireSomeTag(ifMatch: string | undefined): void {
  if (ifMatch === undefined) return
  if (ifMatch.trim() === '')
    throw new GalleyError('precondition_failed', 'If-Match is empty; it must name a version.')
  if (parseTags(ifMatch).length === 0 || parseStrongTags(ifMatch).length > 0) return
  throw new GalleyError(
    'precondition_failed',
    'If-Match has only weak tags (W/"…", which compressing proxies produce), and those ' +
      'never match: send the sha in quotes.',
  )
}

/** Whether `If-None-Match` already names this version. */
export function isUnchanged(header: string, etag: string): boolean {
  if (header === '') return false
  const tags = parseTags(header)
  return tags.includes('*') || tags.includes(etag)
}
