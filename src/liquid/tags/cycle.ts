/** The tag cycle. */

import type { RenderContext } from '../context.js'
import type { TagDefinition, TagParser } from '../definition.js'
import { findFragment, fragmentEnd, skipSpaces } from '../scan.js'
import { inspect, toLiquidString } from '../text.js'

export const cycleTag: TagDefinition = {
  name: 'cycle',
  kind: 'inline',
  parse(markup, parser) {
    const { name, values: given } = splitCycle(markup, parser)
    // liquid/tags/cycle.rb leaves out what is nil when it is read, not what becomes so.
    const values = given.filter((value) => parser.literal(value) !== null)
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
  const end = fragmentEnd(markup, 0)
  if (end === 0) {
    parser.fail("Syntax Error in 'cycle' - Valid syntax: cycle [name :] var [, var2, var3 ...]")
  }
  const after = skipSpaces(markup, end)
  const colon = markup[after] === ':' ? after : colonIn(markup.slice(0, end))
  if (colon <= 0) return { name: null, values: cycleValues(markup) }
  const name = markup.slice(0, Math.min(end, colon))
  return { name, values: cycleValues(markup.slice(colon + 1)) }
}

// A colon in quotes is part of a text.
const colonIn = (fragment: string): number =>
  [...fragment.matchAll(/"[^"]*"|'[^']*'|:/g)].findLast(([found]) => found === ':')?.index ?? -1

const cycleValues = (markup: string): string[] =>
  markup.split(',').flatMap((part) => findFragment(part, 0)?.text ?? [])

// Without a name, equal lists of literals share their turn, and lists with variables have their own.
const cycleKey = (
  name: string | null,
  values: string[],
  parser: TagParser,
): ((ctx: RenderContext) => unknown) => {
  if (name !== null) {
    const named = parser.parseExpression(name)
    return (ctx) => `named ${inspect(named(ctx))}`
  }
  const literals = values.map((value) => parser.literal(value))
  if (literals.includes(undefined)) {
    const own = Symbol('cycle')
    return () => own
  }
  const key = `list ${inspect(literals.map((literal) => literal ?? null))}`
  return () => key
}
