/**
 * What Jekyll's compiler (libsass) takes and Sass's own refuses, made into what both take.
 */

import type { Syntax } from 'sass-embedded'

/** Changes the text of a style sheet; the number of its lines stays. */
export type Edit = (text: string, syntax: Syntax) => string

/** What can stand in any style sheet. */
export const usual: Edit = (text, syntax) => (syntax === 'indented' ? withoutTabs(text) : text)

/** What is tried when a style sheet is refused: lists of selectors may end with a comma. */
export const forgiving: Edit = (text, syntax) => {
  const edited = usual(text, syntax)
  if (syntax === 'css') return edited
  return syntax === 'indented' ? withoutLastCommas(edited) : edited.replace(/,(\s*\{)/g, '$1')
}

/** Indentation by tabs as blanks: libsass takes both in one file. */
export function withoutTabs(sass: string): string {
  return sass.replace(/^[ \t]*\t[ \t]*/gm, (indent) => indent.replaceAll('\t', '  '))
}

// A comma at the end of a line before deeper lines ends the selectors.
function withoutLastCommas(sass: string): string {
  const lines = sass.split('\n')
  return lines
    .map((line, i) => {
      const next = lines.slice(i + 1, i + 20).find((other) => other.trim() !== '') ?? ''
      return depthOf(next) > depthOf(line) ? line.replace(/,(\s*)$/, '$1') : line
    })
    .join('\n')
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length
}
