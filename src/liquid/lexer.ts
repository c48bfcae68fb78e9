/** The strict grammar of expressions: tokens, and a parser that gives back normalized markup. */

import { syntaxError } from './error.js'
import { inspectString } from './text.js'
import { isSpace, skipSpaces } from './scan.js'

/** Kinds of tokens, by Liquid's names, which its messages show. */
type TokenKind =
  | 'id'
  | 'string'
  | 'number'
  | 'dotdot'
  | 'comparison'
  | 'pipe'
  | 'dot'
  | 'colon'
  | 'comma'
  | 'open_square'
  | 'close_square'
  | 'open_round'
  | 'close_round'
  | 'question'
  | 'dash'
  | 'end_of_string'

interface Token {
  readonly kind: TokenKind
  readonly text: string
}

const SPECIALS: ReadonlyMap<string, TokenKind> = new Map([
  ['|', 'pipe'],
  ['.', 'dot'],
  [':', 'colon'],
  [',', 'comma'],
  ['[', 'open_square'],
  [']', 'close_square'],
  ['(', 'open_round'],
  [')', 'close_round'],
  ['?', 'question'],
  ['-', 'dash'],
])

const COMPARISON = /==|!=|<>|<=|>=|<|>|contains(?=[\t-\r ])/y
const NUMBER = /-?\d+(?:\.\d+)?/y
const IDENTIFIER = /[a-zA-Z_][\w-]*\??/y

const matchAt = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

const tokenAt = (text: string, at: number): Token => {
  const comparison = matchAt(COMPARISON, text, at)
  if (comparison !== null) return { kind: 'comparison', text: comparison }
  const quote = text[at]
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, at + 1)
    if (close > 0) return { kind: 'string', text: text.slice(at, close + 1) }
  }
  const number = matchAt(NUMBER, text, at)
  if (number !== null) return { kind: 'number', text: number }
  const identifier = matchAt(IDENTIFIER, text, at)
  if (identifier !== null) return { kind: 'id', text: identifier }
  if (text.startsWith('..', at)) return { kind: 'dotdot', text: '..' }
  return specialAt(text, at)
}

const specialAt = (text: string, at: number): Token => {
  const char = String.fromCodePoint(text.codePointAt(at) ?? 0)
  const kind = SPECIALS.get(char)
  if (kind === undefined) throw syntaxError(`Unexpected character ${char}`)
  return { kind, text: char }
}

const END: Token = { kind: 'end_of_string', text: '' }

const tokenize = (text: string): Token[] => {
  const tokens: Token[] = []
  let at = skipSpaces(text, 0)
  while (at < text.length) {
    const token = tokenAt(text, at)
    tokens.push(token)
    at += token.text.length
    if (at < text.length && isSpace(text.charCodeAt(at))) at = skipSpaces(text, at)
  }
  return tokens
}

// As deep as Ruby's own stack would let a range or an index nest, in round numbers.
const MAX_NESTING = 200

/**
 * Reads strictly. `expression` returns the markup without its blanks, which the lax grammar then
 * reads: so both give the same value where both accept.
 */
export class StrictParser {
  private readonly tokens: Token[]
  private position = 0
  private depth = 0

  /** @throws LiquidError `syntax` for a character that no token begins with */
  constructor(text: string) {
    this.tokens = tokenize(text)
  }

  private peek(ahead = 0): Token {
    return this.tokens[this.position + ahead] ?? END
  }

  look(kind: TokenKind, ahead = 0): boolean {
    return this.peek(ahead).kind === kind
  }

  /** @throws LiquidError `syntax` "Expected … but found …" */
  consume(kind?: TokenKind): string {
    const token = this.peek()
    if (kind !== undefined && token.kind !== kind) {
      throw syntaxError(`Expected ${kind} but found ${token.kind}`)
    }
    this.position++
    return token.text
  }

  /** The token's text when it is of the kind, else null and nothing is consumed. */
  accept(kind: TokenKind): string | null {
    return this.look(kind) ? this.consume(kind) : null
  }

  /** Consumes the word if it comes next. */
  acceptWord(word: string): boolean {
    if (!this.look('id') || this.peek().text !== word) return false
    this.position++
    return true
  }

  /** @throws LiquidError `syntax` "… is not a valid expression" */
  expression(): string {
    if (++this.depth > MAX_NESTING) throw syntaxError('Nesting too deep')
    const markup = this.readExpression()
    this.depth--
    return markup
  }

  private readExpression(): string {
    const token = this.peek()
    if (token.kind === 'id') return this.consume() + this.lookups()
    if (token.kind === 'string' || token.kind === 'number') return this.consume()
    if (token.kind === 'open_square') return this.index() + this.lookups()
    if (token.kind !== 'open_round') throw notAnExpression(token)
    this.consume()
    const first = this.expression()
    this.consume('dotdot')
    const last = this.expression()
    this.consume('close_round')
    return `(${first}..${last})`
  }

  private index(): string {
    return this.consume('open_square') + this.expression() + this.consume('close_square')
  }

  private lookups(): string {
    let markup = ''
    for (;;) {
      if (this.look('open_square')) markup += this.index()
      else if (this.look('dot')) markup += this.consume() + this.consume('id')
      else return markup
    }
  }

  /** One argument of a filter, `name: value` with the name kept. */
  argument(): string {
    const name =
      this.look('id') && this.look('colon', 1) ? `${this.consume()}${this.consume()} ` : ''
    return name + this.expression()
  }

  end(): void {
    this.consume('end_of_string')
  }
}

const notAnExpression = (token: Token): Error =>
  syntaxError(
    `[:${token.kind}${token.kind === 'end_of_string' ? '' : `, ${inspectString(token.text)}`}] is not a valid expression`,
  )
