import { expect } from 'chai'
import {
  indexedWords,
  parseWords,
  snippetOf,
  wordExpression,
} from '../../../src/store/index/words.js'

function snippet(text: string, q: string): string {
  const words = parseWords(q)
  if (words === null) throw new Error('no words')
  return snippetOf(text, words)
    .map(({ text: part, match }) => (match ? `[${part}]` : part))
    .join('')
}

const expression = (q: string) => {
  const words = parseWords(q)
  return words && wordExpression(words)
}

describe('the words of a search', () => {
  it('must all match, the last one as a prefix', () => {
    expect(expression('Hello wor')).to.equal('"hello" AND "wor" *')
    expect(expression('Éclair')).to.equal('"eclair" *')
  })

  it('must be adjacent if they are joined by punctuation', () => {
    expect(expression('front-matter yaml')).to.equal('"front matter" AND "yaml" *')
    expect(expression('日本')).to.equal('"日 本" *')
  })

  it('contain no syntax', () => {
    expect(expression('a" OR "b')).to.equal('"a" AND "or" AND "b" *')
    expect(expression('NEAR(x, 2) title:y -z*')).to.equal(
      '"near x" AND "2" AND "title y" AND "z" *',
    )
    for (const q of ['', ' ', '"', '*', '()', '\0', '… — !', '\ud800'.slice(0, 0)]) {
      expect(expression(q), JSON.stringify(q)).to.equal(null)
    }
  })

  it('are at most sixteen', () => {
    const many = Array.from({ length: 100 }, (_, at) => `w${at}`).join(' ')
    expect(parseWords(many)?.phrases).to.have.length(16)
  })

  it('split ideographs in the index', () => {
    expect(indexedWords('日本 Ærø').trim().split(/ +/)).to.deep.equal(['日', '本', 'aero'])
  })

  it('are marked in a snippet as they are written there', () => {
    expect(snippet('A Café is\nhere.', 'cafe')).to.equal('A [Café] is here.')
    expect(snippet('Some words here', 'wor')).to.equal('Some [words] here')
    expect(snippet('das 日本の本', '本')).to.equal('das 日[本]の[本]')
  })

  it('are shown where most of them are close together', () => {
    const far = `first ${'x '.repeat(300)}first and second ${'y '.repeat(300)}`
    expect(snippet(far, 'first second')).to.match(/^… .*\[first\] and \[second\] y .* …$/)
  })

  it('give the beginning of a text without any', () => {
    expect(snippet('Only the title has it', 'other')).to.equal('Only the title has it')
    expect(snippet('', 'other')).to.equal('')
    expect(snippet('z'.repeat(5000), 'other')).to.match(/^z+ …$/)
  })

  it('do not split characters', () => {
    const text = '😀'.repeat(500)
    expect(snippet(text, 'other')).to.not.match(/[\ud800-\udbff](?![\udc00-\udfff])/)
  })
})
