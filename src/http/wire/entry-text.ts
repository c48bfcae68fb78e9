/**
 * Caches the JSON of documents and pages. It is written once, and kept as long as the store keeps the entry in
 * memory.
 */

import type { Entry, PermittedEntry } from '../../model/entry.js'
import type { JsonText } from '../json-stream.js'
import { jsonPieces } from '../long-json.js'
import { isLongText } from '../../system/long-text.js'
import { documentJson, pageJson } from './document.js'

/** Formats an entry. */
type EntryText = (owned: PermittedEntry) => string

/** Longest text that is cached, in characters. For longer ones, formatting costs little compared to sending. */
const MAX_CACHED_LENGTH = 32 * 1024

interface CachedText {
  /** Everything besides the entry that the text depends on. */
  readonly of: string
  readonly text: string
}

const documentText = cachedTexts(documentJson)
const pageText = cachedTexts(pageJson)

/** Like the texts; of a long entry the JSON value, which is written in turns. */
export const documentBody = bodies(documentJson, documentText)
export const pageBody = bodies(pageJson, pageText)

function bodies(toJson: (owned: PermittedEntry) => unknown, toText: EntryText) {
  return (owned: PermittedEntry): unknown =>
    isLongText(owned.entry.text?.body) ? toJson(owned) : toText(owned)
}

/** The JSON of a row of a list; of a long entry in pieces. */
export const documentRow = rows(documentJson, documentText)
export const pageRow = rows(pageJson, pageText)

function rows(toJson: (owned: PermittedEntry) => unknown, toText: EntryText) {
  return (owned: PermittedEntry): JsonText =>
    isLongText(owned.entry.text?.body) ? jsonPieces(toJson(owned)) : toText(owned)
}

/** Without the body, for `summary=true`. */
export const documentSummary = cachedTexts((owned) => withoutBody(documentJson(owned)))
export const pageSummary = cachedTexts((owned) => withoutBody(pageJson(owned)))

function withoutBody<Shown extends { readonly body: string }>(shown: Shown): Omit<Shown, 'body'> {
  const { body: _, ...rest } = shown
  return rest
}

/** Entries are immutable: another version is another object. */
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
