/** Reads the tokens of a template and compiles them, tag by tag. */

import { NodeList } from './body.js'
import { compileCondition, parseConditionLax, parseConditionStrict } from './condition.js'
import type {
  Body,
  BodyEnd,
  BodyNodes,
  Condition,
  ErrorMode,
  Expression,
  Render,
  TagDefinition,
  TagParser,
} from './definition.js'
import { LiquidError, syntaxError } from './error.js'
import type { ExpressionParser } from './expression.js'
import { lstrip, rstrip } from './scan.js'
import { toLiquidString } from './text.js'
import {
  lineTokens,
  newlines,
  parseTagToken,
  parseVariableToken,
  textBeforeEnd,
  type TagMarkup,
  type Token,
} from './tokenizer.js'
import {
  compileVariable,
  parseVariableLax,
  parseVariableStrict,
  type VariableMarkup,
  type VariableOptions,
} from './variable.js'

/** What a parser is given by its engine. */
export interface ParserOptions {
  readonly tags: ReadonlyMap<string, TagDefinition>
  readonly expressions: ExpressionParser
  readonly variables: VariableOptions
  readonly errorMode: ErrorMode
  readonly maxDepth: number
  readonly path: string | null
  readonly onWarning: (warning: LiquidError) => void
}

interface Block {
  readonly name: string
  readonly names: readonly string[]
  readonly lenient: boolean
}

interface Parsed {
  readonly body: NodeList
  readonly end: BodyEnd | null
}

/** Parses one template. */
export class Parser {
  private position = 0
  private depth = 0
  private trimNext = false
  line: number

  constructor(
    private readonly tokens: readonly Token[],
    readonly options: ParserOptions,
  ) {
    this.line = tokens[0]?.line ?? 1
  }

  /** @throws LiquidError `syntax` */
  parseDocument(): Render {
    try {
      return this.parseNodes(null).body.compile()
    } catch (error) {
      throw error instanceof LiquidError
        ? error.locate({ line: this.line, path: this.options.path })
        : error
    }
  }

  /** Nodes up to one of the block's names or its end; null for the whole document. */
  private parseNodes(block: Block | null): Parsed {
    const body = new NodeList(this.options.path)
    for (;;) {
      const token = this.tokens[this.position++]
      if (token === undefined) break
      this.line = token.line
      const end = this.parseToken(token, body, block)
      if (end !== null) return { body, end }
    }
    if (block !== null) {
      this.line = endLine(this.tokens)
      throw syntaxError(`'${block.name}' tag was never closed`)
    }
    return { body, end: null }
  }

  private parseToken(token: Token, body: NodeList, block: Block | null): BodyEnd | null {
    if (token.kind === 'tag') return this.parseTag(token, body, block)
    if (token.kind === 'variable') this.addVariable(token, body)
    else this.addText(token.raw, body)
    return null
  }

  private addText(raw: string, body: NodeList): void {
    body.add({ kind: 'text', text: this.trimNext ? lstrip(raw) : raw })
    this.trimNext = false
  }

  private addVariable(token: Token, body: NodeList): void {
    const parsed = parseVariableToken(token.raw)
    if (parsed === null) {
      throw syntaxError(`Variable '${token.raw}' was not properly terminated with regexp: /\\}\\}/`)
    }
    this.trim(body, parsed)
    const value = this.parseVariable(parsed.markup)
    const render: Render = (ctx, out) => {
      const result = value(ctx)
      out.text += typeof result === 'string' ? result : toLiquidString(result)
    }
    body.add({ kind: 'render', render, line: token.line, blank: false })
  }

  private trim(body: NodeList, markup: { trimLeft: boolean; trimRight: boolean }): void {
    const before = body.lastText
    if (markup.trimLeft && before !== undefined) before.text = rstrip(before.text)
    this.trimNext = markup.trimRight
  }

  private parseTag(token: Token, body: NodeList, block: Block | null): BodyEnd | null {
    const tag = parseTagToken(token.raw)
    if (tag === null) {
      throw syntaxError(`Tag '${token.raw}' was not properly terminated with regexp: /\\%\\}/`)
    }
    this.trim(body, tag)
    this.line = token.line + tag.linesBefore
    const definition = this.options.tags.get(tag.name)
    if (definition !== undefined) {
      this.addTag(definition, tag, body)
      return null
    }
    if (block !== null && isEnd(tag.name, block)) return { name: tag.name, markup: tag.markup }
    if (block?.lenient !== true) throw unknownTag(tag.name, block)
    return null
  }

  private addTag(definition: TagDefinition, tag: TagMarkup, body: NodeList): void {
    const line = this.line
    const compiled = definition.parse(tag.markup, this.tagParser(tag.name, line))
    const { render, blank } =
      typeof compiled === 'function' ? { render: compiled, blank: false } : compiled
    body.add({ kind: 'render', render, line, blank })
  }

