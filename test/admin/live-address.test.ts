/** Where "Open live" leads. */

import { expect } from 'chai'
import { liveAddress } from '../../src/admin/text/live-address.js'

describe('the address of a live page', () => {
  for (const [path, expected] of [
    ['/posts/one/', 'https://site.example/posts/one/'],
    ['/é/%20x.html', 'https://site.example/%C3%A9/%20x.html'],
    ['/\\evil.example/x.html', 'https://site.example//evil.example/x.html'],
    ['//evil.example/x.html', 'https://site.example//evil.example/x.html'],
    ['https://evil.example/', 'https://site.example/https://evil.example/'],
  ] as const) {
    it(`is one of the site: ${path}`, () => {
      expect(liveAddress('https://site.example', path).href).to.equal(expected)
    })
  }
})
