/**
 * CSS in the shapes of Jekyll's compiler (libsass): the blank lines of `expanded`, the lines of
 * `compact` and the closing braces of `nested`, which Sass's own compiler no longer has.
 *
 * They are made of its expanded output, whose shape is fixed: a selector and its `{` end a line, a
 * declaration is a line, a `}` stands alone.
 */

export const CSS_STYLES = ['nested', 'expanded', 'compact', 'compressed'] as const

export type CssStyle = (typeof CSS_STYLES)[number]

/** Rewrites expanded CSS in a style. Ends without a line end. */
export function formatCss(css: string, style: CssStyle): string {
  if (style === 'compressed') return compressed(css)
  const root: Block = { head: '', items: [] }
  parseBlock({ lines: asLibsassWrites(css).split('\n'), at: 0 }, root)
  const blocks = root.items.map((item) => PRINTERS[style](item, ''))
  return blocks.map((text, i) => text + separator(root.items, i)).join('')
}

// A file that is imported by CSS is a `url`; nothing follows an escape that ends a value.
function asLibsassWrites(css: string): string {
  return css
    .replace(/(?<=^|[\n;}])@import ?"([^"\n]*)"/g, '@import url($1)')
    .replace(/(\\9) (?=[;}])/g, '$1')
}

function compressed(css: string): string {
  return asLibsassWrites(css)
    .replace(/\brgba\(0,0,0,0\)/g, 'transparent')
    .replace(/(?<=[{};]|^)@(media|supports)\(/g, '@$1 (')
}

interface Block {
  readonly head: string
  readonly items: (string | Block)[]
}

interface Cursor {
  readonly lines: readonly string[]
  at: number
}

function parseBlock(cursor: Cursor, block: Block): void {
  let selectors: string[] = []
  while (cursor.at < cursor.lines.length) {
    const line = (cursor.lines[cursor.at++] ?? '').trim()
    if (line === '}') return
    if (line.startsWith('/*')) block.items.push(readComment(cursor, line))
    else if (line.endsWith('{')) {
      const child: Block = { head: [...selectors, line].join(' '), items: [] }
      selectors = []
      block.items.push(child)
      parseBlock(cursor, child)
    } else if (line.endsWith(',')) selectors.push(line)
    else if (line !== '') block.items.push(...statements([...selectors.splice(0), line].join(' ')))
  }
}

function readComment(cursor: Cursor, first: string): string {
  const lines = [first]
  while (!(lines.at(-1) ?? '').includes('*/') && cursor.at < cursor.lines.length) {
    lines.push(cursor.lines[cursor.at++] ?? '')
  }
  return lines.join('\n')
}

// A comment behind a declaration has a line of its own.
function statements(line: string): string[] {
  const match = /^(.*;)\s+(\/\*.*\*\/)$/.exec(line)
  return match === null ? [line] : match.slice(1)
}

function separator(items: readonly (string | Block)[], i: number): string {
  if (i === items.length - 1) return ''
  return typeof items[i] === 'string' ? '\n' : '\n\n'
}

type Printer = (item: string | Block, indent: string) => string

const PRINTERS: Readonly<Record<Exclude<CssStyle, 'compressed'>, Printer>> = {
  expanded: (item, indent) => printLines(item, indent, `\n${indent}}`),
  nested: (item, indent) => printLines(item, indent, ' }'),
  compact: (item) => printLine(item),
}

function printLines(item: string | Block, indent: string, close: string): string {
  if (typeof item === 'string') return indent + item
  const inner = `${indent}  `
  const closing = close === ' }' ? close : `\n${inner}}`
  const lines = item.items.map((child) => printLines(child, inner, closing))
  return [`${indent}${item.head}`, ...lines].join('\n') + close
}

function printLine(item: string | Block): string {
  if (typeof item === 'string') return item.replace(/\s*\n\s*(?:\*(?!\/)\s*)?/g, ' ')
  const glue = /^@(?:-\w+-)?keyframes\b/.test(item.head) ? '\n  ' : ' '
  return `${item.head} ${item.items.map(printLine).join(glue)} }`
}
