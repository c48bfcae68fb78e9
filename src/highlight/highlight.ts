/**
 * Highlights code with the token classes of Rouge 3.30, byte for byte as its HTML formatter.
 *
 * A lexer (`lexers/`, one file a language) is states of rules; `run.ts` runs it in one pass over
 * the text. Nothing outside this folder is imported, and nothing here reads or writes files.
 *
 * Invariants: all text of the code comes out once and in order; any input ends, in linear time;
 * nothing throws on any code.
 */
import { compileGrammar, type CompiledGrammar } from './grammar.js'
import { formatSpans } from './html.js'
import { findLanguage } from './languages.js'
import { GRAMMARS } from './lexers.js'
import { plaintext } from './lexers/plaintext.js'
import type { LexerOptions } from './lexing.js'
import { Run } from './run.js'
import { TokenList } from './token.js'

/** Highlights code; grammars are compiled when first used and kept. */
export interface Highlighter {
  /** Whether a language has this name, with or without options behind a `?`. */
  isKnown(name: string): boolean
  /**
   * The HTML of the code's tokens, without a wrapper.
   *
   * @param name a language's name, possibly with options of its lexer: `php?start_inline=1`
   * @returns null when no language has the name; escaped text when it has no lexer here
   */
  highlight(code: string, name: string, options?: LexerOptions): string | null
  /** The language's own name (`ruby` for `rb`), or null. */
  resolve(name: string): string | null
}

/** Makes a highlighter. */
export function createHighlighter(): Highlighter {
  const compiled = new Map<string, CompiledGrammar>()

  function findGrammar(name: string): CompiledGrammar | null {
    const tag = findLanguage(name)
    if (tag === null) return null
    const known = compiled.get(tag)
    if (known !== undefined) return known
    const grammar = GRAMMARS[tag]
    const result = compileGrammar(grammar ?? plaintext)
    compiled.set(tag, result)
    return result
  }

  function highlight(code: string, name: string, given: LexerOptions = {}): string | null {
    const [language, written] = splitOptions(name)
    const grammar = findGrammar(language)
    if (!grammar) return null
    const tokens = new TokenList()
    const options = { ...written, ...given }
    new Run(grammar, { tokens, findGrammar, options, depth: 0 }).lex(code)
    return formatSpans(tokens)
  }

  const resolve = (name: string): string | null => findLanguage(splitOptions(name)[0])
  return { isKnown: (name) => resolve(name) !== null, highlight, resolve }
}

// An option without a value counts as set.
function splitOptions(name: string): [string, LexerOptions] {
  const mark = name.indexOf('?')
  if (mark < 0) return [name, {}]
  const pairs = new URLSearchParams(name.slice(mark + 1).replaceAll(';', '&'))
  const options = [...pairs].map(([key, value]) => [key, value === '' ? '1' : value] as const)
  return [name.slice(0, mark), Object.fromEntries(options)]
}
