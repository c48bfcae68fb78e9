import { expect } from 'chai'
import { likenessOf, withoutDrawings } from './compare.js'

const likeness = (path: string, ours: string, theirs: string) =>
  likenessOf(path, Buffer.from(ours), Buffer.from(theirs))

describe('npm run parity', () => {
  it('takes white space between tags for no difference of markup', () => {
    expect(likeness('a.html', '<p>a</p>\n\n<p>b</p>', '<p>a</p> <p>b</p>\n')).to.equal('markup')
  })

  it('takes the spans that colour code for a kind of their own, in a feed, too', () => {
    const [ours, theirs] = ['<pre>a <span class="k">b</span></pre>', '<pre>a b</pre>']
    expect(likeness('a.html', ours, theirs)).to.equal('colours')
    const escape = (html: string) => html.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    expect(likeness('feed.xml', escape(ours), escape(theirs))).to.equal('colours')
    expect(likeness('a.html', ours, '<pre>a c</pre>')).to.equal('differs')
  })

  it('takes white space in text for a difference', () => {
    expect(likeness('a.html', '<p>a b</p>', '<p>a  b</p>')).to.equal('differs')
    expect(likeness('a.html', '<p>a</p>', '<p>a</p>')).to.equal('bytes')
  })

  it('takes the lines of drawings, in both forms of the theme, for no difference', () => {
    for (const [ours, theirs] of [
      ['<path d="M1"/>', '<path d="M2 z" />'],
      ['<path fill="#828282" d="M1"/>', '<path fill="#828282" d="M2"/>'],
      ['<path fill="#828282" d="M1"></path>', '<path fill="#828282" d="M2"></path>'],
    ] as const)
      expect(withoutDrawings(ours)).to.equal(withoutDrawings(theirs))
    expect(withoutDrawings('<path fill="a" d="b"/>')).to.equal('<path fill="a" />')
  })

  it('compares style sheets by what they declare', () => {
    const ours = '@import "x.css";/* c */a:b,c[d="e"]{f:0.50em;g:\'h\';i:RED}'
    const theirs = '@import url(x.css);\nc[d=e], a:b { f: .5em; g: "h"; i: #f00; }'
    expect(likeness('a.css', ours, theirs)).to.equal('css')
    const page = (css: string, text = 'x') => `<style>${css}</style>\n<p>${text}</p>`
    expect(likeness('a.html', page(ours), page(theirs))).to.equal('css')
    expect(likeness('a.html', page(ours, 'y'), page(theirs))).to.equal('differs')
    expect(likeness('a.css', 'a{b:hsl(120,50%,50%)}a > > b{c:d}', 'a{b:#40bf40}')).to.equal('css')
    expect(likeness('a.css', 'a{b:1px}', 'a{b:2px}')).to.equal('differs')
  })

  const DIFFERENT: readonly (readonly [string, string])[] = [
    ['a{b:c}', 'a{b:d}'],
    ['a{b:c;d:e}', 'a{d:e;b:c}'],
    ['a{b:c}', 'a{b:c}d{e:f}'],
    ['@media print{a{b:c}}', 'a{b:c}'],
    ['a b{c:d}', 'ab{c:d}'],
    ['a :hover{c:d}', 'a:hover{c:d}'],
    ['a:not(b) c{d:e}', 'a:not(b)c{d:e}'],
    ['a{b:#1234}', 'a{b:#123}'],
    ['a{b:1px}', 'a{b:10px}'],
    ['a{b:"c d"}', 'a{b:"cd"}'],
  ]
  for (const [ours, theirs] of DIFFERENT) {
    it(`tells ${ours} from ${theirs}`, () => {
      expect(likeness('a.css', ours, theirs)).to.equal('differs')
    })
  }

  it('says which file is missing and which is extra', () => {
    expect(likenessOf('a', null, Buffer.from(''))).to.equal('missing')
    expect(likenessOf('a', Buffer.from(''), null)).to.equal('extra')
  })
})
