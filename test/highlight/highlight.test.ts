import { expect } from 'chai'
import { createHighlighter } from '../../src/highlight/highlight.js'
import { formatTable } from '../../src/highlight/html.js'
import { compileGrammar } from '../../src/highlight/grammar.js'
import { languageNames } from '../../src/highlight/languages.js'
import { GRAMMARS } from '../../src/highlight/lexers.js'

describe('createHighlighter', () => {
  const highlighter = createHighlighter()

  describe('names', () => {
    it('knows all names and aliases of Rouge', () => {
      expect(languageNames()).to.have.length(372)
    })

    for (const [name, tag] of [
      ['ruby', 'ruby'],
      ['rb', 'ruby'],
      ['js', 'javascript'],
      ['php?start_inline=1', 'php'],
      ['rust,no_run', 'rust'],
      ['Ruby', null],
      ['', null],
      ['constructor', null],
      ['__proto__', null],
      ['nope', null],
    ] as const) {
      it(`finds ${tag ?? 'nothing'} for "${name}"`, () => {
        expect(highlighter.resolve(name)).to.equal(tag)
        expect(highlighter.isKnown(name)).to.equal(tag !== null)
      })
    }
  })

  it('returns null for an unknown language', () => {
    expect(highlighter.highlight('x', 'nope')).to.equal(null)
  })

  it('escapes the text of a known language without a lexer', () => {
    expect(highlighter.highlight('a < b & "c"', 'brainfuck')).to.equal('a &lt; b &amp; "c"')
  })

  it('returns an empty text for empty code', () => {
    expect(highlighter.highlight('', 'ruby')).to.equal('')
  })

  it('joins neighbouring tokens of the same kind in one span', () => {
    expect(highlighter.highlight('[[', 'json')).to.equal('<span class="p">[[</span>')
  })

  it('puts a character that fits no rule into an error, whole beyond the basic plane', () => {
    expect(highlighter.highlight('\u{1f600}', 'json')).to.equal(
      '<span class="err">\u{1f600}</span>',
    )
  })

  it('passes options written after the name to the lexer', () => {
    expect(highlighter.highlight('foo', 'php?start_inline=0')).to.equal('foo')
    expect(highlighter.highlight('foo', 'php?start_inline=1')).to.equal(
      '<span class="n">foo</span>',
    )
  })

  it('starts in its first state with each call', () => {
    highlighter.highlight('"unterminated', 'javascript')
    expect(highlighter.highlight('1', 'javascript')).to.equal('<span class="mi">1</span>')
  })
})

describe('lexers', () => {
  for (const [name, grammar] of Object.entries(GRAMMARS)) {
    it(`${name} names only existing states`, () => {
      expect(() => compileGrammar(grammar)).not.to.throw()
    })
  }
})

describe('formatTable', () => {
  const wrap = (numbers: string, code: string): string =>
    '<table class="rouge-table"><tbody><tr><td class="rouge-gutter gl">' +
    `<pre class="lineno">${numbers}</pre></td><td class="rouge-code"><pre>${code}</pre></td>` +
    '</tr></tbody></table>'

  for (const [title, code, numbers, shown] of [
    ['numbers every line', 'a\nb', '1\n2\n', 'a\nb\n'],
    ['adds no line for the last newline', 'a\n', '1\n', 'a\n'],
    ['counts empty lines', 'a\n\n', '1\n2\n', 'a\n\n'],
    ['has one line for no code', '', '1\n', '\n'],
  ] as const) {
    it(title, () => expect(formatTable(code, code)).to.equal(wrap(numbers, shown)))
  }

  it('accepts classes and the first number', () => {
    const table = formatTable('x', 'x', {
      startLine: 9,
      tableClass: 'highlighttable',
      gutterClass: 'gutter',
      codeClass: 'code',
    })
    expect(table).to.contain('<table class="highlighttable">')
    expect(table).to.contain('<td class="gutter gl"><pre class="lineno">9\n</pre></td>')
    expect(table).to.contain('<td class="code"><pre>x\n</pre></td>')
  })
})
