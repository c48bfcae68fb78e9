/** What a compilation of Sass is given and gives. */

import type { Source } from '../base/source.js'
import type { JekyllVersion } from '../base/jekyll-version.js'
import type { CssStyle } from './format.js'

/** A theme, as the compiler of style sheets needs it. */
export interface SassTheme {
  readonly id: string
  readonly files: ReadonlySet<string>
  readonly source: Source
}

/** How the site wants its CSS. */
export interface SassOptions {
  /** Whose CSS: 4.3 has libsass, 4.4 Sass's own compiler. */
  readonly jekyll: JekyllVersion
  readonly style: CssStyle
  /** Folders of the source, in order. */
  readonly loadPaths: readonly string[]
  /** The theme's files; null for none. */
  readonly theme: SassTheme | null
  readonly sourceMap: boolean
  /** Whether a comment before each rule says where it stands. */
  readonly lineComments?: boolean
}

/** One style sheet. */
export interface SassInput {
  readonly content: string
  readonly syntax: 'scss' | 'indented'
  /** Path in the source, null for text without a file. */
  readonly path: string | null
  /** Lines before the content in its file. */
  readonly lineOffset: number
  /** The text before Liquid, where it is another. */
  readonly raw?: string
}

export interface SassOutput {
  readonly css: string
  /** JSON of the source map, null without one. */
  readonly sourceMap: string | null
}
