/** What can be done with a document or a page; the API has an operation of its own for each kind. */

import { ask, call, list, type Arguments, type List } from './client.js'
import type { Entry, FullEntry, Hash, Revision } from './types.js'

/** Names a document or page. */
interface EntryName {
  readonly type: 'document' | 'page'
  readonly id: string
}

/** Where documents are listed, and new ones go. */
export interface ListPlace {
  readonly siteId: string
  /** `null` for pages. */
  readonly collection: string | null
}

/** An order that pages have, too. */
type Sort = NonNullable<Arguments<'listPages'>[0]['query']>['sort']

export interface EntryQuery {
  readonly q?: string | undefined
  readonly sort?: Sort | undefined
  readonly visibility?: Entry['visibility'] | undefined
  readonly tag?: string | undefined
  readonly author?: string | undefined
  readonly extensions?: string | undefined
  /** ISO 8601. */
  readonly updated_since?: string | undefined
  readonly page?: number
  readonly per_page?: number
}

const inDocument = (id: string) => ({ document_id: id })
const inPage = (id: string) => ({ page_id: id })

/** One page of a list, without the texts. @throws ApiError */
export function listEntries(
  { siteId, collection }: ListPlace,
  query: EntryQuery,
  signal?: AbortSignal,
): Promise<List<Entry>> {
  const site_id = siteId
  const how = { query: { ...query, summary: 'true' as const }, signal }
  if (collection === null) return list('listPages', { path: { site_id }, ...how })
  return list('listDocuments', { path: { site_id, path: collection }, ...how })
}

/** @throws ApiError */
export function getEntry({ type, id }: EntryName, signal?: AbortSignal): Promise<FullEntry> {
  if (type === 'page') return call('getPage', { path: inPage(id), signal })
  return call('getDocument', { path: inDocument(id), signal })
}

/** @throws ApiError */
export function createEntry(
  { siteId, collection }: ListPlace,
  body: EntryInput,
): Promise<FullEntry> {
  const site_id = siteId
  if (collection === null) return call('createPage', { path: { site_id }, body })
  return call('createDocument', { path: { site_id, path: collection }, body })
}

/** Fields of a document or page; what is not named is not changed. */
type EntryInput = Hash & { readonly title: string }

/** @param body the fields, and the `sha` with which one began @throws ApiError 409 with the conflict */
export function updateEntry({ type, id }: EntryName, body: Hash): Promise<FullEntry> {
  if (type === 'page') return call('updatePage', { path: inPage(id), body })
  return call('updateDocument', { path: inDocument(id), body })
}

/** Only the version that was looked at. @throws ApiError 412 when it is another one by now */
export async function deleteEntry({ type, id, sha }: Pick<Entry, 'type' | 'id' | 'sha'>) {
  const headers = { 'If-Match': `"${sha}"` }
  if (type === 'page') await call('deletePage', { path: inPage(id), headers })
  else await call('deleteDocument', { path: inDocument(id), headers })
}

/** The page of a text that is not saved, as HTML. 401 is an answer. @throws ApiError */
export async function renderEntry({ type, id }: EntryName, body: Hash, signal: AbortSignal) {
  const headers = { Accept: 'text/html, application/json' }
  const html =
    type === 'page'
      ? await ask('renderPage', { path: inPage(id), body, headers, signal })
      : await ask('renderDocument', { path: inDocument(id), body, headers, signal })
  return html.text()
}

/** Versions, newest first. @throws ApiError */
export async function listHistory(
  { type, id }: EntryName,
  signal: AbortSignal,
): Promise<readonly Revision[]> {
  const how = { query: { per_page: 200 }, signal }
  if (type === 'page') return (await list('listPageHistory', { path: inPage(id), ...how })).items
  return (await list('listDocumentHistory', { path: inDocument(id), ...how })).items
}

/** A version of the history. @throws ApiError */
export function getRevision(
  { type, id }: EntryName,
  commit: string,
  signal: AbortSignal,
): Promise<FullEntry> {
  if (type === 'page') return call('getPageRevision', { path: { ...inPage(id), commit }, signal })
  return call('getDocumentRevision', { path: { ...inDocument(id), commit }, signal })
}

/** Makes a version the present one. @throws ApiError */
export function restoreEntry({ type, id }: EntryName, commit: string): Promise<FullEntry> {
  const body = { commit }
  if (type === 'page') return call('restorePage', { path: inPage(id), body })
  return call('restoreDocument', { path: inDocument(id), body })
}
