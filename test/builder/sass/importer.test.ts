import { expect } from 'chai'
import { withoutTabs } from '../../../src/builder/sass/importer.js'

describe('withoutTabs', () => {
  it('makes blanks of the tabs that indent', () => {
    expect(withoutTabs('/*\n * a\n */\n.b\n\tc: d\n\t\t&:e\n\t  f: "\t"')).to.equal(
      '/*\n * a\n */\n.b\n  c: d\n    &:e\n    f: "\t"',
    )
  })

  it('leaves blanks as they are', () => {
    expect(withoutTabs('a\n  b: c\n')).to.equal('a\n  b: c\n')
  })
})
