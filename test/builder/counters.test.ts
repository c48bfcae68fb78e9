import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { mapSource } from '../../src/builder/base/source.js'
import { build } from '../../src/builder/build.js'
import { NOW, page } from '../features/site.js'

const FILES = {
  '_config.yml': 'collections: { notes: { output: true } }\n',
  '_layouts/l.html': 'L{% increment i %}[{{ content | strip }}]{{ i }}',
  '_includes/n.html': '{% increment i %}',
  'a.html': page('layout: l', 'a {% include n.html %} {% include n.html %} {{ i }}'),
  'b.html': page('layout: l', 'b {% include n.html %} {% include n.html %} {{ i }}'),
  'c.html': page(
    '',
    'c {% decrement j %} {% decrement j %} {{ i }} {{ j }} {% assign i = "x" %}{{ i }} {% increment i %}',
  ),
  '_posts/2020-01-01-p.md': page(
    'layout: l',
    'p {% increment i %} {% increment k %}\n\nmore {% increment k %}',
  ),
  'd.html': page(
    'layout: l',
    'q {% increment i %}{% for post in site.posts %}{{ post.excerpt | strip }}{% endfor %} {{ k }}',
  ),
  '_notes/n.md': page('', 'n {% increment i %} {{ j }}'),
}

describe('increment and decrement', () => {
  // Recorded from Jekyll 4.3.1.
  it('go on from page to page, in layouts and includes too, and begin anew in an excerpt', async () => {
    const root = mkdtempSync(join(tmpdir(), 'galley-counters-'))
    after(() => rmSync(root, { recursive: true, force: true }))
    const source = mapSource(new Map(Object.entries(FILES)))
    await build(
      { source: join(root, 'none'), destination: join(root, 'out'), now: NOW },
      { source },
    )
    const paths = ['2020/01/01/p', 'notes/n', 'a', 'b', 'c', 'd']
    const read = (path: string) => readFileSync(join(root, 'out', `${path}.html`), 'utf8')
    expect(paths.map((path) => read(path).replace(/\s+/g, ' ').trim())).to.deep.equal([
      'L1[<p>p 0 0</p> <p>more 1</p>]2',
      '<p>n 2</p>',
      'L5[a 3 4 5]6',
      'L8[b 6 7 8]9',
      'c -1 -2 9 -2 x 9',
      'L11[q 10<p>p 0 0</p> 2]12',
    ])
  })
})
