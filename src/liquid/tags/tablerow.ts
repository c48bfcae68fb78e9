/** The tag tablerow. */

import type { Output, RenderContext } from '../context.js'
import type { Expression, Render, TagDefinition } from '../definition.js'
import { argumentError, syntaxError } from '../error.js'
import { truncateToInteger } from '../number.js'
import { isList, type LiquidValue } from '../value.js'
import { TableRowLoop } from './forloop.js'
import { compileLoop, parseForLax, type LoopMarkup } from './loop-markup.js'
import { segmentOf, type Segment } from './segment.js'

const TABLEROW_ERROR =
  "Syntax Error in 'table_row loop' - Valid syntax: table_row [item] in [collection] cols=3"

const tableRowMarkup = (markup: string): LoopMarkup => {
  try {
    return { ...parseForLax(markup), reversed: false }
  } catch {
    throw syntaxError(TABLEROW_ERROR)
  }
}

export const tableRowTag: TagDefinition = {
  name: 'tablerow',
  kind: 'block',
  parse(markup, parser) {
    const parsed = tableRowMarkup(markup)
    const parts = compileLoop(parsed, parser)
    const columns = parsed.attributes.get('cols')
    const cols = columns === undefined ? null : parser.parseExpression(columns)
    const { render: body, blank } = parser.parseBody()
    const render: Render = (ctx, out) => {
      const collection = parts.collection(ctx)
      if (collection === null || collection === false) return
      const number = (expression: Expression | null): number | null =>
        expression === null ? null : integerOf(expression(ctx))
      const from = parts.offset === 'continue' ? 0 : (number(parts.offset) ?? 0)
      const limit = number(parts.limit)
      const to = limit === null ? null : limit + from
      const segment = segmentOf(collection, { from, to, reversed: false })
      const loop = new TableRowLoop(segment.length, number(cols) ?? 0)
      renderRows({ ctx, out }, { loop, segment, body, variable: parsed.variable })
    }
    return { render, blank }
  },
}

// Ruby calls `to_i`, which these do not have.
const integerOf = (value: LiquidValue): number => {
  if (typeof value === 'boolean' || isList(value) || value instanceof Map)
    throw argumentError('invalid integer')
  return truncateToInteger(value)
}

interface Rows {
  readonly loop: TableRowLoop
  readonly segment: Segment
  readonly body: Render
  readonly variable: string
}

const renderRows = (
  { ctx, out }: { ctx: RenderContext; out: Output },
  { loop, segment, body, variable }: Rows,
): void => {
  const scope = new Map<string, LiquidValue>([['tablerowloop', loop]])
  out.write('<tr class="row1">\n')
  ctx.withScope(scope, () => {
    for (; loop.index < segment.length; loop.index++) {
      ctx.spend()
      scope.set(variable, segment.at(loop.index))
      out.write(`<td class="col${loop.column}">`)
      body(ctx, out)
      out.write('</td>')
      const isLast = loop.index === segment.length - 1
      if (loop.isColumnLast && !isLast) out.write(`</tr>\n<tr class="row${loop.row + 1}">`)
    }
  })
  out.write('</tr>\n')
}
