/** Tags that set names: assign, capture, increment, decrement. */

import { Output } from '../context.js'
import type { TagDefinition } from '../definition.js'
import { add, fromNumeric, toNumeric } from '../number.js'
import { isWord, skipSpaces } from '../scan.js'
import { toLiquidString } from '../text.js'

const SIGNATURE_EXTRA = '.-[]'

const isInSignature = (text: string, at: number): boolean =>
  at < text.length && (isWord(text.charCodeAt(at)) || SIGNATURE_EXTRA.includes(text.charAt(at)))

/** A bracket stands only right before or behind what is in a name. */
const isSignature = (text: string, at: number): boolean =>
  isInSignature(text, text[at] === '(' ? at + 1 : at)

const signatureEnd = (text: string, start: number): number => {
  let at = start
  while (isSignature(text, at)) {
    if (text[at] === '(') at++
    at++
    if (text[at] === ')') at++
  }
  return at
}

interface Target {
  readonly name: string
  readonly rest: string
}

/** The first name that an `=` follows; whatever stands before it is passed over. */
const splitAssignment = (markup: string): Target | null => {
  let at = 0
  while (at < markup.length) {
    const end = signatureEnd(markup, at)
    if (end > at) {
      const equals = skipSpaces(markup, end)
      const name = markup.slice(at, end)
      if (markup[equals] === '=')
        return { name, rest: markup.slice(skipSpaces(markup, equals + 1)) }
    }
    at = Math.max(end, at + 1)
  }
  return null
}

export const assignTag: TagDefinition = {
  name: 'assign',
  kind: 'inline',
  parse(markup, parser) {
    const target = splitAssignment(markup)
    if (target === null) {
      return parser.fail("Syntax Error in 'assign' - Valid syntax: assign [var] = [source]")
    }
    const { name } = target
    const value = parser.parseVariable(target.rest)
    return { render: (ctx) => ctx.assign(name, value(ctx)), blank: true }
  },
}

export const captureTag: TagDefinition = {
  name: 'capture',
  kind: 'block',
  parse(markup, parser) {
    let start = 0
    while (start < markup.length && !isSignature(markup, start)) start++
    const name = markup.slice(start, signatureEnd(markup, start))
    if (name === '') parser.fail("Syntax Error in 'capture' - Valid syntax: capture [var]")
    const body = parser.parseBody()
    return {
      render: (ctx) => {
        const inner = new Output()
        body.render(ctx, inner)
        ctx.assign(name, inner.text)
      },
      blank: true,
    }
  },
}

export const incrementTag: TagDefinition = {
  name: 'increment',
  kind: 'inline',
  parse(markup) {
    const name = markup.trim()
    return (ctx, out) => {
      const value = ctx.count(name)
      out.write(toLiquidString(value))
      ctx.setCount(name, fromNumeric(add(toNumeric(value), 1n)))
    }
  },
}

export const decrementTag: TagDefinition = {
  name: 'decrement',
  kind: 'inline',
  parse(markup) {
    const name = markup.trim()
    return (ctx, out) => {
      const value = fromNumeric(add(toNumeric(ctx.count(name)), -1n))
      ctx.setCount(name, value)
      out.write(toLiquidString(value))
    }
  },
}
