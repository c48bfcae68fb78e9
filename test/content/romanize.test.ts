import { expect } from 'chai'
import { romanize } from '../../src/content/romanize.js'

describe('romanize', () => {
  for (const [text, expected] of [
    ['Книги', 'knigi'],
    ['Ещё щука и подъезд', 'eshchyo shchuka i podezd'],
    ['Київські їжаки', 'kiyivski yizhaki'],
    ['Ελλάδα', 'ellada'],
    ['Café 日本 x', 'Caf\u00e9 日本 x'],
    ['', ''],
  ] as const) {
    it(`writes ${JSON.stringify(text)} as ${JSON.stringify(expected)}`, () => {
      expect(romanize(text)).to.equal(expected)
    })
  }

  it('reads letters with combining marks', () => {
    expect(romanize('и\u0306 Ё'.normalize('NFD'))).to.equal('y yo')
  })
})
