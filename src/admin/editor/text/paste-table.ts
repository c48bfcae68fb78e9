/** Tables of pasted HTML as Markdown. */

/** The Markdown of a table. @param markdownOf converts the HTML of a cell */
export function tableText(table: HTMLTableElement, markdownOf: (html: string) => string): string {
  const rows = [...table.rows]
    .map((row) => [...row.cells].flatMap((cell) => spanned(cell, cellText(cell, markdownOf))))
    .filter((row) => row.some((text) => text !== ''))
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const [head = [], ...rest] = rows
  const rule = `| ${Array.from({ length: width }, (_, index) => ruleOf(table, index)).join(' | ')} |`
  return `\n\n${[line(head), rule, ...rest.map(line)].join('\n')}\n\n`
}

/** Most columns that one cell spans; more is no table of anybody. */
const MAX_SPAN = 100

function spanned(cell: HTMLTableCellElement, text: string): readonly string[] {
  return [text, ...Array.from({ length: Math.min(cell.colSpan, MAX_SPAN) - 1 }, () => '')]
}

/** A column is aligned as its cells below the first row are. */
function ruleOf(table: HTMLTableElement, column: number): string {
  const cells = [...table.rows].slice(1).map((row) => row.cells[column])
  const sides = new Set(cells.filter((cell) => cell?.textContent?.trim()).map(sideOf))
  const [side] = sides.size === 1 ? sides : []
  if (side === 'right') return '---:'
  return side === 'center' ? ':---:' : '---'
}

function sideOf(cell: HTMLTableCellElement | undefined): string {
  const style = /text-align:\s*(\w+)/i.exec(cell?.getAttribute('data-style') ?? '')?.[1]
  return (style ?? cell?.getAttribute('align') ?? '').toLowerCase()
}

function cellText(cell: HTMLTableCellElement, markdownOf: (html: string) => string): string {
  const text = markdownOf(cell.innerHTML).replaceAll('|', '\\|')
  // A table row must be one line.
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}
