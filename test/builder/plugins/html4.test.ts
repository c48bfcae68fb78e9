import { expect } from 'chai'
import { rewriteHtml4 } from '../../../src/builder/plugins/html4/rewrite.js'

const none = new Set<string>()
const same = (html: string): string => html
const rewrite = (html: string): string => rewriteHtml4(html, none, same)

// The bytes of the real reader are in fixtures/sites/mentions.
describe('HTML that a plugin writes anew', () => {
  it('ends what is left open, and is stable once it is written', () => {
    const once = rewrite('<ul><li>a<li><b>b<p>c')
    expect(once).to.equal('<ul>\n<li>a</li>\n<li>\n<b>b</b><p>c</p>\n</li>\n</ul>')
    expect(rewrite(once)).to.equal(once)
  })

  it('keeps as text what never ends', () => {
    expect(rewrite('a <b class="x')).to.equal('a &lt;b class="x')
    expect(rewrite('a <!-- b')).to.equal('a &lt;!-- b')
    expect(rewrite('<script>a < b')).to.equal('<script>a < b</script>')
    expect(rewrite('&#0; &#xd800; &#9999999; &nope; &#65')).to.equal(
      '&amp;#0; &amp;#xd800; &amp;#9999999; &amp;nope; A',
    )
  })

  it('changes texts, not those in elements that are named', () => {
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
    it(`comes to an end with very much of ${part}`, () => {
      expect(rewrite(part.repeat(100_000))).to.be.a('string')
    })

  it('takes more pieces side by side than a call has room for', () => {
    const html = '<br>x'.repeat(400_000)
    expect(rewrite(html).length).to.equal(html.length)
  })
})