  private tagParser(tagName: string, line: number): TagParser {
    const { path, errorMode, expressions } = this.options
    return {
      tagName,
      path,
      line,
      errorMode,
      parseExpression: (markup) => expressions.parse(markup),
      literal: (markup) => expressions.literal(markup),
      parseOperand: (markup) => expressions.parseOperand(markup),
      parseVariable: (markup) => this.parseVariable(markup),
      parseCondition: (markup) => this.parseCondition(markup),
      parseEither: (strict, lax, markup) =>
        this.parseEither({ strict, lax, markup: markup.trim() }),
      parseBody: () => this.parseBody(tagName),
      parseUntil: (names, options) => this.parseUntil(tagName, names, options),
      parseLines: (markup) => this.parseLines(markup, line),
      readRaw: () => this.readRaw(tagName),
      fail: (reason) => {
        throw syntaxError(reason)
      },
      warn: (error) => this.options.onWarning(error.locate({ line: this.line, path })),
    }
  }

  /** Strict first, then lax with a warning, as the error mode has it. */
  private parseEither<Result>(grammar: Grammar<Result>): Result {
    const { errorMode, onWarning, path } = this.options
    if (errorMode === 'lax') return grammar.lax()
    try {
      return grammar.strict()
    } catch (error) {
      if (!(error instanceof LiquidError) || error.code !== 'syntax') throw error
      error.locate({ line: this.line, path, markup: grammar.markup })
      if (errorMode === 'strict') throw error
      onWarning(error)
      return grammar.lax()
    }
  }

  private parseVariable(markup: string): Expression {
    const parsed = this.parseEither({
      strict: () => parseVariableStrict(markup),
      lax: () => laxVariable(markup),
      markup: `{{${markup}}}`,
    })
    return compileVariable(parsed, this.options.variables)
  }

  private parseCondition(markup: string): Condition {
    const parsed = this.parseEither({
      strict: () => parseConditionStrict(markup),
      lax: () => parseConditionLax(markup),
      markup: markup.trim(),
    })
    return compileCondition(parsed, this.options.expressions)
  }

  private parseBody(tagName: string): Body {
    const { body } = this.parseUntil(tagName, [])
    return { render: body.compile(), blank: body.blank }
  }

  private parseUntil(
    tagName: string,
    names: readonly string[],
    options: { lenient?: boolean } = {},
  ): { body: BodyNodes; end: BodyEnd } {
    if (this.depth >= this.options.maxDepth) {
      throw new LiquidError('stack_level', 'Nesting too deep')
    }
    this.depth++
    const { body, end } = this.parseNodes({
      name: tagName,
      names,
      lenient: options.lenient === true,
    })
    this.depth--
    if (end === null) throw syntaxError(`'${tagName}' tag was never closed`)
    return { body, end }
  }

  /** Blocks that begin in the lines end in them. */
  private parseLines(markup: string, line: number): Body {
    // The tag itself is not known in its lines (liquid/block_body.rb: parse_for_liquid_tag).
    const tags = new Map([...this.options.tags].filter(([name]) => name !== 'liquid'))
    // Raw text ends at the text `{% endraw %}`, which no line can have (liquid/tags/raw.rb).
    for (const [name, tag] of tags) if (tag.kind === 'raw') tags.set(name, neverClosed(tag))
    const lines = new Parser(lineTokens(markup, line), { ...this.options, tags })
    lines.depth = this.depth
    const { body } = lines.parseNodes(null)
    return { render: body.compile(), blank: body.blank }
  }

  private readRaw(tagName: string): string {
    const { line } = this
    let text = ''
    for (;;) {
      const token = this.tokens[this.position++]
      this.line = token?.line ?? line
      if (token === undefined) throw syntaxError(`'${tagName}' tag was never closed`)
      const before = textBeforeEnd(token.raw, `end${tagName}`)
      if (before !== null) return text + before
      text += token.raw
    }
  }
}

interface Grammar<Result> {
  readonly strict: () => Result
  readonly lax: () => Result
  readonly markup: string
}

// Variables are read strictly first even in lax mode: `{{ a. b }}` is `a.b` in all modes.
const laxVariable = (markup: string): VariableMarkup => {
  try {
    return parseVariableStrict(markup)
  } catch {
    return parseVariableLax(markup)
  }
}

const endLine = (tokens: readonly Token[]): number => {
  const last = tokens.at(-1)
  return last === undefined ? 1 : last.line + newlines(last.raw)
}

const neverClosed = (tag: TagDefinition): TagDefinition => ({
  name: tag.name,
  kind: 'raw',
  parse: (_markup, parser) => parser.fail(`'${tag.name}' tag was never closed`),
})

const isEnd = (name: string, block: Block): boolean =>
  name === `end${block.name}` || block.names.includes(name)

const unknownTag = (name: string, block: Block | null): LiquidError => {
  if (block === null) {
    const outer = name === 'else' || name === 'end'
    return syntaxError(outer ? `Unexpected outer '${name}' tag` : `Unknown tag '${name}'`)
  }
  if (name === 'else') return syntaxError(`${block.name} tag does not expect 'else' tag`)
  if (!name.startsWith('end')) return syntaxError(`Unknown tag '${name}'`)
  return syntaxError(
    `'${name}' is not a valid delimiter for ${block.name} tags. use end${block.name}`,
  )
}
