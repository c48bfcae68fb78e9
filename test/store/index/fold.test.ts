import { expect } from 'chai'
import { queryWords, searchFold, trigramExpression } from '../../../src/store/index/fold.js'
import { fc } from '../../random.js'

describe('searchFold', () => {
  const table: [string, string][] = [
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['Ærøskøbing', 'aeroskobing'],
    ['ﬁle', 'file'],
    ['Éclair', 'eclair'],
    ['e\u0301', 'e'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['İstanbul', 'istanbul'],
    ['Đỗ', 'do'],
    ['हिन्दी', 'हिन्दी'],
    ['日本語', '日本語'],
    ['a\0b', 'a\ufffdb'],
  ]
  for (const [text, folded] of table) {
    it(`makes ${JSON.stringify(text)} ${JSON.stringify(folded)}`, () => {
      expect(searchFold(text)).to.equal(folded)
    })
  }

  it('leaves out most of very many marks in a row', () => {
    const folded = searchFold(`\u0e01${'\u0e34\u0e48'.repeat(200)} b`)
    expect(folded).to.match(/^\u0e01[\u0e34\u0e48]{16} b$/)
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(searchFold(searchFold(text))).to.equal(searchFold(text))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a query', () => {
  it('has its folded words, each once, up to a limit', () => {
    expect(queryWords('  Über\tüber  x ')).to.deep.equal(['uber', 'x'])
    expect(queryWords(' \n ')).to.deep.equal([])
    expect(queryWords(Array.from({ length: 99 }, (_, at) => `w${at}`).join(' '))).to.have.length(16)
  })

  it('becomes quoted trigrams for the full-text table', () => {
    expect(trigramExpression(['ab', 'a"b'])).to.equal('"a""b"')
    expect(trigramExpression(['abcd'])).to.equal('"abc" AND "bcd"')
    expect(trigramExpression(['a', '🙂🙂'])).to.equal(null)
    // Of many, some of each word.
    const looked = (words: readonly string[]) => trigramExpression(words)?.split(' AND ') ?? []
    const alphabet = 'abcdefghijklmnopqrstuvwxyz'
    expect(looked([alphabet])).to.have.length(24)
    expect(looked([alphabet + alphabet.toUpperCase()])).to.have.length(24)
    const both = looked([alphabet, '0123'])
    expect(both).to.have.length(14).and.include('"abc"').and.include('"012"').and.include('"123"')
    expect(looked(Array.from({ length: 16 }, (_, at) => `${alphabet[at]}1234`))).to.have.length(16)
  })
})
