/** What a lexer is made of: rules, states, tables of words; and the helpers that lexers are written with. */

import { compilePattern, type Closing } from './pattern.js'
import { firstChars, OTHER, type CharSet } from './firstChars.js'
import type { Lexing, WordTable } from './lexing.js'
import type { TokenClass } from './token.js'

/** What one group of a match becomes; null drops it (its text belongs to another group). */
type GroupAction = TokenClass | WordTable

/**
 * What a match becomes: one class, a class by word, one of these for each of the groups (which
 * together make up the match), or a function that emits and moves by itself.
 */
type Action =
  | GroupAction
  | readonly GroupAction[]
  | ((run: Lexing, text: string, match: RegExpExecArray) => void)

/** Where to go after a match: `name` to push a state, `#pop`, `#pop:2`; several run in order. */
type Transition = string | readonly string[]

/** `include:name` puts another state's rules in this place. */
export type Rule =
  | readonly [pattern: RegExp | Closing, action: Action, transition?: Transition]
  | `include:${string}`

/** The states of a lexer, tried rule by rule in order; lexing begins in `root`. */
export type States = Readonly<Record<string, readonly Rule[]>>

/** A lexer as written: its states and what is done before the first text. */
export interface Grammar {
  readonly states: States
  /** Runs when lexing begins, with the code; it may push states or store options. */
  readonly start?: (run: Lexing, code: string) => void
}

/** One step of a compiled transition: a state to enter, or a number of states to leave. */
type Move = CompiledState | number

/** A rule ready to run. */
export interface CompiledRule {
  readonly pattern: RegExp
  /** Where its opening mark stands and how far a failure holds; null when it may differ soon. */
  readonly closing: Closing | null
  readonly action: Action
  readonly moves: readonly Move[]
  readonly first: CharSet | null
}

/** A state ready to run. */
export interface CompiledState {
  readonly name: string
  readonly rules: CompiledRule[]
  /** Rules that can match at a first character, by its code; filled when first needed. */
  readonly byChar: (readonly CompiledRule[] | undefined)[]
}

/** A grammar ready to run. */
export interface CompiledGrammar {
  readonly states: ReadonlyMap<string, CompiledState>
  readonly start: Grammar['start']
}

/**
 * Makes a table of words, written as blank-separated lists by class.
 *
 * @param otherwise class of a text that is in no list
 */
export function words(
  otherwise: TokenClass,
  lists: Partial<Record<TokenClass, string>>,
  options: { readonly ignoreCase?: boolean } = {},
): WordTable {
  const ignoreCase = options.ignoreCase ?? false
  let table: Map<string, TokenClass> | null = null
  return {
    // Made when it is asked for: of all languages a site has a few.
    get words() {
      return (table ??= tableOf(lists, ignoreCase))
    },
    otherwise,
    ignoreCase,
  }
}

function tableOf(
  lists: Partial<Record<TokenClass, string>>,
  ignoreCase: boolean,
): Map<string, TokenClass> {
  const table = new Map<string, TokenClass>()
  for (const [token, list] of Object.entries(lists)) {
    for (const word of list.trim().split(/\s+/)) {
      const key = ignoreCase ? word.toLowerCase() : word
      if (!table.has(key)) table.set(key, token as TokenClass)
    }
  }
  return table
}

/** Looks a text up in a table of words. */
export function classOf(table: WordTable, text: string): TokenClass {
  return table.words.get(table.ignoreCase ? text.toLowerCase() : text) ?? table.otherwise
}

/**
 * Compiles a grammar.
 *
 * @throws Error when a rule names a state that is not there
 */
export function compileGrammar(grammar: Grammar): CompiledGrammar {
  const states = new Map<string, CompiledState>()
  for (const name of Object.keys(grammar.states)) {
    states.set(name, { name, rules: [], byChar: [] })
  }
  for (const state of states.values()) {
    for (const rule of rulesOf(grammar.states, state.name)) {
      state.rules.push(compileRule(rule, states))
    }
  }
  return { states, start: grammar.start }
}

/** The rules of a state that can match at a character of this code. */
export function rulesAt(state: CompiledState, code: number): readonly CompiledRule[] {
  const index = code < OTHER ? code : OTHER
  const known = state.byChar[index]
  if (known) return known
  const rules = state.rules.filter((rule) => rule.first === null || rule.first[index] === 1)
  state.byChar[index] = rules
  return rules
}

type WrittenRule = Exclude<Rule, string>

function rulesOf(states: States, name: string): WrittenRule[] {
  const rules = states[name]
  if (!rules) throw new Error(`a rule names the state ${name}, which is not there`)
  return rules.flatMap((rule) =>
    typeof rule === 'string' ? rulesOf(states, rule.slice('include:'.length)) : [rule],
  )
}

function compileRule(rule: WrittenRule, states: ReadonlyMap<string, CompiledState>): CompiledRule {
  const [written, action, transition = []] = rule
  const lasting = written instanceof RegExp ? null : written
  const closing = lasting && { ...lasting, opening: compilePattern(lasting.opening) }
  const pattern = compilePattern(written instanceof RegExp ? written : written.pattern)
  const steps = typeof transition === 'string' ? [transition] : transition
  const moves = steps.map((step) => compileMove(step, states))
  return { pattern, closing, action, moves, first: firstChars(pattern) }
}

function compileMove(step: string, states: ReadonlyMap<string, CompiledState>): Move {
  const pop = /^#pop(?::(\d+))?$/.exec(step)
  if (pop) return Number(pop[1] ?? 1)
  const state = states.get(step)
  if (!state) throw new Error(`a rule leads to the state ${step}, which is not there`)
  return state
}
