/** Tags that choose: if, unless, case, ifchanged. */

import { Output } from '../context.js'
import type {
  BodyNodes,
  CompiledTag,
  Condition,
  Expression,
  Render,
  TagDefinition,
  TagParser,
} from '../definition.js'
import { equals } from '../compare.js'
import { findFragment, isSpace, skipSpaces } from '../scan.js'
import { LiteralDrop } from '../expression.js'

interface Branch {
  readonly test: Condition
  readonly body: BodyNodes
}

const always: Condition = () => true

const compileBranches = (branches: readonly Branch[]): CompiledTag => {
  const blank = branches.every((branch) => branch.body.blank)
  const tests = branches.map((branch) => branch.test)
  const renders = branches.map((branch) => branch.body.compile({ dropText: blank }))
  const render: Render = (ctx, out) => {
    for (let index = 0; index < tests.length; index++) {
      if (tests[index]?.(ctx) === true) {
        renders[index]?.(ctx, out)
        return
      }
    }
  }
  return { render, blank }
}

const parseBranches = (parser: TagParser, first: Condition): CompiledTag => {
  const branches: Branch[] = []
  let test = first
  for (;;) {
    const { body, end } = parser.parseUntil(['elsif', 'else'])
    branches.push({ test, body })
    if (end.name === 'elsif') test = parser.parseCondition(end.markup)
    else if (end.name === 'else') test = always
    else return compileBranches(branches)
  }
}

export const ifTag: TagDefinition = {
  name: 'if',
  kind: 'block',
  parse: (markup, parser) => parseBranches(parser, parser.parseCondition(markup)),
}

export const unlessTag: TagDefinition = {
  name: 'unless',
  kind: 'block',
  parse(markup, parser) {
    const test = parser.parseCondition(markup)
    return parseBranches(parser, (ctx) => !test(ctx))
  },
}

interface When {
  /** null is `else`. */
  readonly values: readonly Expression[] | null
  readonly body: BodyNodes
}

const WHEN_ERROR =
  "Syntax Error in tag 'case' - Valid when condition: {% when [condition] [or condition2...] %}"

/** Values of `when`, joined by `or` or commas; what comes after anything else is passed over. */
const parseWhen = (markup: string, parser: TagParser): Expression[] => {
  const values: Expression[] = []
  let rest: string | null = markup
  while (rest !== null) {
    const found = findFragment(rest, 0)
    if (found === null) return parser.fail(WHEN_ERROR)
    values.push(parser.parseOperand(found.text))
    rest = afterJoin(rest, found.end)
  }
  return values
}

const afterJoin = (text: string, from: number): string | null => {
  const at = skipSpaces(text, from)
  if (text[at] === ',') return restOrNull(text.slice(skipSpaces(text, at + 1)))
  const isOr = at > from && text.startsWith('or', at) && isSpace(text.charCodeAt(at + 2))
  return isOr ? restOrNull(text.slice(skipSpaces(text, at + 2))) : null
}

const restOrNull = (text: string): string | null => {
  const found = findFragment(text, 0)
  return found !== null && found.start === 0 ? text : null
}

const parseWhens = (parser: TagParser): When[] => {
  const whens: When[] = []
  // What stands before the first `when` is never shown.
  let { end } = parser.parseUntil(['when', 'else'])
  while (end.name !== 'endcase') {
    const values = end.name === 'when' ? parseWhen(end.markup, parser) : null
    if (values === null && end.markup.trim() !== '') parser.fail(ELSE_ERROR)
    const next = parser.parseUntil(['when', 'else'])
    whens.push({ values, body: next.body })
    end = next.end
  }
  return whens
}

const ELSE_ERROR = "Syntax Error in tag 'case' - Valid else condition: {% else %} (no parameters) "

export const caseTag: TagDefinition = {
  name: 'case',
  kind: 'block',
  parse(markup, parser) {
    const found = findFragment(markup, 0)
    if (found === null) {
      return parser.fail("Syntax Error in 'case' - Valid syntax: case [condition]")
    }
    const subject = parser.parseExpression(found.text)
    const whens = parseWhens(parser)
    const blank = whens.every((when) => when.body.blank)
    const arms = whens.map((when) => ({
      values: when.values,
      render: when.body.compile({ dropText: blank }),
    }))
    return { render: renderCase(subject, arms), blank }
  },
}

interface Arm {
  readonly values: readonly Expression[] | null
  readonly render: Render
}

// Every matching arm is shown, once for each value that matches.
const renderCase =
  (subject: Expression, arms: readonly Arm[]): Render =>
  (ctx, out) => {
    let matched = false
    for (const arm of arms) {
      if (arm.values === null) {
        if (!matched) arm.render(ctx, out)
        continue
      }
      for (const value of arm.values) {
        if (!matches(subject, value)(ctx)) continue
        matched = true
        arm.render(ctx, out)
      }
    }
  }

const matches =
  (subject: Expression, value: Expression): Condition =>
  (ctx) => {
    const left = subject(ctx)
    const right = value(ctx)
    return right instanceof LiteralDrop ? right.equals(left) : equals(left, right)
  }

export const ifchangedTag: TagDefinition = {
  name: 'ifchanged',
  kind: 'block',
  parse(_markup, parser) {
    const body = parser.parseBody()
    const render: Render = (ctx, out) => {
      const inner = new Output()
      body.render(ctx, inner)
      if (inner.text === ctx.lastChanged) return
      ctx.lastChanged = inner.text
      out.write(inner.text)
    }
    return { render, blank: body.blank }
  },
}
