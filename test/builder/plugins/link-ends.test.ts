import { expect } from 'chai'
import { LinkEnds } from '../../../src/builder/plugins/link-ends.js'

// The plugin's own pattern, which takes time that grows with the square of a hostile text.
const PATTERN =
  /([^)]+?)(#[^)\s]+?|#.+?|)?(\s+"(?:\\"|[^"])*(?<!\\)"|\s+"(?:\\'|[^'])*(?<!\\)')?\)/y
const PIECES = ['a', '#', ' ', '"', "'", ')', '\\', '\n', '#a', ' "', '")']

/** Texts of a few pieces, the same ones each time. */
function* texts(count: number): Generator<string> {
  let state = 1
  const random = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  for (let i = 0; i < count; i++) {
    yield Array.from({ length: 1 + random(20) }, () => PIECES[random(PIECES.length)]).join('')
  }
}

describe('LinkEnds', () => {
  it('finds the same as the pattern, from increasing indexes', () => {
    for (const text of texts(20_000)) {
      const ends = new LinkEnds(text)
      for (let at = 0; at < text.length; at += 3) {
        PATTERN.lastIndex = at
        const [whole, link, fragment = '', title = ''] = PATTERN.exec(text) ?? []
        const expected =
          whole === undefined ? null : { link, fragment, title, end: at + whole.length }
        expect(ends.from(at), `${JSON.stringify(text)} from ${at}`).to.deep.equal(expected)
      }
    }
  })

  for (const piece of ['#', ' "', '# "', ' #a', 'a "\'']) {
    it(`terminates for many of ${JSON.stringify(piece)}`, () => {
      const text = `${piece.repeat(300_000)}\n)`
      expect(new LinkEnds(text).from(0)).to.have.property('end', text.length)
    })
  }
})
