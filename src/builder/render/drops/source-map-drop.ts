/** The page of a source map as templates see it. */

import type { DropHost } from './drop-host.js'
import { STYLES } from '../../facts/read-log.js'
import type { SourceMapPage } from '../source-maps.js'
import { PageDrop } from './page-drop.js'

/** A map: what it shows follows from its style sheet, and so whoever reads it is told to read that. */
export class SourceMapDrop extends PageDrop {
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
