import { expect } from 'chai'
import { toNfc, withFewMarks } from '../../src/model/normal-form.js'
import { emailKey } from '../../src/model/user.js'
import { slugForTitle } from '../../src/content/slug.js'

const MARKS = '\u0316\u0301'
const LONG = `a${MARKS.repeat(100)}`

describe('Unicode normal forms', () => {
  it('are made of texts in any language', () => {
    for (const text of [
      'Cafe\u0301',
      'Pha\u0302\u0323n',
      '\u1112\u1161\u11ab',
      `a${MARKS.repeat(64)}`,
    ]) {
      expect(toNfc(text)).to.equal(text.normalize('NFC'))
      expect(withFewMarks(text)).to.equal(text)
    }
  })

  it('are not made of texts with very many marks in a row', () => {
    expect(toNfc(LONG)).to.equal(LONG)
    expect(toNfc(`a${'\u0301\uff9e'.repeat(100)}`)).to.contain('\u0301\uff9e')
    expect(emailKey(`${LONG}@Example.org`)).to.equal(`${LONG}@example.org`)
    expect(slugForTitle(`Long ${LONG}`)).to.match(/^long-a\u0316\u0301/)
  })

  it('can be made of such texts without most of the marks', () => {
    expect(withFewMarks(LONG)).to.equal(`a${MARKS.repeat(36)}`)
    expect(withFewMarks(`${LONG} b${'\u{1e8d0}'.repeat(300)} c`)).to.equal(
      `a${MARKS.repeat(36)} b${'\u{1e8d0}'.repeat(44)} c`,
    )
  })
})
