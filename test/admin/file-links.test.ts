/** Links that follow a file which is renamed. */

import { expect } from 'chai'
import { followInText, followInValue } from '../../src/admin/api/file-links.js'

const RENAMING = { from: '/uploads/a b (1).png', to: '/uploads/sub/c d.png' }
const PLAIN = { from: '/uploads/dot.png', to: '/uploads/spot.png' }

const TEXTS: readonly (readonly [before: string, after: string])[] = [
  ['![x](/uploads/dot.png)', '![x](/uploads/spot.png)'],
  ['{{ site.baseurl }}/uploads/dot.png', '{{ site.baseurl }}/uploads/spot.png'],
  [
    '<img src="https://example.org/uploads/dot.png?v=2">',
    '<img src="https://example.org/uploads/spot.png?v=2">',
  ],
  ['[x]: ../uploads/dot.png', '[x]: ../uploads/spot.png'],
  ['{% include picture.html src="dot.png" %}', '{% include picture.html src="spot.png" %}'],
  [
    '/old/uploads/dot.png dots.png dot.png.bak mydot.png',
    '/old/uploads/dot.png dots.png dot.png.bak mydot.png',
  ],
  ['dot.pngx /other/dot.png', 'dot.pngx /other/dot.png'],
]

describe('links that follow a renamed file', () => {
  for (const [before, after] of TEXTS) {
    it(before, () => expect(followInText(before, PLAIN)).to.equal(after))
  }

  it('are changed for another folder, but for bare names, which say nothing of it', () => {
    const text = '![x](/uploads/a/dot.png) ![y](../uploads/a/dot.png) dot.png'
    const moved = { from: '/uploads/a/dot.png', to: '/uploads/other/dot.png' }
    expect(followInText(text, moved)).to.equal(
      '![x](/uploads/other/dot.png) ![y](../uploads/other/dot.png) dot.png',
    )
  })

  it('are encoded as URLs, question marks and number signs too', () => {
    const renaming = { from: '/uploads/dot.png', to: '/uploads/a?b#c.png' }
    expect(followInText('![x](/uploads/dot.png?v=2)', renaming)).to.equal(
      '![x](/uploads/a%3Fb%23c.png?v=2)',
    )
  })

  it('are encoded as URLs', () => {
    const before = '![x](/uploads/a%20b%20%281%29.png)'
    expect(followInText(before, RENAMING)).to.equal('![x](/uploads/sub/c%20d.png)')
  })

  it('are not encoded in front matter, at any depth', () => {
    const before = { cover: '/uploads/a b (1).png', more: [{ file: 'a b (1).png' }], count: 2 }
    expect(followInValue(before, RENAMING)).to.deep.equal({
      cover: '/uploads/sub/c d.png',
      more: [{ file: 'sub/c d.png' }],
      count: 2,
    })
  })
})
