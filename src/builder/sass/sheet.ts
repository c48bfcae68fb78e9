/** What a compilation of Sass is given and gives. */

import type { Source } from '../base/source.js'
import type { JekyllVersion } from '../base/jekyll-version.js'

/** A theme, as the compiler of style sheets needs it. */
interface SassTheme {
  readonly id: string
  readonly files: ReadonlySet<string>
  readonly source: Source
}

/** The two ways of printing that Sass's own compiler has. */
export type CssStyle = 'expanded' | 'compressed'

/** How the site wants its CSS. */
export interface SassOptions {
  /** Where imports are looked for: 4.4 begins beside the style sheet, the others at the root of the site. */
  readonly jekyll: JekyllVersion
  readonly style: CssStyle
  /** Folders of the source that are searched, in order. */
  readonly loadPaths: readonly string[]
  /** Null for none; its `_sass` is searched last. */
  readonly theme: SassTheme | null
  readonly sourceMap: boolean
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
