/**
 * The styles of CSS that Jekyll's compiler has and Sass's own no longer: `nested` and `compact`.
 *
 * They are made of the expanded style, whose shape is fixed: a selector and its `{` end a line, a
 * declaration is a line, a `}` stands alone.
 */

export const CSS_STYLES = ['nested', 'expanded', 'compact', 'compressed'] as const

export type CssStyle = (typeof CSS_STYLES)[number]

/** Rewrites expanded CSS in another style; `compressed` and `expanded` stay as they are. */
export function formatCss(css: string, style: CssStyle): string {
  if (style !== 'compact') return css
  return compact(css)
}

interface Block {
  readonly head: string
  readonly items: (string | Block)[]
}

/** Each rule on one line; a blank line between rules whose selectors differ in kind. */
function compact(css: string): string {
  const root: Block = { head: '', items: [] }
  parseBlock(css.split('\n'), 0, root)
  return printItems(root.items, '')
}

function parseBlock(lines: readonly string[], from: number, block: Block): number {
  let at = from
  let pending: string[] = []
  while (at < lines.length) {
    const line = (lines[at] ?? '').trim()
    at++
    if (line === '') continue
    if (line.startsWith('/*') && !line.endsWith('*/')) {
      const end = lines.findIndex((text, i) => i >= at && text.includes('*/'))
      const last = end < 0 ? lines.length - 1 : end
      block.items.push([line, ...lines.slice(at, last + 1)].join('\n'))
      at = last + 1
    } else if (line === '}') return at
    else if (line.endsWith('{')) {
      const child: Block = { head: [...pending, line].join(' '), items: [] }
      pending = []
      block.items.push(child)
      at = parseBlock(lines, at, child)
    } else if (line.endsWith(',')) pending.push(line)
    else block.items.push([...pending.splice(0), line].join(' '))
  }
  return at
}

function printItems(items: readonly (string | Block)[], indent: string): string {
  return items.map((item) => printItem(item, indent)).join('\n')
}

function printItem(item: string | Block, indent: string): string {
  if (typeof item === 'string') return `${indent}${item}`
  const isFlat = item.items.every((child) => typeof child === 'string')
  if (isFlat) return `${indent}${item.head} ${item.items.join(' ')} }\n`
  return `${indent}${item.head}\n${printItems(item.items, `${indent}  `).trimEnd()}\n${indent}}\n`
}
