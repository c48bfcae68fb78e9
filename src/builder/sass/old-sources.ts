/**
 * What Ruby Sass and libsass take and Sass's own compiler refuses, made into what all take. A style sheet is changed only
 * after it was refused as it is: first by all that any style sheet may need, then by what the refusal is about.
 */

import type { Syntax } from 'sass-embedded'
import { restoreDeclarations, withBareDeclarations } from './bare-declarations.js'
import { withCompoundExtends } from './compound-extends.js'
import {
  forgiving,
  withCopiedCalculations,
  withoutEmptyClasses,
  withPlainCalculations,
  withPlainFunctions,
  withPlainUse,
  withWholeNumbers,
} from './edits.js'
import { restoreFrames, withAnyFrames } from './frames.js'
import { restoreOldSyntax, withOldSyntax } from './old-syntax.js'

/** Changes the text of a style sheet. */
export type Edit = (text: string, syntax: Syntax) => string

const scssOnly =
  (edit: (scss: string) => string): Edit =>
  (text, syntax) =>
    syntax === 'scss' ? edit(text) : text

export const asWritten: Edit = scssOnly(withWholeNumbers)

const statements = scssOnly((scss) => withAnyFrames(withOldSyntax(scss)))

const usual: Edit = (text, syntax) => statements(forgiving(asWritten(text, syntax), syntax), syntax)

/** What is mended besides, by what was refused; of several the first that was not tried. */
const MENDS: readonly (readonly [said: RegExp, mend: Edit])[] = [
  [/arguments required, but only 1/, withPlainFunctions],
  [/calculation|ncompatible/, withPlainCalculations],
  [/calculation|ncompatible|Undefined variable/, withCopiedCalculations],
  [/Can't find stylesheet to import/, withPlainUse],
  [/expected "\{"|only be used within style rules/, scssOnly(withBareDeclarations)],
  [/compound selectors may no longer be extended/, scssOnly(withCompoundExtends)],
  [/expected selector/, withoutEmptyClasses],
]

/** The changes of one style sheet so far. */
export class Mends {
  readonly #mends: Edit[] = []

  /** What to do to the text after it was refused with this message; null where nothing is left to do. */
  after(message: string): Edit | null {
    const mend = MENDS.find(
      ([said, each]) => said.test(message) && !this.#mends.includes(each),
    )?.[1]
    const isFirst = this.#mends.length === 0
    if (isFirst) this.#mends.push(usual)
    if (mend !== undefined) this.#mends.push(mend)
    else if (!isFirst) return null
    const mends = [...this.#mends]
    return (text, syntax) => mends.reduce((edited, edit) => edit(edited, syntax), text)
  }
}

/** CSS with the names that were written, where others stood for them. */
export function restoreOldSource(css: string): string {
  return restoreOldSyntax(restoreFrames(restoreDeclarations(css)))
}
