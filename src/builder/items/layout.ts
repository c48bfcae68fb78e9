/** A layout: a template around content, and perhaps another layout around it. */

import type { YamlMap } from '../../content/yaml/value.js'

/** A layout by its name (its path in the layouts folder without the extension). */
export interface Layout {
  readonly name: string
  /** From the source's root (or the theme's), for messages. */
  readonly path: string
  readonly content: string
  readonly lineOffset: number
  readonly data: YamlMap
}
