import { expect } from 'chai'
import { escapeUri, isAbsoluteUri, normalizeUri } from '../../../src/builder/base/uri.js'

describe('normalizeUri', () => {
  const table: [string, string][] = [
    ['/a b/ü', '/a%20b/%C3%BC'],
    ['/a%20b', '/a%20b'],
    ['/a%2Fb', '/a%2Fb'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['https://example.com:443/x', 'https://example.com/x'],
    ['https://example.com:8080/x', 'https://example.com:8080/x'],
    ['/a/../b/./c', '/b/c'],
    ['/x?q=a b&r=1+2#top?', '/x?q=a%20b&r=1+2#top?'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['/a|b', '/a%7Cb'],
    ['/变，永/①/ﬁ/100％', '/%E5%8F%98,%E6%B0%B8/1/fi/100%25'],
    ['/%EF%BC%8C', '/,'],
  ]
  for (const [text, expected] of table) {
    it(`${text} becomes ${expected}`, () => expect(normalizeUri(text)).to.equal(expected))
  }
})

describe('escapeUri', () => {
  it('keeps what a URI may hold', () => {
    expect(escapeUri('http://foo.com/?q=foo, \\bar?')).to.equal('http://foo.com/?q=foo,%20%5Cbar?')
  })
})

describe('isAbsoluteUri', () => {
  it('asks for a scheme', () => {
    expect(isAbsoluteUri('mailto:x@y')).to.equal(true)
    expect(isAbsoluteUri('//x/y')).to.equal(false)
    expect(isAbsoluteUri('/a:b')).to.equal(false)
  })
})
