import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { compileGrammar, type CompiledGrammar } from '../../src/highlight/grammar.js'
import { findLanguage } from '../../src/highlight/languages.js'
import { GRAMMARS } from '../../src/highlight/lexers.js'
import { Run } from '../../src/highlight/run.js'
import { TokenList } from '../../src/highlight/token.js'
import { SIZE } from '../torture/figures.js'

const SNIPPETS = fileURLToPath(new URL('../../fixtures/highlight/snippets/', import.meta.url))
/** A letter of Chinese outside Unicode's first plane, which takes two code units. */
const SIGN = '\u{24cf3}'
const LONGEST = 240
const SIGNS = [SIGN, `?${SIGN}`, `\\${SIGN}`, `%${SIGN}`]
/** At each place one of the signs; in `npm run torture` all. */
const STRIDE = SIZE > 1 ? 1 : SIGNS.length
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

describe('a character beyond the Basic Multilingual Plane', () => {
  const known = new Map<string, CompiledGrammar>()
  const findGrammar = (name: string): CompiledGrammar | null => {
    const tag = findLanguage(name)
    const grammar = tag === null ? undefined : GRAMMARS[tag]
    if (tag === null || !grammar) return null
    const compiled = known.get(tag) ?? compileGrammar(grammar)
    known.set(tag, compiled)
    return compiled
  }

  function tokensOf(language: string, code: string): readonly string[] {
    const tokens = new TokenList()
    new Run(findGrammar(language), { tokens, findGrammar, options: {}, depth: 0 }).lex(code)
    return tokens.texts
  }

  for (const language of Object.keys(GRAMMARS)) {
    it(`is never split in ${language}`, () => {
      const code = readFileSync(`${SNIPPETS}${language}.txt`, 'utf8').slice(0, LONGEST)
      const broken: string[] = []
      for (let at = 0; at <= code.length; at++) {
        for (const [place, sign] of SIGNS.entries()) {
          if ((at + place) % STRIDE !== 0) continue
          const changed = code.slice(0, at) + sign + code.slice(at)
          const texts = tokensOf(language, changed)
          if (texts.join('') !== changed || texts.some((text) => LONE.test(text))) {
            broken.push(changed.slice(Math.max(0, at - 30), at + 9))
          }
        }
      }
      expect(broken.slice(0, 9)).to.deep.equal([])
    })
  }
})
