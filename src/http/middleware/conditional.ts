/** Conditional requests with strong entity tags (RFC 9110 §13). */

import { GalleyError } from '../../errors.js'

/** The tags of an `If-None-Match` header, without weak marks. `*` is returned as `*`, without quotes. */
export function parseTags(header: string): string[] {
  return tagsOf(header).map(({ tag }) => tag)
}

/** The strong tags of an `If-Match` header; weak ones never match (RFC 9110 §13.1.1). */
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
 * Refuses an `If-Match` header without a strong tag: a client that lost the tag would otherwise overwrite a version
 * that it has never seen.
 *
 * @param ifMatch the header; undefined if there is none
 * @throws GalleyError `precondition_failed` for an empty header or only weak tags
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

/** True if `If-None-Match` names this version. */
export function isUnchanged(header: string, etag: string): boolean {
  if (header === '') return false
  const tags = parseTags(header)
  return tags.includes('*') || tags.includes(etag)
}
