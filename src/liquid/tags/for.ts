/** The tags for, break and continue. */

import type { RenderContext } from '../context.js'
import type { BodyNodes, Render, TagDefinition } from '../definition.js'
import type { LiquidValue } from '../value.js'
import { ForLoop } from './forloop.js'
import { compileLoop, parseForLax, parseForStrict, type LoopParts } from './loop-markup.js'
import { bound, segmentOf, type Segment } from './segment.js'

interface ForParts extends LoopParts {
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

/** Takes what `break` or `continue` left; true when the loop is to end. */
const takeInterrupt = (ctx: RenderContext): boolean => {
  const { interrupt } = ctx
  ctx.interrupt = null
  return interrupt === 'break'
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
    const parts = compileLoop(parsed, parser)
    const { body, end } = parser.parseUntil(['else'])
    // A second `else` ends the loop, and `endfor` is then unknown.
    const other: BodyNodes | null = end.name === 'else' ? parser.parseUntil(['else']).body : null
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
