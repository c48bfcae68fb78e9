/** Loops: for with break and continue, tablerow, cycle. */

import type { Output, RenderContext } from '../context.js'
import type { BodyNodes, Expression, Render, TagDefinition, TagParser } from '../definition.js'
import { syntaxError } from '../error.js'
import { StrictParser } from '../lexer.js'
import { toInteger } from '../number.js'
import { findFragment, fragmentEnd, isWord, scanAttributes, skipSpaces } from '../scan.js'
import { inspect, toLiquidString } from '../text.js'
import { Drop, isList, LiquidRange, type LiquidValue } from '../value.js'

/** `forloop`. */
class ForLoop extends Drop {
  index = 0

  constructor(
    private readonly name: string,
    readonly length: number,
    private readonly parent: Drop | null,
  ) {
    super()
  }

  override get(key: string): LiquidValue | undefined {
    switch (key) {
      case 'index':
        return this.index + 1
      case 'index0':
        return this.index
      case 'rindex':
        return this.length - this.index
      case 'rindex0':
        return this.length - this.index - 1
      case 'first':
        return this.index === 0
      case 'last':
        return this.index === this.length - 1
      default:
        return this.describe(key)
    }
  }

  private describe(key: string): LiquidValue | undefined {
    if (key === 'length') return this.length
    if (key === 'name') return this.name
    return key === 'parentloop' ? this.parent : undefined
  }

  override toLiquidString(): string {
    return 'Liquid::ForloopDrop'
  }
}

interface ForMarkup {
  readonly variable: string
  readonly collection: string
  readonly reversed: boolean
  readonly attributes: ReadonlyMap<string, string>
}

const FOR_ERROR = "Syntax Error in 'for loop' - Valid syntax: for [item] in [collection]"

const parseForStrict = (markup: string): ForMarkup => {
  const parser = new StrictParser(markup)
  const variable = parser.consume('id')
  if (!parser.acceptWord('in')) throw syntaxError("For loops require an 'in' clause")
  const collection = parser.expression()
  const reversed = parser.acceptWord('reversed')
  const attributes = new Map<string, string>()
  while (parser.look('id') && parser.look('colon', 1)) {
    const name = parser.consume()
    if (name !== 'limit' && name !== 'offset') {
      throw syntaxError('Invalid attribute in for loop. Valid attributes are limit and offset')
    }
    parser.consume()
    attributes.set(name, parser.expression())
  }
  parser.end()
  return { variable, collection, reversed, attributes }
}

const isSegment = (text: string, at: number): boolean =>
  isWord(text.charCodeAt(at)) || text[at] === '-'

const parseForLax = (markup: string): ForMarkup => {
  let end = 0
  while (isSegment(markup, end)) end++
  const word = skipSpaces(markup, end)
  const start = skipSpaces(markup, word + 2)
  const close = fragmentEnd(markup, start)
  const isFor = end > 0 && word > end && markup.startsWith('in', word) && start > word + 2
  if (!isFor || close === start) throw syntaxError(FOR_ERROR)
  return {
    variable: markup.slice(0, end),
    collection: markup.slice(start, close),
    reversed: markup.startsWith('reversed', skipSpaces(markup, close)),
    attributes: new Map(scanAttributes(markup).map(({ name, value }) => [name, value])),
  }
}

interface Segment {
  readonly length: number
  at(index: number): LiquidValue
}

interface Bounds {
  readonly from: number
  /** Exclusive; null for all. */
  readonly to: number | null
  readonly reversed: boolean
}

const arraySegment = (list: readonly LiquidValue[], { from, to, reversed }: Bounds): Segment => {
  const start = Math.max(0, from)
  const length = Math.max(0, Math.min(list.length, to ?? list.length) - start)
  const last = start + length - 1
  return { length, at: (index) => list[reversed ? last - index : start + index] ?? null }
}

const rangeSegment = (range: LiquidRange, { from, to, reversed }: Bounds): Segment => {
  const start = Math.max(0, from)
  const length = Math.max(0, Math.min(range.size, to ?? range.size) - start)
  const first = range.first + start
  const last = first + length - 1
  return { length, at: (index) => (reversed ? last - index : first + index) }
}

