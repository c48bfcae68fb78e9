import { expect } from 'chai'
import { namesIn } from '../../../src/service/media/mentions.js'

const inBody = (body: string) => [...namesIn({ body, metadata: {} })]

describe('namesIn', () => {
  for (const [body, ...names] of [
    ['![x](/uploads/a.jpg "Title")', '/uploads/a.jpg'],
    ['<img src="{{ base }}/uploads/a.jpg?v=2#x">', '/uploads/a.jpg'],
    ["<a href='../a%20b.pdf'>", '../a b.pdf'],
    ['See https://example.org/uploads/a.jpg.', '/uploads/a.jpg'],
    ['//cdn.example.org/a.png and **photo.jpg**', '/a.png', 'photo.jpg'],
    [
      '[x]: ./Z\u0308.png',
      './\u017b.png'.normalize('NFC').replace('\u017b', 'Z\u0308'.normalize('NFC')),
    ],
    ['%zz.png', '%zz.png'],
    ['no names here, e.g. none at all', 'e.g'],
  ] as const) {
    it(`finds ${names.join(', ')} in ${body}`, () => {
      expect(inBody(body)).to.deep.equal([...names])
    })
  }

  it('finds names in front matter, blanks and all', () => {
    const metadata = { image: 'my photo.jpg', gallery: [{ src: '/uploads/b.png' }], n: 1, z: null }
    const names = [...namesIn({ body: '', metadata })]
    expect(names).to.include.members(['my photo.jpg', '/uploads/b.png'])
  })

  it('takes no longer for each byte of a long text, and keeps no more than it may', () => {
    const long = 'x'.repeat(1_000_000)
    expect(inBody(`${long}.png`)).to.deep.equal([])
    expect(inBody(Array.from({ length: 5000 }, (_, at) => `${at}.png`).join(' '))).to.have.length(
      500,
    )
    expect(inBody('.'.repeat(1000))).to.deep.equal([])
  })
})
