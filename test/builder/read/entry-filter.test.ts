import { expect } from 'chai'
import { createEntryFilter } from '../../../src/builder/read/entry-filter.js'

describe('createEntryFilter', () => {
  const keeps = (rules: { include?: string[]; exclude?: string[] }, path: string) => {
    const at = path.lastIndexOf('/')
    return createEntryFilter({ include: [], exclude: [], ...rules }).keeps(
      path.slice(0, Math.max(at, 0)),
      path.slice(at + 1),
      false,
    )
  }

  it('keeps ordinary files', () => expect(keeps({}, 'a/index.md')).to.equal(true))
  for (const name of ['.git', '_x', '#a#', '~a', 'a~', 'a.']) {
    it(`drops ${name}`, () => expect(keeps({}, name)).to.equal(false))
  }
  it('keeps a special file that is included', () => {
    expect(keeps({ include: ['.htaccess'] }, 'deep/.htaccess')).to.equal(true)
  })
  it('drops by glob from the root', () => {
    expect(keeps({ exclude: ['*.log'] }, 'a/b.log')).to.equal(false)
    expect(keeps({ exclude: ['vendor/'] }, 'vendor/x')).to.equal(false)
  })
  it('drops by prefix, as Jekyll does', () => {
    expect(keeps({ exclude: ['READ'] }, 'README.md')).to.equal(false)
  })
  it('lets include win over exclude', () => {
    expect(keeps({ include: ['a.md'], exclude: ['**'] }, 'a.md')).to.equal(true)
  })
})