/** The part of a collection that a loop passes; ranges stay as they are. */
const segmentOf = (collection: LiquidValue, bounds: Bounds): Segment => {
  if (collection instanceof LiquidRange) return rangeSegment(collection, bounds)
  // A string is one element, whatever the bounds.
  if (typeof collection === 'string') {
    return arraySegment(collection === '' ? [] : [collection], {
      from: 0,
      to: null,
      reversed: false,
    })
  }
  return arraySegment(toElements(collection), bounds)
}

const toElements = (collection: LiquidValue): readonly LiquidValue[] => {
  if (isList(collection)) return collection
  if (collection instanceof Map) return Array.from(collection, ([key, value]) => [key, value])
  if (!(collection instanceof Drop)) return []
  const list = collection.toList()
  if (list !== null) return list
  return Array.from(collection.keys(), (key) => [key, collection.get(key) ?? null])
}

const bound = (expression: Expression | null, ctx: RenderContext): number | null => {
  const value = expression === null ? null : expression(ctx)
  return value === null ? null : toInteger(value)
}

interface ForParts {
  readonly markup: ForMarkup
  readonly collection: Expression
  readonly limit: Expression | null
  /** `continue`, or an expression, or none. */
  readonly offset: Expression | 'continue' | null
  readonly body: Render
  readonly otherwise: Render
}

const forSegment = (parts: ForParts, ctx: RenderContext): Segment => {
  const { markup, offset } = parts
  const name = `${markup.variable}-${markup.collection}`
  const from = offset === 'continue' ? (ctx.offsets.get(name) ?? 0) : (bound(offset, ctx) ?? 0)
  const collection = parts.collection(ctx)
  const limit = bound(parts.limit, ctx)
  const to = limit === null ? null : limit + from
  const segment = segmentOf(collection, { from, to, reversed: markup.reversed })
  ctx.offsets.set(name, from + segment.length)
  return segment
}

const renderFor =
  (parts: ForParts): Render =>
  (ctx, out) => {
    const segment = forSegment(parts, ctx)
    if (segment.length === 0) {
      parts.otherwise(ctx, out)
      return
    }
    const { variable, collection } = parts.markup
    const loop = new ForLoop(`${variable}-${collection}`, segment.length, ctx.loops.at(-1) ?? null)
    const scope = new Map<string, LiquidValue>([['forloop', loop]])
    ctx.push(scope)
    ctx.loops.push(loop)
    try {
      for (; loop.index < segment.length; loop.index++) {
        ctx.spend()
        scope.set(variable, segment.at(loop.index))
        parts.body(ctx, out)
        if (takeInterrupt(ctx)) break
      }
    } finally {
      ctx.loops.pop()
      ctx.pop()
    }
  }

/** Ends `continue` quietly; true when the loop is to end. */
const takeInterrupt = (ctx: RenderContext): boolean => {
  const { interrupt } = ctx
  ctx.interrupt = null
  return interrupt === 'break'
}

const compileFor = (markup: ForMarkup, parser: TagParser): Omit<ForParts, 'body' | 'otherwise'> => {
  const limit = markup.attributes.get('limit')
  const offset = markup.attributes.get('offset')
  return {
    markup,
    collection: parser.parseExpression(markup.collection),
    limit: limit === undefined ? null : parser.parseExpression(limit),
    offset: compileOffset(offset, parser),
  }
}

const compileOffset = (
  offset: string | undefined,
  parser: TagParser,
): Expression | 'continue' | null => {
  if (offset === undefined || offset === 'continue') return offset ?? null
  return parser.parseExpression(offset)
}

const nothing: Render = () => undefined

export const forTag: TagDefinition = {
  name: 'for',
  kind: 'block',
  parse(markup, parser) {
    const parsed = parser.parseEither(
      () => parseForStrict(markup),
      () => parseForLax(markup),
      markup,
    )
    const parts = compileFor(parsed, parser)
    const { body, end } = parser.parseUntil(['else'])
    const other: BodyNodes | null = end.name === 'else' ? parser.parseUntil([]).body : null
    const blank = body.blank && (other?.blank ?? true)
    const options = { dropText: blank }
    const otherwise = other?.compile(options) ?? nothing
    return { render: renderFor({ ...parts, body: body.compile(options), otherwise }), blank }
  },
}

export const breakTag: TagDefinition = {
  name: 'break',
  kind: 'inline',
  parse: () => (ctx) => {
    ctx.interrupt = 'break'
  },
}

