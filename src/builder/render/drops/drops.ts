/** Makes the drops of a site, one for each thing, so that templates can compare them. */

import type { Collection } from '../../items/collection.js'
import type { Document } from '../../items/document.js'
import type { Page } from '../../items/page.js'
import type { StaticFile } from '../../items/static-file.js'
import type { DropHost, DropMaker } from './drop-host.js'
import type { SourceMapPage } from '../source-maps.js'
import { CollectionDrop } from './collection-drop.js'
import { DocumentDrop } from './document-drop.js'
import { PageDrop } from './page-drop.js'
import { StaticFileDrop } from './static-file-drop.js'
import { STYLES } from '../../facts/read-log.js'

/** Drops by what they show. */
export class Drops implements DropMaker {
  readonly #documents = new WeakMap<Document, DocumentDrop>()
  readonly #pages = new WeakMap<Page, PageDrop>()
  readonly #maps = new WeakMap<SourceMapPage, SourceMapDrop>()
  readonly #files = new WeakMap<StaticFile, StaticFileDrop>()
  readonly #collections = new WeakMap<Collection, CollectionDrop>()

  constructor(private readonly host: DropHost) {}

  document(doc: Document): DocumentDrop {
    return remember(this.#documents, doc, () => new DocumentDrop(doc, this.host))
  }

  page(page: Page): PageDrop {
    return remember(this.#pages, page, () => new PageDrop(page, this.host))
  }

  sourceMap(map: SourceMapPage): SourceMapDrop {
    return remember(this.#maps, map, () => new SourceMapDrop(map, this.host))
  }

  staticFile(file: StaticFile): StaticFileDrop {
    return remember(this.#files, file, () => new StaticFileDrop(file, this.host))
  }

  collection(collection: Collection): CollectionDrop {
    return remember(this.#collections, collection, () => new CollectionDrop(collection, this.host))
  }
}

function remember<Key extends object, Value>(
  known: WeakMap<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const value = known.get(key)
  if (value !== undefined) return value
  const made = make()
  known.set(key, made)
  return made
}

/** A map: what it shows follows from its style sheet, and so whoever reads it is told to read that. */
class SourceMapDrop extends PageDrop {
  constructor(
    readonly map: SourceMapPage,
    host: DropHost,
  ) {
    super(map.page, host)
  }

  protected override read(key: string): void {
    this.host.reads?.item(this.map.sheet, key)
    if (key === 'content') this.host.reads?.fact(STYLES, '*')
  }

  protected override get content(): string {
    return this.host.sourceMapOf(this.map.sheet)
  }
}
