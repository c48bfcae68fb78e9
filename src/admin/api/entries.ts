/** Operations on entries (documents and pages). The API has separate operations for the two kinds. */

import { callWithoutSignIn, call, list, type Arguments, type List } from './client.js'
import type { Entry, FullEntry, Hash, Revision, View } from './types.js'

/** Identifies a document or page. */
export interface EntryName {
  readonly type: 'document' | 'page'
  readonly id: string
}

/** A list of entries, in which new ones are created. */
export interface ListPlace {
  readonly siteId: string
  /** `null` for pages. */
  readonly collection: string | null
}

/** An order that lists of documents and lists of pages both support. */
type Sort = NonNullable<Arguments<'listPages'>[0]['query']>['sort']

export interface EntryQuery {
  readonly q?: string | undefined
  readonly sort?: Sort | undefined
  /** Names, separated by commas. */
  readonly visibility?: string | undefined
  readonly tag?: string | undefined
  readonly category?: string | undefined
  readonly language?: string | undefined
  readonly author?: string | undefined
  readonly extensions?: string | undefined
  /** ISO 8601. */
  readonly updated_since?: string | undefined
  readonly page?: number
  readonly per_page?: number
}

const inDocument = (id: string) => ({ document_id: id })
const inPage = (id: string) => ({ page_id: id })

/** One page of a list; the entries have no body. @throws ApiError */
export function listEntries(
  { siteId, collection }: ListPlace,
  query: EntryQuery,
  signal?: AbortSignal,
): Promise<List<Entry>> {
  const site_id = siteId
  const request = { query: { ...query, summary: 'true' as const }, signal }
  if (collection === null) return list('listPages', { path: { site_id }, ...request })
  return list('listDocuments', { path: { site_id, path: collection }, ...request })
}

/**
 * An answer of 304 would leave the browser with what it has in its cache. The entity tag tells nothing of it but the
 * text: not where the document is now, nor what the user may do with it.
 */
const AS_IT_IS = { 'If-None-Match': '"none"' }

/** @throws ApiError */
export function getEntry(
  { type, id }: EntryName,
  signal?: AbortSignal,
  query: View = {},
): Promise<FullEntry> {
  const request = { headers: AS_IT_IS, signal, query }
  if (type === 'page') return call('getPage', { path: inPage(id), ...request })
  return call('getDocument', { path: inDocument(id), ...request })
}

/**
 * Creates a document or page.
 *
 * @param key the same for each attempt of one request, so that it is carried out once
 * @throws ApiError
 */
export function createEntry(
  { siteId, collection }: ListPlace,
  body: EntryInput,
  key: string,
): Promise<FullEntry> {
  const site_id = siteId
  const headers = { 'idempotency-key': key }
  if (collection === null) return call('createPage', { path: { site_id }, body, headers })
  return call('createDocument', { path: { site_id, path: collection }, body, headers })
}

/** The fields of a new document or page, by their names in the API. */
type EntryInput = Hash & { readonly title: string }

/**
 * Changes the fields that `body` contains; the others stay.
 *
 * @param body fields by their names in the API, with the `sha` of the version that was edited
 * @throws ApiError 409 with the conflict
 */
export function updateEntry({ type, id }: EntryName, body: Hash): Promise<FullEntry> {
  if (type === 'page') return call('updatePage', { path: inPage(id), body })
  return call('updateDocument', { path: inDocument(id), body })
}

/** One of several changes that are made as one commit. */
export type Change = Arguments<'changeSite'>[0]['body']['changes'][number]

/**
 * Deletes an entry if it still has the given version.
 *
 * @param beside a change that is made with it, as one commit
 * @throws ApiError 412 if it has changed
 */
export async function deleteEntry(
  { type, id, sha }: Pick<Entry, 'type' | 'id' | 'sha'>,
  site_id: string,
  beside: Change | null,
) {
  if (beside !== null) {
    const own: Change = { action: 'delete', type, id, if_match: sha }
    await call('changeSite', { path: { site_id }, body: { changes: [own, beside] } })
    return
  }
  const headers = { 'If-Match': `"${sha}"` }
  if (type === 'page') await call('deletePage', { path: inPage(id), headers })
  else await call('deleteDocument', { path: inDocument(id), headers })
}

interface Hiding {
  readonly siteId: string
  readonly hidden: { readonly visibility: 'hidden' } | { readonly draft: true }
  /** A change that is made with it, as one commit. */
  readonly beside: Change
}

/** Hides an entry if it still has the given version. @throws ApiError 412 if it has changed */
export async function hideEntry(
  { type, id, sha }: Pick<Entry, 'type' | 'id' | 'sha'>,
  { siteId, hidden, beside }: Hiding,
): Promise<FullEntry> {
  const own: Change = { action: 'update', type, id, if_match: sha, ...hidden }
  await call('changeSite', { path: { site_id: siteId }, body: { changes: [own, beside] } })
  return getEntry({ type, id })
}

/** Renders unsaved fields as a whole page, in HTML. 401 is thrown like any other error. @throws ApiError */
export async function renderEntry({ type, id }: EntryName, body: Hash, signal: AbortSignal) {
  const headers = { Accept: 'text/html, application/json' }
  const html =
    type === 'page'
      ? await callWithoutSignIn('renderPage', { path: inPage(id), body, headers, signal })
      : await callWithoutSignIn('renderDocument', { path: inDocument(id), body, headers, signal })
  return html.text()
}

/** The versions of an entry, newest first. @throws ApiError */
export async function listHistory(
  { type, id }: EntryName,
  signal: AbortSignal,
): Promise<readonly Revision[]> {
  const request = { query: { per_page: 200 }, signal }
  if (type === 'page')
    return (await list('listPageHistory', { path: inPage(id), ...request })).items
  return (await list('listDocumentHistory', { path: inDocument(id), ...request })).items
}

/** An entry as it was at a commit. @throws ApiError */
export function getRevision(
  { type, id }: EntryName,
  commit: string,
  signal: AbortSignal,
): Promise<FullEntry> {
  if (type === 'page') return call('getPageRevision', { path: { ...inPage(id), commit }, signal })
  return call('getDocumentRevision', { path: { ...inDocument(id), commit }, signal })
}

/** Restores the version of a commit as a new version. @throws ApiError */
export function restoreEntry({ type, id }: EntryName, commit: string): Promise<FullEntry> {
  const body = { commit }
  if (type === 'page') return call('restorePage', { path: inPage(id), body })
  return call('restoreDocument', { path: inDocument(id), body })
}
