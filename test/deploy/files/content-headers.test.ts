import { expect } from 'chai'
import { contentHeaders } from '../../../src/deploy/files/content-headers.js'

const ASKED_EACH_TIME = 'public, max-age=0, must-revalidate'
const AN_HOUR = 'public, max-age=3600'
const FOR_EVER = 'public, max-age=31536000, immutable'
const UNKNOWN = 'application/octet-stream'
const HTML = 'text/html; charset=utf-8'

describe('headers of files', () => {
  for (const [path, type, caching] of [
    ['about.html', HTML, ASKED_EACH_TIME],
    ['index.html', HTML, ASKED_EACH_TIME],
    ['deep/er/index.htm', HTML, ASKED_EACH_TIME],
    ['about', UNKNOWN, ASKED_EACH_TIME],
    ['html', UNKNOWN, ASKED_EACH_TIME],
    ['a.b/LICENSE', UNKNOWN, ASKED_EACH_TIME],
    ['.html', UNKNOWN, ASKED_EACH_TIME],
    ['page-5d41402a.html', HTML, ASKED_EACH_TIME],
    ['feed.xml', 'application/xml', AN_HOUR],
    ['sitemap.xml', 'application/xml', AN_HOUR],
    ['site.css', 'text/css; charset=utf-8', AN_HOUR],
    ['site-5d41402a.css', 'text/css; charset=utf-8', FOR_EVER],
    ['app.5D41402ABC4B.js', 'text/javascript; charset=utf-8', FOR_EVER],
    ['photo-20240131.jpg', 'image/jpeg', AN_HOUR],
    ['data.unknown-kind', 'application/octet-stream', AN_HOUR],
  ] as const) {
    it(`give ${path} its type and cache lifetime`, () => {
      expect(contentHeaders(path)).to.deep.equal({ 'content-type': type, 'cache-control': caching })
    })
  }

  it('have the cache lifetime that the user wants', () => {
    expect(contentHeaders('about.html', 'public, max-age=60')).to.deep.equal({
      'content-type': HTML,
      'cache-control': 'public, max-age=60',
    })
  })
})
