/**
 * The JSON of documents and pages, as their lists and their own addresses send it: written once, and
 * kept as long as the store remembers the entry that it was made of.
 */

import type { Entry, PermittedEntry } from '../../model/entry.js'
import { documentJson, pageJson } from './document.js'

/** A representation as JSON. */
type EntryText = (owned: PermittedEntry) => string

/** Characters; to write what is longer anew is little beside sending it. */
const MAX_CACHED_LENGTH = 32 * 1024

interface CachedText {
  /** All that the text depends on beside its entry. */
  readonly of: string
  readonly text: string
}

export const documentText = cachedTexts(documentJson)
export const pageText = cachedTexts(pageJson)

/** Without the body, as `summary=true` asks for it. */
export const documentSummary = cachedTexts((owned) => withoutBody(documentJson(owned)))
export const pageSummary = cachedTexts((owned) => withoutBody(pageJson(owned)))

function withoutBody<Shown extends { readonly body: string }>(shown: Shown): Omit<Shown, 'body'> {
  const { body: _, ...rest } = shown
  return rest
}

/** An entry never changes: another version is another object. */
function cachedTexts(toJson: (owned: PermittedEntry) => unknown): EntryText {
  const cache = new WeakMap<Entry, CachedText>()
  return (owned) => {
    const { entry, userId, editedById, rights } = owned
    const of = `${userId} ${editedById} ${Object.values(rights).join()}`
    const cached = cache.get(entry)
    if (cached?.of === of) return cached.text
    const text = JSON.stringify(toJson(owned))
    if (text.length <= MAX_CACHED_LENGTH) cache.set(entry, { of, text })
    return text
  }
}
