/** What stands in `for` and `tablerow`: `item in collection reversed limit:2 offset:1`. */

import { syntaxError } from '../error.js'
import type { Expression, TagParser } from '../definition.js'
import { StrictParser } from '../lexer.js'
import { fragmentEnd, isWord, scanAttributes, skipSpaces } from '../scan.js'

/** The parts as text. */
export interface LoopMarkup {
  readonly variable: string
  readonly collection: string
  readonly reversed: boolean
  readonly attributes: ReadonlyMap<string, string>
}

const FOR_ERROR = "Syntax Error in 'for loop' - Valid syntax: for [item] in [collection]"

/** @throws LiquidError `syntax` */
export const parseForStrict = (markup: string): LoopMarkup => {
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

/** @throws LiquidError `syntax` */
export const parseForLax = (markup: string): LoopMarkup => {
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

/** The parts that every loop evaluates. */
export interface LoopParts {
  readonly markup: LoopMarkup
  readonly collection: Expression
  readonly limit: Expression | null
  /** `continue`, or an expression, or none. */
  readonly offset: Expression | 'continue' | null
}

/** Parses the expressions of the parts. */
export const compileLoop = (markup: LoopMarkup, parser: TagParser): LoopParts => {
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
