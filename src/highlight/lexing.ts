/** What the rules of a lexer see while it works: the stack of states, the text, the tokens. */

import type { TokenClass } from './token.js'

/** Options of a lexer, as written after the language: `php?start_inline=1`. */
export type LexerOptions = Readonly<Record<string, string>>

/** Gives a matched text its class by looking it up; made by `words`. */
export interface WordTable {
  readonly words: ReadonlyMap<string, TokenClass>
  readonly otherwise: TokenClass
  readonly ignoreCase: boolean
}

/** A lexer at work, as the rules that move by themselves see it: a stack of states over a text. */
export interface Lexing {
  /** Free for the grammar's own use; cleared by `reset`. */
  readonly notes: Map<string, string>
  /** Free for the grammar's own use, such as heredocs that wait; cleared by `reset`. */
  queue: string[]
  /** The whole text in hand and the position in it. */
  readonly text: string
  at: number
  readonly options: LexerOptions
  /** Name of the state on top. */
  readonly state: string
  /** Number of states on the stack. */
  readonly depth: number
  /** True when a state of this name is on the stack. */
  isIn(name: string): boolean
  /** Forgets states and notes. */
  reset(): void
  /** Puts out a token. */
  emit(token: TokenClass, text: string): void
  /** Puts out a token of a class, or of the class that a table of words gives. */
  emitAs(action: TokenClass | WordTable, text: string): void
  /** Enters a state. @throws Error when the grammar has none of this name */
  push(name: string): void
  /** Leaves states; the outermost one stays. */
  pop(count?: number): void
  /** Leaves the state on top for another one. */
  goto(name: string): void
  /**
   * Lexes a text with another language, whose lexer keeps its states until `restart`.
   * Text of a language without a lexer is plain.
   */
  delegate(language: string, text: string): void
  /** Whether a language has a lexer here. */
  knows(language: string): boolean
  /** Makes the next `delegate` to a language begin anew. */
  restart(language: string): void
  /** Leaves the state on top of another language's lexer if it has this name. */
  leaveIn(language: string, state: string): void
  /** Lexes a text with a new run of this same grammar. */
  recurse(text: string): void
  /** Lexes a text with a new run of this same grammar that begins in the given state. */
  recurseIn(name: string, text: string): void
}
