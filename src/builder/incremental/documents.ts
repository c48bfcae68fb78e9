/** Documents that were changed, added and removed. */

import { addExcerpt } from '../generate/excerpts.js'
import type { Collection } from '../items/collection.js'
import type { CollectionFacts } from '../items/collection-facts.js'
import type { Document } from '../items/document.js'
import { inOrder } from '../read/collections.js'
import { readDocument } from '../read/documents.js'
import { collectionOf, isPublishable, isWritten } from '../items/site.js'
import type { Reached } from './reached.js'
import { arrange, inserted } from './order.js'
import { dataChanged, isSame } from './same.js'
import { documentName } from '../facts/item-names.js'
import type { State } from './state.js'

interface DocumentFile {
  readonly collection: CollectionFacts
  readonly sourcePath: string
  readonly path: string
}

interface Replaced {
  readonly old: Document
  readonly fresh: Document
}

const LISTS = ['posts', 'documents', 'collections', 'tags', 'categories', 'related_posts', 'urls']

/** Reads a document of the site again. @returns false where it is none any more */
export async function replaceDocument(
  state: State,
  old: Document,
  reached: Reached,
): Promise<boolean> {
  const { site, readers } = state
  const fresh = await read(state, old)
  const id = readers.names.of(old)
  if (id === null || !belongs(state, fresh) || isWritten(site, fresh) !== isWritten(site, old)) {
    return false
  }
  reached.add(id)
  compareDocuments(reached, id, { old, fresh })
  if (old.excerpt !== null) state.host.forgetExcerpt(old.excerpt)
  putInPlace(state, { old, fresh }, reached)
  return true
}

/** Takes a document that is new. @returns false for one of the future */
export async function addDocument(
  state: State,
  place: DocumentFile,
  reached: Reached,
): Promise<boolean> {
  const fresh = await read(state, place)
  const collection = collectionOf(state.site, place.collection)
  if (!belongs(state, fresh)) return !fresh.isPublished
  state.sources?.set(place.sourcePath, fresh)
  const id = documentName(place.sourcePath)
  state.readers.names.set(fresh, id)
  reached.add(id)
  const docs = withDocument(state, collection.docs, fresh)
  listChanged(state, { collection, docs }, reached)
  return true
}

/** Takes a document out. */
export function removeDocument(state: State, old: Document, reached: Reached): void {
  const collection = collectionOf(state.site, old.collection)
  state.sources?.delete(old.sourcePath)
  if (old.excerpt !== null) state.host.forgetExcerpt(old.excerpt)
  const left = collection.docs.filter((doc) => doc !== old)
  const docs = isPosts(collection) ? left : inOrder(state.prepared.reading, left, collection.folder)
  listChanged(state, { collection, docs }, reached)
}

async function read(
  state: State,
  { collection, sourcePath, path }: DocumentFile,
): Promise<Document> {
  const doc = await readDocument(state.prepared.reading, { collection, sourcePath, path })
  addExcerpt(state.site, doc, state.prepared.blockTags)
  return doc
}

function belongs({ site }: State, doc: Document): boolean {
  if (!doc.isListed && !site.settings.unpublished) return false
  return doc.collection.label !== 'posts' || isPublishable(site, doc)
}

/** Puts a document in its place. Posts have dates, and a total order; others are sorted together. */
function withDocument(state: State, docs: readonly Document[], fresh: Document): Document[] {
  const { collection } = fresh
  if (isPosts(collection)) return inserted(docs, fresh, (a, b) => a.compareTo(b))
  return inOrder(state.prepared.reading, [...docs, fresh], collection.folder)
}

function isPosts({ label }: CollectionFacts): boolean {
  return label === 'posts'
}

interface List {
  readonly collection: Collection
  readonly docs: readonly Document[]
  readonly replaced?: ReadonlyMap<Document, Document>
}

function listChanged(state: State, { collection, docs, replaced }: List, reached: Reached): void {
  const { readers } = state
  const moved = arrange(collection, docs, replaced ?? new Map())
  for (const key of ['previous', 'next'] as const) {
    for (const doc of moved[key]) {
      const id = readers.names.of(doc)
      if (id !== null) reached.changed(id, key)
    }
  }
  state.documents = null
  noteFuture(state, docs)
  reached.siteChanged(collection.label, ...LISTS)
}

function noteFuture(state: State, docs: readonly Document[]): void {
  for (const { date } of docs) {
    if (date.epochMs > state.site.now && date.epochMs < state.nextMoment) {
      state.nextMoment = date.epochMs
    }
  }
}

function putInPlace(state: State, { old, fresh }: Replaced, reached: Reached): void {
  const collection = collectionOf(state.site, old.collection)
  const id = state.readers.names.of(old) ?? ''
  state.readers.names.set(fresh, id)
  state.sources?.set(fresh.sourcePath, fresh)
  const at = collection.docs.indexOf(old)
  const others = collection.docs.toSpliced(at, 1)
  const docs = withDocument(state, others, fresh)
  if (docs.some((doc, i) => doc !== (i === at ? fresh : collection.docs[i]))) {
    return listChanged(state, { collection, docs, replaced: new Map([[old, fresh]]) }, reached)
  }
  state.documents?.set(id, fresh)
  collection.docs = docs
  noteFuture(state, [fresh])
  fresh.previous = old.previous
  fresh.next = old.next
  if (fresh.previous !== null) fresh.previous.next = fresh
  if (fresh.next !== null) fresh.next.previous = fresh
}

function compareDocuments(reached: Reached, id: string, { old, fresh }: Replaced): void {
  dataChanged(reached, id, { old, fresh })
  const hasMoved = old.url !== fresh.url || old.id !== fresh.id
  if (hasMoved) for (const key of ['url', 'id']) reached.changed(id, key)
  const hasDate = old.date.epochMs !== fresh.date.epochMs
  if (hasDate) reached.changed(id, 'date')
  if (hasMoved || hasDate || !isSame(old.data.get('slug'), fresh.data.get('slug'))) {
    reached.siteChanged('urls')
  }
  if (!isSameExcerpt({ old, fresh })) reached.changed(id, 'excerpt')
}

function isSameExcerpt({ old, fresh }: Replaced): boolean {
  const [before, after] = [old.excerpt, fresh.excerpt]
  if (before === null || after === null) return before === after
  return before.content === after.content && !before.isLiquid && !after.isLiquid
}
