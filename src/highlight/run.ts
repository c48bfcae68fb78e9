/** Runs a lexer over a text, as Rouge's `RegexLexer` does. */

import {
  classOf,
  rulesAt,
  type CompiledGrammar,
  type CompiledRule,
  type CompiledState,
} from './grammar.js'
import type { LexerOptions, Lexing, WordTable } from './lexing.js'
import type { Closing } from './pattern.js'
import type { TokenClass, TokenList } from './token.js'

/** What a run needs: where tokens go and how to find the grammar of another language. */
interface RunContext {
  readonly tokens: TokenList
  readonly findGrammar: (language: string) => CompiledGrammar | null
  readonly options: LexerOptions
  /** How many runs are around this one; deeper than `MAX_DEPTH` text stays plain. */
  readonly depth: number
}

/** A rule may match nothing this many times in a row; then one character becomes an error. */
const MAX_EMPTY_MATCHES = 5
const MAX_DEPTH = 24

/** So many different marks of a rule may lack their closing ones; then the rule is left out. */
const MAX_MARKS = 64

/** Up to where a rule cannot match, by what the groups of its opening mark held. */
type Hopeless = Map<string, number>

function endOf(end: RegExp | null, text: string, at: number): number {
  if (!end) return text.length
  end.lastIndex = at + 1
  return end.exec(text)?.index ?? text.length
}

/**
 * One lexer at work: a stack of states that lasts over several texts, so that a lexer inside
 * another one (a script in HTML) goes on where it stopped.
 */
export class Run implements Lexing {
  notes = new Map<string, string>()
  queue: string[] = []
  text = ''
  at = 0

  #hopeless = new Map<CompiledRule, Hopeless>()
  #stack: CompiledState[] = []
  readonly #children = new Map<string, Run | null>()

  constructor(
    private readonly grammar: CompiledGrammar | null,
    private readonly context: RunContext,
  ) {}

  get options(): LexerOptions {
    return this.context.options
  }

  get state(): string {
    return this.#top().name
  }

  get depth(): number {
    return this.#stack.length
  }

  isIn(name: string): boolean {
    return this.#stack.some((state) => state.name === name)
  }

  reset(): void {
    this.#stack = []
    this.notes.clear()
    this.queue.length = 0
  }

  emit(token: TokenClass, text: string): void {
    this.context.tokens.add(token, text)
  }

  push(name: string): void {
    const state = this.grammar?.states.get(name)
    if (!state) throw new Error(`a rule leads to the state ${name}, which is not there`)
    this.#stack.push(state)
  }

  pop(count = 1): void {
    this.#stack.length = Math.max(1, this.#stack.length - count)
  }

  goto(name: string): void {
    this.#stack.pop()
    this.push(name)
  }

  delegate(language: string, text: string): void {
    if (text === '') return
    const child = this.#child(language)
    if (child) child.lex(text)
    else this.emit('', text)
  }

  knows(language: string): boolean {
    return this.context.findGrammar(language) !== null
  }

  restart(language: string): void {
    this.#children.delete(language)
  }

  leaveIn(language: string, state: string): void {
    const child = this.#child(language)
    if (child?.state === state) child.pop()
  }

  recurse(text: string): void {
    const inner = new Run(this.grammar, { ...this.context, depth: this.context.depth + 1 })
    if (this.context.depth < MAX_DEPTH) inner.lex(text)
    else this.emit('', text)
  }

  recurseIn(name: string, text: string): void {
    const inner = new Run(this.grammar, { ...this.context, depth: this.context.depth + 1 })
    if (this.context.depth >= MAX_DEPTH) return this.emit('', text)
    inner.#begin(text)
    inner.push(name)
    inner.lex(text)
  }

  /** Lexes a text to its end, from the states that the text before left. */
  lex(text: string): void {
    if (!this.grammar) return this.emit('', text)
    const [outerText, outerAt, outerHopeless] = [this.text, this.at, this.#hopeless]
    this.#begin(text)
    this.text = text
    this.at = 0
    this.#hopeless = new Map()
    let empty = 0
    while (this.at < text.length) {
      const before = this.at
      const matched = this.#step()
      empty = matched && this.at === before ? empty + 1 : 0
      if (!matched || empty > MAX_EMPTY_MATCHES) {
        this.#error()
        empty = 0
      }
    }
    this.text = outerText
    this.at = outerAt
    this.#hopeless = outerHopeless
  }

  #begin(text: string): void {
    if (this.#stack.length > 0) return
    this.push('root')
    this.grammar?.start?.(this, text)
  }

  #top(): CompiledState {
    const state = this.#stack[this.#stack.length - 1]
    if (!state) throw new Error('a lexer has no state')
    return state
  }

  #child(language: string): Run | null {
    const known = this.#children.get(language)
    if (known !== undefined) return known
    const grammar = this.context.depth < MAX_DEPTH ? this.context.findGrammar(language) : null
    const context = { ...this.context, options: {}, depth: this.context.depth + 1 }
    const child = grammar && new Run(grammar, context)
    this.#children.set(language, child)
    return child
  }

  #step(): boolean {
    const { text, at } = this
    for (const rule of rulesAt(this.#top(), text.charCodeAt(at))) {
      const { pattern, action, closing } = rule
      if (closing && this.#hopeless.size > 0 && this.#isHopeless(rule, closing)) continue
      pattern.lastIndex = at
      if (typeof action === 'string') {
        if (!pattern.test(text)) {
          if (closing) this.#giveUp(rule, closing)
          continue
        }
        this.at = pattern.lastIndex
        this.emit(action, text.slice(at, this.at))
      } else {
        const match = pattern.exec(text)
        if (!match) {
          if (closing) this.#giveUp(rule, closing)
          continue
        }
        this.at = pattern.lastIndex
        this.#act(rule, match)
      }
      this.#move(rule)
      return true
    }
    return false
  }

  // What the groups of the opening mark held; null when it does not stand here.
  #openingKey({ opening }: Closing): string | null {
    opening.lastIndex = this.at
    const opened = opening.exec(this.text)
    return opened && opened.slice(1).join(' ')
  }

  #isHopeless(rule: CompiledRule, closing: Closing): boolean {
    const known = this.#hopeless.get(rule)
    if (!known) return false
    if (known.size >= MAX_MARKS) return true
    const key = this.#openingKey(closing)
    return key !== null && this.at < (known.get(key) ?? 0)
  }

  #giveUp(rule: CompiledRule, closing: Closing): void {
    const key = this.#openingKey(closing)
    if (key === null) return
    const known = this.#hopeless.get(rule) ?? new Map<string, number>()
    known.set(key, endOf(closing.end, this.text, this.at))
    this.#hopeless.set(rule, known)
  }

  #act({ action }: CompiledRule, match: RegExpExecArray): void {
    const text = match[0]
    if (typeof action === 'function') return action(this, text, match)
    if (!Array.isArray(action)) return this.emitAs(action as TokenClass | WordTable, text)
    for (const [i, part] of action.entries()) {
      const group = match[i + 1]
      if (group) this.emitAs(part as TokenClass | WordTable, group)
    }
  }

  emitAs(action: TokenClass | WordTable, text: string): void {
    this.emit(typeof action === 'string' ? action : classOf(action, text), text)
  }

  #move(rule: CompiledRule): void {
    for (const move of rule.moves) {
      if (typeof move === 'number') this.pop(move)
      else this.#stack.push(move)
    }
  }

  #error(): void {
    const char = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0)
    this.at += char.length
    this.emit('err', char)
  }
}
