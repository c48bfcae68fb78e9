import { expect } from 'chai'
import { plainLatin, romanize, toAscii } from '../../src/content/romanize.js'

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

describe('letters in names', () => {
  for (const [text, plain, ascii] of [
    ['Größe', 'Grosse', 'Grosse'],
    ['ẞ ß ﬁ Ｅ', 'Ss ss fi E', 'Ss ss fi E'],
    ['Ærøskøbing', 'AEroskobing', 'AEroskobing'],
    ['Łódź đến Þór', 'Lodz den Thor', 'Lodz den Thor'],
    ['ø\u0301 e\u0323\u0302', 'o e', 'o e'],
    ['Йод', 'Йод', 'yod'],
    ['Ελλάδα', 'Ελλάδα', 'ellada'],
    ['が 한국 हिन्दी', 'が 한국 हिन्दी', '? ?? ??????'],
  ] as const) {
    it(`of ${text} are ${plain}, and in ASCII ${ascii}`, () => {
      expect(plainLatin(text)).to.equal(plain)
      expect(toAscii(text)).to.equal(ascii)
    })
  }
})
