/** Reads collections and puts their documents in order. */

import { isYamlMap, type YamlValue } from '../../content/yaml/value.js'
import { Collection } from '../items/collection.js'
import { compareText, type Document } from '../items/document.js'
import { folderOf } from '../items/item.js'
import { StaticFile } from '../items/static-file.js'
import { text, texts } from '../base/settings.js'
import { readDocument } from './documents.js'
import { fileDefaults, tolerated, type Reading } from './reading.js'
import { beginsText } from './text.js'
import { mergeSort } from './merge-sort.js'
import { filesBelow, joinPath } from './tree.js'

/** The collections of the configuration, empty, `posts` among them. */
export function createCollections({ settings }: Reading): Map<string, Collection> {
  const collections = new Map<string, Collection>()
  for (const { label, permalink, raw } of settings.content.collections) {
    const folder = joinPath(settings.collectionsDir, `_${label}`)
    const urlTemplate = permalink ?? '/:collection/:path'
    collections.set(label, new Collection({ label, metadata: raw, urlTemplate, folder }))
  }
  return collections
}

/** Reads the documents and static files of a collection (not of `posts`, not of `data`). */
export async function readCollection(reading: Reading, collection: Collection): Promise<void> {
  const { tree, filter, settings } = reading
  for (const entry of filesBelow(tree, collection.folder, { hidden: true })) {
    if (!filter.keeps(collection.relativeFolder, entry, false)) continue
    const sourcePath = joinPath(collection.folder, entry)
    if (await beginsText(reading, sourcePath)) {
      const path = joinPath(collection.relativeFolder, entry)
      const place = { collection, sourcePath, path }
      const doc = await tolerated(reading, () => readDocument(reading, place))
      if (doc === null) continue
      if (!doc.isListed && !settings.unpublished) continue
      collection.docs.push(doc)
      reading.onRead?.(doc)
    } else {
      collection.files.push(await readCollectionFile(reading, collection, entry))
    }
  }
  sortDocuments(reading, collection)
}

async function readCollectionFile(
  reading: Reading,
  collection: Collection,
  entry: string,
): Promise<StaticFile> {
  const path =
    folderOf(entry) === ''
      ? `${collection.relativeFolder}/${entry}`
      : joinPath(collection.relativeFolder, entry)
  return readStaticFile(reading, path, {
    sourcePath: joinPath(collection.folder, entry),
    collection,
  })
}

/** A static file with its defaults and time. */
export function readStaticFile(
  reading: Reading,
  path: string,
  place: FilePlace,
): Promise<StaticFile> {
  const read = () => readFileOf(reading, path, place)
  return reading.kept?.item(reading, { path: place.sourcePath, as: `file ${path}` }, read) ?? read()
}

interface FilePlace {
  readonly sourcePath: string
  readonly collection: Collection | null
}

async function readFileOf(reading: Reading, path: string, place: FilePlace): Promise<StaticFile> {
  const data = fileDefaults(reading.settings, path, place.collection?.label ?? null)
  const modifiedAt = (await reading.source.modifiedAt?.(place.sourcePath)) ?? reading.now
  const { content: config, jekyll } = reading.settings
  const isOnItsOwn = jekyll === '3.10'
  return new StaticFile(path, { ...place, data, modifiedAt, config, isOnItsOwn })
}

/** Puts the documents of a collection (not of `posts`) in their order. */
export function sortDocuments(reading: Reading, collection: Collection): void {
  const order = collection.metadata.get('order')
  const sortBy = text(collection.metadata.get('sort_by'))
  collection.docs = inOrder(reading, collection.docs, collection.folder)
  // Jekyll 3.10 knows no other order.
  if (reading.settings.jekyll === '3.10') return
  if (Array.isArray(order)) collection.docs = arranged(collection, texts(order))
  else if (sortBy !== null) sortByKey(reading, collection, sortBy)
}

/** Documents by date and path. Where some have no date, the order in which they are read counts. */
function inOrder(
  { tree }: Pick<Reading, 'tree'>,
  docs: readonly Document[],
  folder: string,
): Document[] {
  const compare = (a: Document, b: Document) => a.compareTo(b)
  if (docs.every(({ isDated }) => isDated === docs[0]?.isDated)) return docs.toSorted(compare)
  const entries = [...filesBelow(tree, folder, { hidden: true })]
  const rank = new Map(entries.map((entry, i) => [joinPath(folder, entry), i]))
  const rankOf = ({ sourcePath }: Document) => rank.get(sourcePath) ?? entries.length
  return mergeSort(
    docs.toSorted((a, b) => rankOf(a) - rankOf(b)),
    compare,
  )
}

// jekyll/collection.rb: rearrange_docs!; those that are not listed come last, in their own order
function arranged(collection: Collection, order: readonly string[]): Document[] {
  const byPath = new Map(collection.docs.map((doc) => [doc.path, doc]))
  const listed = order.map((entry) => `${collection.relativeFolder}/${entry}`)
  const paths = new Set([...listed, ...byPath.keys()])
  return [...paths].flatMap((path) => byPath.get(path) ?? [])
}

function sortByKey(reading: Reading, collection: Collection, key: string): void {
  for (const doc of collection.docs) {
    if (isNil(doc.data.get(key)))
      reading.reporter.warn(`'${key}' not defined in ${doc.path}`, { path: doc.sourcePath })
  }
  collection.docs.sort((a, b) => {
    const [left, right] = [a.data.get(key), b.data.get(key)]
    if (isNil(left) !== isNil(right)) return isNil(left) ? 1 : -1
    const order = compareScalars(left ?? null, right ?? null)
    return order === 0 ? a.compareTo(b) : order
  })
}

function isNil(value: YamlValue | undefined): boolean {
  return value === undefined || value === null
}

/** Ruby's `<=>` of two scalars of one kind; 0 where they cannot be compared. */
function compareScalars(a: YamlValue, b: YamlValue): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  const [left, right] = [numberOf(a), numberOf(b)]
  return left === null || right === null ? 0 : left - right
}

function numberOf(value: YamlValue): number | null {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
  if (value === null || typeof value !== 'object' || Array.isArray(value) || isYamlMap(value))
    return null
  if ('value' in value) return value.value
  return 'epochMs' in value ? value.epochMs : Date.parse(value.iso)
}
