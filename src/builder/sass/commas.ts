/**
 * Commas in the style compressed. libsass copies those of texts, writes those of lists without a blank, and with one
 * within `@media`. `markTexts` puts a blank before those of texts, so that the others are known.
 */

import { piecesOf } from './blocks.js'

/** A text of CSS without the blanks before its commas. */
export function unmarkCommas(text: string): string {
  return text.replaceAll(' ,', ',')
}

const IN_VALUE = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|[()]|(?<! ),(?! )/g

/** Compressed CSS in which, within `@media`, the commas of lists have a blank behind them; they are marked as those of texts. */
// libsass: Inspect::operator()(List*), in_media_block
export function withMediaCommas(css: string): string {
  if (!css.includes('@media')) return css
  const parts: string[] = []
  const open: boolean[] = []
  let done = 0
  for (const { kind, from, to } of piecesOf(css)) {
    if (kind === 'open') open.push(open.at(-1) === true || css.startsWith('@media', from))
    if (kind === 'close') open.pop()
    if (kind !== 'statement' || open.at(-1) !== true || css.startsWith('--', from)) continue
    parts.push(css.slice(done, from), withBlanks(css.slice(from, to)))
    done = to
  }
  return parts.join('') + css.slice(done)
}

function withBlanks(declaration: string): string {
  if (!declaration.includes(',')) return declaration
  let depth = 0
  return declaration.replace(IN_VALUE, (found) => {
    if (found === '(') depth++
    else if (found === ')') depth--
    return found === ',' && depth === 0 ? ' , ' : found
  })
}
