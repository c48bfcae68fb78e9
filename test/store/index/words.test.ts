import { expect } from 'chai'
import { searchFold } from '../../../src/store/index/fold.js'
import {
  indexedWords,
  hasPrefixPhrase,
  parseWords,
  phraseExpressions,
  prefixPhrase,
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
    expect(expression('Hello wor')).to.equal('("hello" OR "hellos" OR "helloes") AND "wor" *')
    expect(expression('Éclair')).to.equal('"eclair" *')
  })

  it('are found in singular and plural, unless they must be adjacent', () => {
    const library = '("library" OR "libraries")'
    expect(expression('library zebra')).to.equal(`${library} AND "zebra" *`)
    expect(expression('zebras libraries')).to.equal(
      '("zebras" OR "zebra") AND ("libraries" * OR "library" OR "librarie")',
    )
    expect(expression('boxes C#')).to.equal('("boxes" OR "box" OR "boxe") AND "c"')
    expect(expression('front-matters x')).to.equal('"front" AND "matters" AND "x" *')
    const marked = snippetOf('Old libraries', { phrases: [['library'], ['x']] })
    expect(marked.filter(({ match }) => match).map(({ text }) => text)).to.deep.equal(['libraries'])
    expect(hasPrefixPhrase('the old library', ['libraries'])).to.equal(true)
    expect(hasPrefixPhrase('the old librarian', ['libraries'])).to.equal(false)
  })

  it('are looked up once each', () => {
    expect(expression('a b.a b a')).to.equal('"a" AND "b" AND "a" *')
  })

  it('must be adjacent if they are joined by punctuation', () => {
    const parts = (q: string) => {
      const words = parseWords(q)
      return words && [phraseExpressions(words), prefixPhrase(words)]
    }
    expect(expression('front-matter yaml')).to.equal('"front" AND "matter" AND "yaml" *')
    expect(parts('front-matter yaml')).to.deep.equal([['"front matter"'], ['yaml']])
    expect(parts('front-matter')).to.deep.equal([[], ['front', 'matter']])
    expect(expression('日本')).to.equal('"日" AND "本"')
    expect(parts('日本')).to.deep.equal([['"日 本"'], null])
  })

  it('are found adjacent in a text, the last one by its beginning', () => {
    const cases = [
      ['Front-matter', ['front', 'mat'], true],
      ['front, then matter', ['front', 'mat'], false],
      ['matter, front', ['front', 'mat'], false],
      ['a front front  Máttér', ['front', 'mat'], true],
      ['x y z', ['x', 'y', 'z'], true],
      ['', ['x', 'y'], false],
      ['Front', ['fro'], true],
      ['a waterfront 1front', ['fro'], false],
      ['waterfront, Fröhlich', ['fro'], true],
      ['日本front', ['fro'], true],
      ['𝒳front', ['fro'], false],
      ['😀front', ['fro'], true],
    ] as const
    for (const [text, phrase, is] of cases) expect(hasPrefixPhrase(text, phrase), text).to.equal(is)
  })

  it('contain no syntax', () => {
    expect(expression('a" OR "b')).to.equal('"a" AND "or" AND "b" *')
    expect(expression('NEAR(x, 2) title:y -z*')).to.equal(
      '"near" AND "x" AND "2" AND "title" AND "y" AND "z"',
    )
    expect(expression('"a" -z')).to.equal('"a" AND "z" *')
    for (const q of ['', ' ', '"', '*', '()', '\0', '… — !', '\ud800'.slice(0, 0)]) {
      expect(expression(q), JSON.stringify(q)).to.equal(null)
    }
  })

  it('are at most sixteen', () => {
    const many = Array.from({ length: 100 }, (_, at) => `w${at}`).join(' ')
    expect(parseWords(many)?.phrases).to.have.length(16)
    expect(parseWords('a b '.repeat(3) + 'c.'.repeat(200))?.phrases.flat()).to.have.length(16)
  })

  it('are the same for the index whether folded in pieces or at once', () => {
    const text = 'Crème brûlée\nÆrø 日本 한글 \u{20000} '.repeat(2000).normalize('NFD')
    const atOnce = searchFold(text).replace(/[日本\u{20000}]/gu, ' $& ')
    expect(indexedWords(text)).to.equal(atOnce)
  })

  it('are cut in the index where folding makes a text much longer', () => {
    expect(indexedWords('\ufdfa'.repeat(100_000)).length).to.be.within(200_000, 300_000)
  })

  it('split ideographs in the index', () => {
    expect(indexedWords('日本 Ærø').trim().split(/ +/)).to.deep.equal(['日', '本', 'aero'])
  })

  it('are marked in a snippet as they are written there', () => {
    expect(snippet('A Café  is\there.', 'cafe')).to.equal('A [Café] is here.')
    expect(snippet('A Café\n  is here.\r\n\n\n\nB', 'cafe')).to.equal('A [Café]\nis here.\n\nB')
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
