/** Converts entries to rows of the index and back. Pure. */

import type { Entry, EntryKind, TextFacts, Visibility } from '../../model/entry.js'
import { emailKey } from '../../model/user.js'
import { nameKey, pathKey, searchFold } from './fold.js'
import type { EntryHead } from './site-index.js'
import { indexedWords } from './words.js'

/** A row as {@link HEAD_COLUMNS} selects it. */
export interface HeadRow {
  readonly site_id: string
  readonly id: string
  readonly path: string
  readonly kind: EntryKind
  readonly oid: string
  readonly size: number
  readonly collection: string | null
  readonly relative_path: string
  readonly title: string | null
  readonly date: string | null
  readonly date_epoch: number | null
  readonly visibility: Visibility
  readonly live_from: number | null
  readonly live_until: number | null
  readonly position: number | null
  readonly url: string | null
  readonly created_at: number
  readonly created_by: string
  readonly updated_at: number
  readonly updated_by: string | null
}

/** A row with its text: the JSON of all facts except the body, and the body. Both are null for a file. */
export interface EntryRow extends HeadRow {
  readonly text: string | null
  readonly body: string | null
}

/** Columns of the tables `generations g` and `entries e`. */
export const HEAD_COLUMNS = `g.site_id, e.id, e.path, e.kind, e.oid, e.size, e.collection,
  e.relative_path, e.title, e.date, e.date_epoch, e.visibility, e.live_from, e.live_until, e.position, e.url,
  e.created_at, e.created_by, e.updated_at, e.updated_by`

/** The entry of a row. */
export function toEntry(row: EntryRow): Entry {
  const { text, body } = row
  return { ...toHead(row), text: text === null ? null : { ...parseText(text), body: body ?? '' } }
}

/** The entry of a row, without the text. */
export function toHead(row: HeadRow): EntryHead {
  return {
    siteId: row.site_id,
    id: row.id,
    path: row.path,
    kind: row.kind,
    oid: row.oid,
    size: row.size,
    collection: row.collection,
    relativePath: row.relative_path,
    title: row.title,
    date: row.date,
    dateEpoch: row.date_epoch,
    visibility: row.visibility,
    liveFrom: row.live_from,
    liveUntil: row.live_until,
    position: row.position,
    url: row.url,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  }
}

// Only `toParameters` writes this column, so it always has this type.
function parseText(json: string): Omit<TextFacts, 'body'> {
  const text: Omit<TextFacts, 'body'> = JSON.parse(json)
  return text
}

/** The value of the column `shelf`: kind and collection, by which the sorted SQL indexes group rows. */
export function shelfOf(kind: EntryKind, collection: string | null): string {
  return `${kind}:${collection ?? ''}`
}

/** True for kinds with a text, and so with title, date and visibility of their own. */
export function isTextKind(kind: EntryKind): boolean {
  return kind === 'document' || kind === 'page'
}

/** The columns of an entry, except row number and generation. */
export function toParameters(entry: Entry, contentType: string) {
  const { text, siteId: _siteId, ...facts } = entry
  return {
    ...facts,
    ...pathParts(entry.path),
    shelf: shelfOf(entry.kind, entry.collection),
    isText: isTextKind(entry.kind) ? 1 : 0,
    titleKey: entry.title === null ? null : nameKey(shortTitle(entry.title)),
    pathKey: pathKey(entry.path),
    relativeKey: pathKey(entry.relativePath),
    ownerKey: emailKey(entry.createdBy),
    contentType,
    folded: searchedText(entry),
    ...textColumns(text),
    words: wordsOf(entry),
  }
}

/** The body is not in the JSON, because writing and reading it as JSON takes several times as long. */
function textColumns(text: TextFacts | null): Pick<EntryRow, 'text' | 'body'> {
  if (text === null) return { text, body: null }
  const { body, ...others } = text
  return { text: JSON.stringify(others), body }
}

// The line break prevents matches across title and path, because words contain none. The `path` of a document is the
// one in its collection, so the name of the collection finds nothing (src/http/README.md, Documents).
function searchedText(entry: Entry): string {
  if (!isTextKind(entry.kind) || entry.title === null) return searchFold(entry.path)
  return `${searchFold(shortTitle(entry.title))}\n${searchFold(entry.relativePath)}`
}

/** The columns for the text search; null for files. */
function wordsOf({ kind, title, text }: Entry): SearchedWords | null {
  if (!isTextKind(kind) || text === null) return null
  return { title: indexedWords(shortTitle(title ?? '')), text: indexedWords(text.body) }
}

/** Longest part of a title for searching and sorting. Folding can turn one character into eighteen. */
const MAX_TITLE_CHARACTERS = 10_000

function shortTitle(title: string): string {
  return title.slice(0, MAX_TITLE_CHARACTERS)
}

/** Columns of the table `words`. */
export interface SearchedWords {
  readonly title: string
  readonly text: string
}

function pathParts(path: string) {
  const slash = path.lastIndexOf('/')
  const basename = path.slice(slash + 1)
  const dot = basename.lastIndexOf('.')
  return {
    // With its slash, so that everything below a directory is one range.
    directory: path.slice(0, slash + 1),
    basenameKey: nameKey(basename),
    extension: dot < 1 ? '' : basename.slice(dot + 1).toLowerCase(),
  }
}
