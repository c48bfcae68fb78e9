import { expect } from 'chai'
import { rewriteHtml4 } from '../../../src/builder/plugins/html4/rewrite.js'

const none = new Set<string>()
const same = (html: string): string => html
const rewrite = (html: string): string => rewriteHtml4(html, none, same)

// The bytes of the real reader are in fixtures/sites/mentions.
describe('HTML that a plugin rewrites', () => {
  it('closes open elements, and does not change when rewritten', () => {
    const once = rewrite('<ul><li>a<li><b>b<p>c')
    expect(once).to.equal('<ul>\n<li>a</li>\n<li>\n<b>b</b><p>c</p>\n</li>\n</ul>')
    expect(rewrite(once)).to.equal(once)
  })

  it('keeps unterminated constructs as text', () => {
    expect(rewrite('a <b class="x')).to.equal('a &lt;b class="x')
    expect(rewrite('a <!-- b')).to.equal('a &lt;!-- b')
    expect(rewrite('<script>a < b')).to.equal('<script>a < b</script>')
    expect(rewrite('&#0; &#xd800; &#9999999; &nope; &#65')).to.equal(
      '&amp;#0; &amp;#xd800; &amp;#9999999; &amp;nope; A',
    )
  })

  it('changes texts, except in the named elements', () => {
    const shout = (html: string): string => html.replace('a', '<i>A</i>')
    expect(rewriteHtml4('<p>a <code>a</code></p>', new Set(['code']), shout)).to.equal(
      '<p><i>A</i> <code>a</code></p>',
    )
  })

  for (const part of [
    '<div>',
    '<a "',
    "<a '",
    '<!--',
    '</',
    '<',
    '<li>',
    '<p x=1 /',
    '<script>',
    '&#',
  ])
    it(`terminates for very much of ${part}`, () => {
      expect(rewrite(part.repeat(100_000))).to.be.a('string')
    })

  it('accepts more pieces than a function call can have arguments', () => {
    const html = '<br>x'.repeat(400_000)
    expect(rewrite(html).length).to.equal(html.length)
  })
})
