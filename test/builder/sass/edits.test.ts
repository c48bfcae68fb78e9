import { expect } from 'chai'
import { forgiving, withoutTabs } from '../../../src/builder/sass/edits.js'

describe('withoutTabs', () => {
  it('replaces tabs of the indentation by spaces', () => {
    expect(withoutTabs('/*\n * a\n */\n.b\n\tc: d\n\t\t&:e\n\t  f: "\t"')).to.equal(
      '/*\n * a\n */\n.b\n  c: d\n    &:e\n    f: "\t"',
    )
  })

  it('does not change spaces', () => {
    expect(withoutTabs('a\n  b: c\n')).to.equal('a\n  b: c\n')
  })
})

describe('forgiving', () => {
  it('accepts a comma after the last selector, in both syntaxes', () => {
    expect(forgiving('nested')('a,\n  b,\n    c: d, e\n  f: g', 'indented')).to.equal(
      'a\n  b\n    c: d, e\n  f: g',
    )
    expect(forgiving('nested')('a,\nb, { c: d(1, 2) }', 'scss')).to.equal('a,\nb { c: d(1, 2) }')
  })

  it('leaves out comments in a compressed style sheet', () => {
    const scss = 'a { b: "/* c */" } // /*\n/* d #{$e}\n */ /*! f */'
    expect(forgiving('compressed')(scss, 'scss')).to.equal(
      'a { b: "/* c */" } // /*\n \n  /*! f */',
    )
    expect(forgiving('compact')(scss, 'scss')).to.equal(scss)
  })

  it('keeps the commas between selectors', () => {
    expect(forgiving('nested')('a,\nb\n  c: d', 'indented')).to.equal('a,\nb\n  c: d')
  })
})