export const continueTag: TagDefinition = {
  name: 'continue',
  kind: 'inline',
  parse: () => (ctx) => {
    ctx.interrupt = 'continue'
  },
}

/** `tablerowloop`. */
class TableRowLoop extends Drop {
  index = 0

  constructor(
    readonly length: number,
    readonly columns: number,
  ) {
    super()
  }

  get column(): number {
    return (this.index % this.columns) + 1
  }

  get row(): number {
    return Math.floor(this.index / this.columns) + 1
  }

  get isColumnLast(): boolean {
    return this.column === this.columns
  }

  override get(key: string): LiquidValue | undefined {
    return this.place(key) ?? new ForLoopFields(this.index, this.length).get(key)
  }

  private place(key: string): LiquidValue | undefined {
    switch (key) {
      case 'col':
        return this.column
      case 'col0':
        return this.column - 1
      case 'col_first':
        return this.column === 1
      case 'col_last':
        return this.isColumnLast
      case 'row':
        return this.row
      default:
        return undefined
    }
  }

  override toLiquidString(): string {
    return 'Liquid::TablerowloopDrop'
  }
}

/** The fields that both loops have, at one index. */
class ForLoopFields extends ForLoop {
  constructor(index: number, length: number) {
    super('', length, null)
    this.index = index
  }

  override get(key: string): LiquidValue | undefined {
    return key === 'name' || key === 'parentloop' ? undefined : super.get(key)
  }
}

const TABLEROW_ERROR =
  "Syntax Error in 'table_row loop' - Valid syntax: table_row [item] in [collection] cols=3"

const tableRowMarkup = (markup: string): ForMarkup => {
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
    const parts = compileFor(parsed, parser)
    const columns = parsed.attributes.get('cols')
    const cols = columns === undefined ? null : parser.parseExpression(columns)
    const body = parser.parseBody().render
    return (ctx, out) => {
      const collection = parts.collection(ctx)
      if (collection === null || collection === false) return
      const offset = parts.offset === 'continue' ? null : bound(parts.offset, ctx)
      const limit = bound(parts.limit, ctx)
      const to = limit === null ? null : limit + (offset ?? 0)
      const segment = segmentOf(collection, { from: offset ?? 0, to, reversed: false })
      const loop = new TableRowLoop(segment.length, bound(cols, ctx) ?? segment.length)
      renderRows({ ctx, out }, { loop, segment, body, variable: parsed.variable })
    }
  },
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
      if (takeInterrupt(ctx)) break
      const isLast = loop.index === segment.length - 1
      if (loop.isColumnLast && !isLast) out.write(`</tr>\n<tr class="row${loop.row + 1}">`)
    }
  })
  out.write('</tr>\n')
}

export const cycleTag: TagDefinition = {
  name: 'cycle',
  kind: 'inline',
  parse(markup, parser) {
    const { name, values } = splitCycle(markup, parser)
    const items = values.map((value) => parser.parseExpression(value))
    const key = cycleKey(name, values, parser)
    return (ctx, out) => {
      const group = key(ctx)
      const turn = ctx.cycles.get(group) ?? 0
      const item = items[turn]
      out.write(item === undefined ? '' : toLiquidString(item(ctx)))
      ctx.cycles.set(group, turn + 1 >= items.length ? 0 : turn + 1)
    }
  },
}

const splitCycle = (
  markup: string,
  parser: TagParser,
): { name: string | null; values: string[] } => {
  const first = fragmentEnd(markup, 0)
  const colon = skipSpaces(markup, first)
  if (first > 0 && markup[colon] === ':') {
    return { name: markup.slice(0, first), values: cycleValues(markup.slice(colon + 1)) }
  }
  if (first === 0)
    parser.fail("Syntax Error in 'cycle' - Valid syntax: cycle [name :] var [, var2, var3 ...]")
  return { name: null, values: cycleValues(markup) }
}

const cycleValues = (markup: string): string[] =>
  markup.split(',').flatMap((part) => findFragment(part, 0)?.text ?? [])

// Without a name, equal lists of literals share their turn, and lists with variables have their own.
const cycleKey = (
  name: string | null,
  values: string[],
  parser: TagParser,
): ((ctx: RenderContext) => string) => {
  if (name !== null) {
    const named = parser.parseExpression(name)
    return (ctx) => `named ${inspect(named(ctx))}`
  }
  const key = values.join(',')
  return () => `list ${key}`
}
