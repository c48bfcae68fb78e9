/** Cutting lines of a table at pipes that stand outside of code. */

const HTML_CODE = /(<code[^\n]*?>[^\n]*?<\/code>)/

interface Piece {
  readonly text: string
  readonly isCode: boolean
}

/** Cuts text into code spans, delimiters included, and what stands between them. */
function* cutCode(text: string): Generator<Piece> {
  let plainStart = 0
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) {
    if (text.charCodeAt(at - 1) === 92) {
      at++
      continue
    }
    let open = at
    while (text.charAt(open) === '`') open++
    const fence = text.slice(at, open)
    const isAlone = fence.length === 1 && isBlankAround(text, at)
    const close = isAlone ? -1 : text.indexOf(fence, open)
    if (close < 0) {
      at = open
      continue
    }
    if (at > plainStart) yield { text: text.slice(plainStart, at), isCode: false }
    plainStart = close + fence.length
    yield { text: text.slice(at, plainStart), isCode: true }
    at = plainStart
  }
  if (plainStart < text.length) yield { text: text.slice(plainStart), isCode: false }
}

function isBlankAround(text: string, at: number): boolean {
  const isBlank = (index: number): boolean => /^[ \t\n]$/.test(text.charAt(index))
  return at > 0 && isBlank(at - 1) && isBlank(at + 1)
}

/** Cuts a row into cells; `\|` outside of code is a pipe that doesn't cut. */
export function splitCells(line: string): string[] {
  const cells: string[] = ['']
  const append = (text: string): void => {
    cells[cells.length - 1] += text
  }
  line.split(HTML_CODE).forEach((part, index) => {
    if (index % 2 === 1) {
      append(part)
      return
    }
    for (const piece of cutCode(part)) {
      if (piece.isCode) append(piece.text)
      else {
        const [first = '', ...rest] = piece.text.split(/(?<!\\)\|/)
        append(first.replaceAll('\\|', '|'))
        for (const text of rest) cells.push(text.replaceAll('\\|', '|'))
      }
    }
  })
  return cells
}

/** Whether each line of a table has a pipe outside of code. */
export function hasPipesOutsideCode(text: string): boolean {
  let hasPipe = false
  for (const { text: part, isCode } of cutCode(text)) {
    const lines = part.split('\n')
    for (const [index, line] of lines.entries()) {
      if (!isCode && /(?:^|[^\\])\|/.test(line)) hasPipe = true
      if (index === lines.length - 1) break
      if (!hasPipe) return false
      hasPipe = false
    }
  }
  return true
}
