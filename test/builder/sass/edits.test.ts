import { expect } from 'chai'
import { forgiving } from '../../../src/builder/sass/edits.js'

describe('what any style sheet may need', () => {
  it('has tabs of the indentation as blanks', () => {
    expect(forgiving('/*\n * a\n */\n.b\n\tc: d\n\t\t&:e\n\t  f: "\t"', 'indented')).to.equal(
      '/*\n * a\n */\n.b\n  c: d\n    &:e\n    f: "\t"',
    )
    expect(forgiving('a\n  b: c\n', 'indented')).to.equal('a\n  b: c\n')
  })

  it('has no comma behind the last selector, in both syntaxes', () => {
    expect(forgiving('a,\n  b,\n    c: d, e\n  f: g', 'indented')).to.equal(
      'a\n  b\n    c: d, e\n  f: g',
    )
    expect(forgiving('a,\nb, { c: d(1, 2) }', 'scss')).to.equal('a,\nb { c: d(1, 2) }')
  })

  it('has the commas between selectors', () => {
    expect(forgiving('a,\nb\n  c: d', 'indented')).to.equal('a,\nb\n  c: d')
  })
})
