import { expect } from 'chai'
import { compileGrammar, type CompiledGrammar } from '../../src/highlight/grammar.js'
import { findLanguage } from '../../src/highlight/languages.js'
import { GRAMMARS } from '../../src/highlight/lexers.js'
import { Run } from '../../src/highlight/run.js'
import { TokenList } from '../../src/highlight/token.js'
import { SIZE } from '../torture/figures.js'
import { CountedPattern, Steps } from './countedPattern.js'

const LENGTH = 64
/** What stays open, what looks back, what looks far ahead; each is repeated. */
const PIECES =
  `/* /** // # -- --[[ {- (* <!-- <? <% <%= <a <a= </ </a < << <<A <<~A > ( [ { (( ){ ({ [[ [a]( ![ [^
  \${ \`\${ #{ #( $( $(a $(a\\  $[ $ @ @{ @" % %( %{ %q( %r{ %w[ %% ^ & && && | || * ** *a **a _ __ ~ ~~~ \`
  \`\`\` " "" """ """a ' '' ''' '''a \\ \\\\ \\" \\' "\\" '\\' "a "\\a 'a' 'a r#" R"( u8" $" @' q{ q( qq{ m/ s/
  s/a/ y/ tr/ / /a /= /[ a/ )/ = == => -> := a= a=b a= a: a:b :a :" a. .a . .. ... , ; ;; ! !! ? ?a ?: a?
  a a1 1 1. 1e 1_ 0x 0b 1/ aa\\ a( a(a a( a){ a<a a<a> f(a, A A. A:: ::a a::b @a @a( a@b a-b -a - -- + ++ |a
  def class import begin end if do function fn let type case of func return public static template<
  {% {%\\ raw\\ %} {{ {{{ {{# {{a {%- {# #if\\ 0 #define #[ #! #'( '( ?( (? (?: \u00e9 \u{1f600} === --- ... |||
  a\\  \\  \\n \\t \\n\\t \\n\\  \\n\\n a\\n \\na: \\n-\\  \\n\\ \\ - a:\\n -\\ a:\\n \\n# \\n#\\ a \\n\\n\\ \\ \\ \\  \\n> /*\\n
  "\\n '\\n \`\`\`\\n <<A\\n \\\\\\n =begin\\n =pod\\n a\\ =\\  a\\ :\\  a\\ (\\  a\\ a\\ ( int\\ a int\\ a( int\\ a(int\\ b, a,\\  a\\t a\\ \\\\
  @[ @@ @@\\  \\n+ \\n-- \\n$ \\n%`
    .split(/(?<!\\)\s+/)
    // White space to JavaScript, not to Ruby.
    .concat('\u00a0', '\u3000')
    .map((piece) => piece.replace(/\\([ nt\\])/g, (_, c: string) => ({ n: '\n', t: '\t' })[c] ?? c))
/** Behind a prefix there is one of so many pieces, each prefix with others; in `npm run torture` all. */
const STRIDE = SIZE > 1 ? 1 : 12
const PREFIXES = ['', 'a = ', 'a: ', '"', '/*', '\t', 'a:\n\t', '<a ', '{{ ', '$(', '#define ']

function counted(name: string, steps: Steps, known: Map<string, CompiledGrammar>): CompiledGrammar {
  const found = known.get(name)
  if (found) return found
  const grammar = GRAMMARS[name] ?? GRAMMARS['plaintext']
  if (!grammar) throw new Error('there is no lexer for plain text')
  const compiled = compileGrammar(grammar)
  for (const { rules } of compiled.states.values()) {
    for (const [i, rule] of rules.entries()) {
      rules[i] = { ...rule, pattern: new CountedPattern(rule.pattern, steps) as unknown as RegExp }
    }
  }
  known.set(name, compiled)
  return compiled
}

describe('the work of a lexer', () => {
  const steps = new Steps()
  const known = new Map<string, CompiledGrammar>()
  const findGrammar = (name: string): CompiledGrammar | null => {
    const tag = findLanguage(name)
    return tag === null ? null : counted(tag, steps, known)
  }

  function work(language: string, code: string, limit = Infinity): number {
    steps.count = 0
    steps.limit = limit
    const context = { tokens: new TokenList(), findGrammar, options: {}, depth: 0 }
    new Run(findGrammar(language), context).lex(code)
    return steps.count
  }

  for (const language of Object.keys(GRAMMARS)) {
    it(`grows with the length of the code in ${language}, whatever stays open`, () => {
      const failed: string[] = []
      for (const [at, prefix] of PREFIXES.entries()) {
        const some = PIECES.slice(0, 100).filter((_, number) => (number + at) % STRIDE === 0)
        for (const piece of prefix === '' ? PIECES : some) {
          const code = (size: number): string =>
            prefix + piece.repeat(Math.ceil(size / piece.length))
          const small = work(language, code(LENGTH), 1_000_000)
          try {
            work(language, code(4 * LENGTH), 5.5 * small + 1000)
          } catch (error) {
            failed.push(`${JSON.stringify(prefix + piece)}: ${small}, then ${String(error)}`)
          }
        }
      }
      expect(failed.slice(0, 10)).to.deep.equal([])
    })
  }
})
