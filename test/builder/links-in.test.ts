/** Which links a text has, as it is written. */

import { expect } from 'chai'
import { linksIn, mayLinkTo } from '../../src/builder/links-in.js'

const markdown = (body: string) => linksIn(body, { isMarkdown: true })
const html = (body: string) => linksIn(body, { isMarkdown: false })

describe('linksIn', () => {
  it('finds links and pictures of Markdown and of HTML', () => {
    const body =
      '[One](/one/), ![Two](two.png), [three][3] and <a href="/four/?x=1&amp;y=2#z">four</a>.\n\n[3]: /three.html "T"\n'
    expect(markdown(body)).to.deep.equal(['/one/', 'two.png', '/three.html', '/four/'])
    expect(html("<p>x</p>\n<a class='b' href='/five'>5</a><IMG SRC=\"/six.png\">")).to.deep.equal([
      '/five',
      '/six.png',
    ])
  })

  it('leaves out other hosts, other schemes and the page itself', () => {
    const body =
      '[a](https://example.org/a) [b](//example.org/b) [c](mailto:c@example.org) [d](#d) [e](?e)'
    expect(markdown(body)).to.deep.equal([])
  })

  for (const [where, body] of [
    ['a code span', 'Write `<a href="/no/">` or `[a](/no/)`.'],
    ['a block of code', '```html\n<a href="/no/">x</a>\n[a](/no/)\n```\n\n    [a](/no/)\n'],
    ['a comment of HTML', '<!-- <a href="/no/">x</a> > -->\n'],
    ['a comment of Liquid', '{% comment %}[a](/no/){% endcomment %}'],
    ['raw text', '{%- raw -%}[a](/no/){%- endraw -%}'],
    ['highlighted code', '{% highlight html linenos %}<a href="/no/">{% endhighlight %}'],
    ['a script', '<script>\nif (1<a && b) "<a href=\'/no/\'>"\n</script>\n'],
  ] as const) {
    it(`finds none in ${where}, and goes on after it`, () => {
      expect(markdown(`${body}\n\n[Yes](/yes/)\n`)).to.deep.equal(['/yes/'])
    })
  }

  it('knows what Liquid prints where it is plain, and leaves out all else', () => {
    const body = [
      '[a]({{ site.baseurl }}/a/)',
      '[b]({{ "/b/" | relative_url }})',
      "[c]({{'/c/'|absolute_url}})",
      '![h]({{ "img/h.png" | relative_url }}) [i]({{ "" | relative_url }})',
      '[j]({{ "https://example.org/j/" | relative_url }})',
      '[d]({{ page.next.url }})',
      '[e]({% link _posts/2026-01-01-e.md %})',
      '[f](/{{ page.lang }}/f/)',
      '<a href="{{ g }}">g</a>',
    ].join('\n\n')
    expect(markdown(body)).to.deep.equal(['/a/', '/b/', '/c/', '/img/h.png'])
  })

  it('is told from texts without a name, which are read as far as it reads them', () => {
    const body = `[a](/a-name/) ${'word '.repeat(6000)}[b](/b-name/)`
    const names = ['a-name', 'b-name', 'c-name']
    expect(names.map((name) => mayLinkTo(body, ['x', name]))).to.deep.equal([true, false, false])
    expect(markdown(body)).to.deep.equal(['/a-name/'])
  })

  it('ends on whatever is left open', () => {
    for (const open of ['{{', '{% raw %}', '<a href="', '<!--', '<script>', '[a](', "<a href='"]) {
      expect(html(open.repeat(2000)), open).to.deep.equal([])
      expect(() => markdown(open.repeat(2000)), open).not.to.throw()
    }
  })
})
