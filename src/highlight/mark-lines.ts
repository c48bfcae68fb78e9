/** Lines of highlighted code that stand out, as Rouge's `HTMLLineHighlighter` marks them. */

const PIECE = /<span class="[^"]*">|<\/span>|\n|<|[^<\n]+/g

/**
 * Puts lines into spans of their own; spans that go over lines end and begin again with each.
 *
 * @param html spans of one level, as `formatSpans` writes them
 * @param lines numbers of lines, from 1
 * @returns every line with an end, the last one too
 */
export function markLines(html: string, lines: ReadonlySet<number>): string {
  let marked = ''
  let line = ''
  let span = ''
  let number = 1
  const end = () => {
    marked += lines.has(number) ? `<span class="hll">${line}\n</span>` : `${line}\n`
    line = ''
    number++
  }
  for (const [piece] of html.matchAll(PIECE)) {
    if (piece === '\n') end()
    else if (piece === '</span>') span = ''
    else if (piece.startsWith('<span ')) span = piece
    else line += span === '' ? piece : `${span}${piece}</span>`
  }
  if (line !== '') end()
  return marked
}
