/**
 * Pages of source maps: jekyll-sass-converter puts one behind all others once it has made a style sheet.
 *
 * Templates that list `site.pages` see those of the sheets that were rendered before them. Which these are
 * follows from the order of the pages alone, so nothing has to be rendered to know it.
 */

// jekyll/source_map_page.rb: the map shares the front matter of its style sheet

import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import { fileDefaults } from '../read/reading.js'
import type { Site } from '../items/site.js'

/** A style sheet and the page of its map. */
export interface SourceMapPage {
  readonly sheet: Page
  readonly page: Page
}

/** The maps of a site; `isOn` is whether style sheets get one at all. */
export class SourceMaps {
  readonly #pages = new WeakMap<Page, SourceMapPage>()
  #sheets: Page[] = []
  /** How many sheets come before a page. */
  #before: Map<Item, number> | null = null

  constructor(
    private readonly site: Site,
    private readonly isOn: boolean,
  ) {}

  /** Forgets the order of the pages. */
  refresh(): void {
    this.#before = null
  }

  /** How many maps there are when it is the turn of an item: none for documents, which come first. */
  countBefore(item: Item | null): number {
    if (!this.isOn || !(item instanceof Page)) return 0
    this.#before ??= this.#counted()
    return this.#before.get(item) ?? 0
  }

  /** The first maps, in the order in which they are made. */
  first(count: number): SourceMapPage[] {
    return this.#sheets.slice(0, count).map((sheet) => this.#of(sheet))
  }

  #counted(): Map<Item, number> {
    this.#sheets = []
    const before = new Map<Item, number>()
    for (const page of this.site.pages) {
      before.set(page, this.#sheets.length)
      if (page.isSass && page.produce === null) this.#sheets.push(page)
    }
    return before
  }

  #of(sheet: Page): SourceMapPage {
    const known = this.#pages.get(sheet)
    if (known !== undefined) return known
    const made = { sheet, page: pageOfMap(this.site, sheet) }
    this.#pages.set(sheet, made)
    return made
  }
}

function pageOfMap({ settings }: Site, sheet: Page): Page {
  const path = `${sheet.dir}${sheet.basename}.css.map`.replace(/^\/+/, '')
  const text = { content: '', lineOffset: 0, data: sheet.data }
  const defaults = fileDefaults(settings, path, 'pages')
  return new Page(path, text, { config: settings.content, defaults, isGenerated: true })
}
