/** What drops need of a build's rendering. `Host` implements it; it stands above them, as it makes them. */

import type { Drop } from '../../../liquid/value.js'
import type { Collection } from '../../items/collection.js'
import type { Document } from '../../items/document.js'
import type { Excerpt } from '../../items/excerpt.js'
import type { Page } from '../../items/page.js'
import type { StaticFile } from '../../items/static-file.js'
import type { ReadLog } from '../../facts/read-log.js'
import type { SourceMapPage, SourceMaps } from '../source-maps.js'
import type { ValueMaker } from '../values.js'

/** One a site. */
export interface DropHost {
  readonly values: ValueMaker
  readonly drops: DropMaker
  /** Records what is read; null where there is no record. */
  readonly reads: ReadLog | null
  /** Pages of the source maps of style sheets. */
  readonly mapPages: SourceMaps
  /** HTML of an excerpt, rendered when first asked for. */
  excerptHtml(excerpt: Excerpt): string
  /** The source map of a style sheet, '' before it was rendered. */
  sourceMapOf(sheet: Page): string
}

/** Gives the one drop of each thing, by which drops lead to others. `Drops` implements it. */
export interface DropMaker {
  document(doc: Document): Drop
  page(page: Page): Drop
  sourceMap(map: SourceMapPage): Drop
  staticFile(file: StaticFile): Drop
  collection(collection: Collection): Drop
}
